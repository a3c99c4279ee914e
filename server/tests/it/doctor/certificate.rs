//! The API's certificate.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use chrono::{Datelike, TimeDelta, Utc};
use rcgen::{CertificateParams, KeyPair, date_time_ymd};

use super::{doctor, sandbox};
use crate::served::{run, text};

/// Writes a certificate that is valid from one day to another, counted from today.
fn write_certificate(folder: &Path, from: i64, until: i64) {
    let day = |days| {
        let date = (Utc::now() + TimeDelta::days(days)).date_naive();
        let (month, day) = (u8::try_from(date.month()).unwrap(), u8::try_from(date.day()).unwrap());
        date_time_ymd(date.year(), month, day)
    };
    let mut parameters = CertificateParams::new(["invoices.example.com".to_owned()]).unwrap();
    (parameters.not_before, parameters.not_after) = (day(from), day(until));
    let key = KeyPair::generate().unwrap();
    fs::write(folder.join("cert.pem"), parameters.self_signed(&key).unwrap().pem()).unwrap();
    write_key(folder, &key.serialize_pem(), 0o640);
}

fn write_key(folder: &Path, key: &str, mode: u32) {
    fs::write(folder.join("key.pem"), key).unwrap();
    fs::set_permissions(folder.join("key.pem"), fs::Permissions::from_mode(mode)).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_tells_when_the_certificate_ends() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let _sandbox = sandbox(folder).await;
    doctor(folder).assert("certificate", "ok", &["none of its own"]);
    let mail = fs::read_to_string(folder.join("invoices.toml")).unwrap();
    let server = "[server]\ntls_cert = \"cert.pem\"\ntls_key = \"key.pem\"\n";
    fs::write(folder.join("invoices.toml"), format!("{mail}{server}")).unwrap();
    doctor(folder).assert("certificate", "fault", &["cert.pem", "No such file", "server.tls_cert"]);
    for (from, until, state, words) in [
        (-30, 60, "ok", ["ends on", ""]),
        (-30, 5, "warning", ["less than 14 days", "SIGHUP"]),
        (-30, -1, "fault", ["ended on", "SIGHUP"]),
        (3, 60, "fault", ["begins on", "clock"]),
    ] {
        write_certificate(folder, from, until);
        doctor(folder).assert("certificate", state, &words);
        // The service starts with it, and warns.
        let checked = run(folder, &["config", "check"]);
        assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stderr));
        let warns = text(&checked.stderr).contains("server.tls_cert: the certificate");
        assert_eq!(warns, state != "ok", "{}", text(&checked.stderr));
    }
    write_certificate(folder, -30, 60);
    let good = fs::read_to_string(folder.join("key.pem")).unwrap();
    let other = KeyPair::generate().unwrap().serialize_pem();
    for (key, mode, problem) in [
        (good.as_str(), 0o644, "every user can read key.pem"),
        (&other, 0o600, "not the key of the certificate"),
        ("no key", 0o600, "no private key"),
    ] {
        write_key(folder, key, mode);
        let shown = doctor(folder);
        shown.assert("certificate", "fault", &[problem]);
        shown.assert("settings", "fault", &["server.tls_cert", problem]);
    }
}
