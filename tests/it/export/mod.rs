//! Exports of whole accounts.

mod contents;
mod interrupted;
mod large;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use reqwest::Response;
use serde_json::Value;
use zip::ZipArchive;

const EXPORT: &str = "/v1/user/me/export";

/// Asks for an export, and returns the answer when its headers are there.
async fn ask(user: &User<'_>) -> Response {
    let request = user.world.http.get(user.world.url(EXPORT)).bearer_auth(&user.token);
    within("the headers of an export", request.send()).await.unwrap()
}

/// The files of an archive by name. Checks every checksum, that no name is there twice, and that none leads out of a folder.
fn files(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut files = BTreeMap::new();
    for nth in 0..archive.len() {
        let mut file = archive.by_index(nth).unwrap();
        let name = file.name().unwrap().into_owned();
        let parts: Vec<&str> = name.split(['/', '\\']).collect();
        assert!(
            parts
                .iter()
                .all(|part| !part.is_empty() && *part != ".." && *part != "."),
            "{name}"
        );
        assert!(file.enclosed_name().is_some(), "{name}");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        assert!(files.insert(name.clone(), bytes).is_none(), "{name} is there twice");
    }
    files
}

/// An export that succeeds.
async fn exported(user: &User<'_>) -> BTreeMap<String, Vec<u8>> {
    let answer = ask(user).await;
    assert_eq!(answer.status(), 200);
    files(&within("an export", answer.bytes()).await.unwrap())
}

fn json_of(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Value {
    serde_json::from_slice(&files[name]).unwrap()
}

/// The records of the table, without the header.
fn table(files: &BTreeMap<String, Vec<u8>>) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(&files["invoices.csv"][..]);
    reader.deserialize().map(Result::unwrap).collect()
}
