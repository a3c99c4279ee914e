use super::*;

fn load(toml: &str) -> Config {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), toml).unwrap();
    Config::load(Some(file.path())).unwrap()
}

/// The errors of the check, one a line.
fn faults(toml: &str) -> String {
    let faults: Vec<String> = check(&load(toml)).iter().map(ToString::to_string).collect();
    faults.join("\n")
}

#[test]
fn replicas_must_share_all_storage() {
    let alone = faults("[server]\nreplicas = 3");
    for key in [
        "database.url: SQLite",
        "objects.store: ",
        "secrets.store: ",
        "auth.jwt_secret_file: ",
    ] {
        assert!(alone.contains(key), "{key} in {alone}");
    }
    let postgres = "[database]\nurl = \"postgres://localhost/invoices\"";
    assert_eq!(
        faults(&format!("[server]\nreplicas = 3\nshared_folders = true\n{postgres}")),
        ""
    );
    assert_eq!(faults(""), "");
}

#[test]
fn the_check_finds_every_error_and_creates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let found = faults(&format!(
        "data = {data:?}\n[server]\nroles = []\n[objects]\nstore = \"tape:7\"\n\
         [database]\nurl = \"postgres://db.example.com/invoices?sslmode=require\""
    ));
    for words in [
        "server.roles: ",
        "database.url: sslmode=require does not verify",
        "objects.store: \"tape:7\"",
    ] {
        assert!(found.contains(words), "{words} in {found}");
    }
    assert!(faults("[auth]\njwt_secret = \"short\"").contains("at least 32 bytes"));
    assert!(faults("[schedule]\nretail = \"now and then\"").contains("now and then"));
    assert_eq!(faults(&format!("data = {data:?}")), "");
    assert!(!data.exists());
}

const CLOUD: &str = "[objects]\nstore = \"s3:invoices-example\"\n[secrets]\nstore = \"secrets-manager:invoices/mail\"\n\
     [topic]\npublisher = \"sns:arn:aws:sns:eu-north-1:123456789012:NewInvoiceTopicNotification\"\n\
     [object_events]\nqueue = \"sqs:https://sqs.eu-north-1.amazonaws.com/123456789012/invoices-objects\"\n";

#[test]
fn replicas_can_use_cloud_engines() {
    let shared = "[server]\nreplicas = 3\n[database]\nurl = \"postgres://localhost/invoices\"\n\
                  [auth]\njwt_secret = \"a secret of more than thirty-two bytes\"\n";
    assert_eq!(faults(&format!("{shared}{CLOUD}")), "");
    assert!(aws(&load(CLOUD)).unwrap().is_some());
    assert!(aws(&load("")).unwrap().is_none());
}

/// There is no silent fallback.
#[test]
fn a_half_configured_engine_is_an_error() {
    for (toml, fault) in [
        ("[objects]\nstore = \"s3:\"", "objects.store: \"\""),
        (
            "[objects]\nstore = \"s3:bucket/folder\"",
            "objects.store: \"bucket/folder\"",
        ),
        (
            "[objects]\nstore = \"s3:bucket\"\nencryption = \"kms\"",
            "objects.encryption: ",
        ),
        ("[objects]\nencryption = \"s3\"", "objects.encryption: a folder"),
        ("[secrets]\nstore = \"secrets-manager:\"", "secrets.store: "),
        (
            "[secrets]\nstore = \"secrets-manager:x\"\nkey = \"abc\"",
            "secrets.key: ",
        ),
        (
            "[topic]\npublisher = \"sns:NewInvoiceTopicNotification\"",
            "topic.publisher: ",
        ),
        ("[topic]\npublisher = \"sqs\"", "topic.publisher: \"sqs\" is unknown"),
        (
            "[object_events]\nqueue = \"sqs:https://sqs.example.com/1/q\"",
            "object_events.queue: only a bucket",
        ),
        ("[object_events]\nqueue = \"invoices-objects\"", "object_events.queue: "),
        ("[email]\nfrom = \"a@example.com\"", "email.server: is not set"),
        (
            "[email]\nserver = \"smtps://mail.example.com\"",
            "email.from: is not set",
        ),
        ("[push]\ntoken = \"x\"", "push.url: is not set"),
        (
            "[aws]\naccess_key_id = \"id\"",
            "aws: set both aws.access_key_id and aws.secret_access_key",
        ),
    ] {
        let found = faults(toml);
        assert!(found.starts_with(fault), "{fault} in {found}");
    }
}
