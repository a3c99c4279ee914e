use std::collections::BTreeSet;
use std::path::Path;

use secrecy::{ExposeSecret, SecretString};

use super::defaults::defaults;
use super::renamed::RENAMED;
use super::*;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../invoices.example.toml");

fn example() -> String {
    std::fs::read_to_string(EXAMPLE).unwrap()
}

/// The path of every key in the example, with those that are commented out.
fn documented() -> BTreeSet<String> {
    let (mut section, mut keys) = (String::new(), BTreeSet::new());
    for line in example().lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = format!("{name}.");
        } else if let Some((key, _)) = line.trim_start_matches("# ").split_once(" = ")
            && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        {
            keys.insert(format!("{section}{key}"));
        }
    }
    keys
}

#[test]
fn the_example_states_the_defaults() {
    let given: toml::Table = example().parse().unwrap();
    let serde_json::Value::Object(all) = defaults() else {
        panic!("defaults are a table")
    };
    for (section, value) in &all {
        let serde_json::Value::Object(keys) = value else {
            assert_eq!(&serde_json::to_value(&given[section]).unwrap(), value, "{section}");
            continue;
        };
        for (key, value) in keys {
            let stated = serde_json::to_value(&given[section][key]).unwrap();
            assert_eq!(&stated, value, "{section}.{key}");
        }
        // A setting without a default is commented out.
        let stated = given[section].as_table().unwrap().keys();
        let extra: Vec<_> = stated.filter(|key| !keys.contains_key(*key)).collect();
        assert!(extra.is_empty(), "{section}: {extra:?}");
    }
}

/// The known keys that the error about an unknown key lists.
fn known(toml: &str) -> Vec<String> {
    let error = load(toml).unwrap_err();
    assert!(error.contains("nonsense"), "{error}");
    let is_key = |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let words = error.split('`').filter(is_key).filter(|word| *word != "nonsense");
    words.map(str::to_owned).collect()
}

#[test]
fn the_example_documents_every_setting_with_its_variable() {
    let text = example();
    for path in documented() {
        assert!(text.contains(&files::variable(&path)), "{path}");
    }
    let mut settings = 0;
    for section in known("nonsense = 1") {
        if matches!(section.as_str(), "data" | "data_group_access" | "time_zone") {
            assert!(documented().contains(&section));
            continue;
        }
        for key in known(&format!("[{section}]\nnonsense = 1")) {
            let path = format!("{section}.{key}");
            // A section may contain another.
            let below = match path.as_str() {
                "mail.quota" => known("[mail.quota]\nnonsense = 1"),
                _ => Vec::new(),
            };
            let paths = below.iter().map(|key| format!("{path}.{key}"));
            let paths: Vec<String> = if below.is_empty() { vec![path] } else { paths.collect() };
            for path in paths {
                assert!(documented().contains(&path), "{path} is not documented");
                settings += 1;
            }
        }
    }
    assert!(settings > 50, "an error lists the known settings: {settings}");
    for (section, key) in files::TEXTS.iter().chain(files::LISTS) {
        let path = format!("{section}.{key}{}", files::SUFFIX);
        assert!(documented().contains(&path), "{path} is not documented");
    }
}

/// Secrets may be in the settings file or in files of their own.
// Shows: Threats | Secrets show in logs…
#[test]
fn secrets_are_read_from_files_and_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut toml = String::from("[secrets]\nkey = \"hunter-key\"\n");
    let mut section_of = std::collections::BTreeMap::<&str, String>::new();
    for (section, key) in files::TEXTS.iter().chain(files::LISTS) {
        let file = folder.path().join(format!("{section}-{key}"));
        let text = match *key {
            "url" => "postgres://alva:hunter-url@localhost/invoices\n",
            "previous_keys" => "hunter-first\n\n  hunter-second\n",
            _ => "hunter-2 with words\n",
        };
        std::fs::write(&file, text).unwrap();
        let line = format!("{key}{} = {file:?}\n", files::SUFFIX);
        section_of.entry(section).or_default().push_str(&line);
    }
    toml.push_str(&section_of.remove("secrets").unwrap());
    for (section, lines) in section_of {
        toml.extend(["[", section, "]\n", &lines]);
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), &toml).unwrap();
    let config = Config::load(Some(file.path())).unwrap();
    assert_eq!(config.database.url, "postgres://alva:hunter-url@localhost/invoices");
    let secret = |secret: &Option<SecretString>| secret.as_ref().unwrap().expose_secret().to_owned();
    assert_eq!(secret(&config.database.password), "hunter-2 with words");
    assert_eq!(secret(&config.mail.client_secret), "hunter-2 with words");
    assert_eq!(secret(&config.auth.jwt_previous_secret), "hunter-2 with words");
    let keys: Vec<&str> = config
        .secrets
        .previous_keys
        .iter()
        .map(ExposeSecret::expose_secret)
        .collect();
    assert_eq!(keys, ["hunter-first", "hunter-second"]);
    let report = Config::report(Some(file.path())).unwrap();
    assert!(!format!("{report:?}").contains("hunter"), "{report:?}");
    let origin = |path: &str| {
        report
            .iter()
            .find(|setting| setting.path == path)
            .unwrap()
            .origin
            .clone()
    };
    assert_eq!(origin("mail.client_secret"), file.path().display().to_string());
    assert_eq!(origin("mail.page_size"), "default");
}

