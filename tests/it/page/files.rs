//! The files of the page.

use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::python::root;
use invoices_tests::support::world::World;
use sha2::{Digest, Sha256};

use crate::contract::npm_folder;

const LIBRARIES: [(&str, &str); 11] = [
    (
        "inter/inter-latin-wght-normal.woff2",
        "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
    ),
    (
        "inter/inter-latin-ext-wght-normal.woff2",
        "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
    ),
    ("inter/LICENSE", "@fontsource-variable/inter/LICENSE"),
    ("preact/preact.mjs", "preact/dist/preact.mjs"),
    ("preact/hooks.mjs", "preact/hooks/dist/hooks.mjs"),
    ("preact/LICENSE", "preact/LICENSE"),
    ("htm/htm.mjs", "htm/dist/htm.mjs"),
    ("htm/LICENSE", "htm/LICENSE"),
    ("pdfjs/pdf.min.mjs", "pdfjs-dist/legacy/build/pdf.min.mjs"),
    ("pdfjs/pdf.worker.min.mjs", "pdfjs-dist/legacy/build/pdf.worker.min.mjs"),
    ("pdfjs/LICENSE", "pdfjs-dist/LICENSE"),
];

/// The files below a folder, by their path in it.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort_unstable();
    found
}

async fn served(world: &World, path: &str) -> (u16, Option<String>, Vec<u8>) {
    let answer = world.http.get(world.url(path)).send().await.unwrap();
    let policy = answer.headers().get("content-security-policy");
    let policy = policy.map(|policy| policy.to_str().unwrap().to_owned());
    (answer.status().as_u16(), policy, answer.bytes().await.unwrap().to_vec())
}

// Shows: Threats | A script in the page…
#[tokio::test]
async fn every_file_is_served_under_a_strict_policy() {
    let world = World::start(Sqlite).await;
    let folder = root().join("server/web/page");
    for file in files(&folder) {
        if ["LICENSE", "README"].iter().any(|name| file.contains(name)) {
            continue;
        }
        let path = if file == "index.html" {
            "/".to_owned()
        } else {
            format!("/page/{file}")
        };
        let (status, policy, content) = served(&world, &path).await;
        assert_eq!(status, 200, "{path} is not in the list of files");
        assert!(content == std::fs::read(folder.join(&file)).unwrap(), "{path}");
        let policy = policy.unwrap();
        if file == "original.html" {
            assert_eq!(policy, policy_of_original(&content));
        } else {
            assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
            assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
            let types = "require-trusted-types-for 'script'; trusted-types pdf worker;";
            assert!(file != "index.html" || policy.contains(types), "{policy}");
        }
        // Nothing is loaded from elsewhere, and nothing is made code of.
        let text = String::from_utf8_lossy(&content);
        if !file.starts_with("lib/") {
            for foreign in ["https://", "eval(", "innerHTML", "dangerouslySet", "document.write"] {
                assert!(!text.contains(foreign), "{path} contains {foreign}");
            }
        }
    }
}

/// The frame with a mail runs its own script alone, in an origin of its own, and loads nothing.
fn policy_of_original(file: &[u8]) -> String {
    let hash = hash_of_script(&String::from_utf8_lossy(file), "<script>");
    format!(
        "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    )
}

fn hash_of_script(page: &str, tag: &str) -> String {
    let script = page.split_once(tag).unwrap().1.split_once("</script>").unwrap().0;
    BASE64_STANDARD.encode(Sha256::digest(script))
}

#[tokio::test]
async fn the_policy_has_the_hash_of_the_import_map_alone() {
    let world = World::start(Sqlite).await;
    let (_, policy, content) = served(&world, "/").await;
    let page = String::from_utf8(content).unwrap();
    assert_eq!(page.matches("<script").count(), 3, "{page}");
    let hash = hash_of_script(&page, "<script type=\"importmap\">");
    let policy = policy.unwrap();
    assert!(
        policy.contains(&format!("script-src 'self' 'sha256-{hash}';")),
        "{hash} in {policy}"
    );
}

#[test]
fn libraries_are_those_of_the_npm_packages() {
    let packages = npm_folder().parent().unwrap().to_owned();
    let library = root().join("server/web/page/lib");
    for (own, theirs) in LIBRARIES {
        let of = |path: &Path| std::fs::read(path).unwrap();
        assert!(of(&library.join(own)) == of(&packages.join(theirs)), "{own}");
    }
    assert_eq!(files(&library).len(), LIBRARIES.len());
}