#[test]
fn a_secret_file_must_exist_and_exclude_the_secret_itself() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "\n").unwrap();
    let absent = load("[database]\npassword_file = \"/nowhere/at-all\"").unwrap_err();
    assert!(
        absent.contains("database.password_file") && absent.contains("/nowhere/at-all"),
        "{absent}"
    );
    let empty = load(&format!("[mail]\nclient_secret_file = {empty:?}")).unwrap_err();
    assert!(
        empty.contains("mail.client_secret_file") && empty.contains("is empty"),
        "{empty}"
    );
    let both = load("[mail]\nclient_secret = \"x\"\nclient_secret_file = \"/x\"").unwrap_err();
    assert!(
        both.contains("mail.client_secret and mail.client_secret_file are both set"),
        "{both}"
    );
}

fn load(toml: &str) -> Result<Config, String> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), toml).unwrap();
    Config::load(Some(file.path())).map_err(|error| error.to_string())
}

#[test]
fn the_error_names_the_invalid_setting() {
    assert!(
        load("[server]\naddress = \"nowhere\"")
            .unwrap_err()
            .contains("server.address")
    );
    assert!(load("nonsense = 1").unwrap_err().contains("nonsense"));
    assert!(
        load("[rental]\nlandlords = [{ sender = \"*\" }]")
            .unwrap_err()
            .contains("landlords")
    );
    let tape = faults("[objects]\nstore = \"tape:7\"");
    assert!(tape.contains("\"tape:7\" is unknown"), "{tape}");
}

#[test]
fn a_missing_file_is_an_error() {
    assert!(matches!(
        Config::load(Some(Path::new("/no/such/file.toml"))),
        Err(ConfigError::NoFile(_))
    ));
}

/// The errors of the check, one a line.
fn faults(toml: &str) -> String {
    let faults: Vec<String> = load(toml).unwrap().check().iter().map(ToString::to_string).collect();
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
        "data = {data:?}\ntime_zone = \"Nowhere/Land\"\n[server]\nroles = []\n[objects]\nstore = \"tape:7\"\n\
         [database]\nurl = \"postgres://db.example.com/invoices?sslmode=require\""
    ));
    for words in [
        "server.roles: ",
        "database.url: sslmode=require does not verify",
        "objects.store: \"tape:7\"",
        "time_zone: ",
    ] {
        assert!(found.contains(words), "{words} in {found}");
    }
    assert!(faults("[auth]\njwt_secret = \"short\"").contains("at least 32 bytes"));
    assert!(faults("[schedule]\nsweep = \"now and then\"").contains("now and then"));
    let largest = "[mail]\nmax_message_bytes = 100000000";
    let too_few = "pipeline.bytes_in_flight_mib: messages of mail.max_message_bytes need at least 448";
    assert_eq!(faults(largest), too_few);
    assert_eq!(faults(&format!("{largest}\n[pipeline]\nbytes_in_flight_mib = 448")), "");
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
    assert!(load(CLOUD).unwrap().aws().unwrap().is_some());
    assert!(load("").unwrap().aws().unwrap().is_none());
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
        ("[topic]\npublisher = \"\"", "topic.publisher: "),
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

#[test]
fn an_old_setting_name_is_an_error_that_names_the_new_one() {
    for (old, new) in RENAMED {
        let (section, key) = old.split_once('.').unwrap();
        let error = load(&format!("[{section}]\n{key} = \"x\"")).unwrap_err();
        assert_eq!(error, format!("{old}: the setting is called {new} now"));
        assert!(documented().contains(*new), "{new} is not documented");
        assert!(!documented().contains(*old), "{old} is documented");
    }
}
