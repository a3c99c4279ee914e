use std::fmt::Write;
use std::path::Path;

use secrecy::ExposeSecret;

use super::layer::{Layer, variable};
use super::read::{Kind, Reader, Section, file_key};
use super::*;

mod refused;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../invoices.example.toml");

fn loaded(toml: &str, variables: &[(&str, &str)]) -> Loaded {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), toml).unwrap();
    let variables = variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Loaded::of(&[Layer::of_variables(variables), Layer::of_file(file.path()).unwrap()])
}

/// The errors of a file, one a line.
fn errors(toml: &str) -> String {
    let errors: Vec<_> = loaded(toml, &[]).errors.iter().map(ToString::to_string).collect();
    errors.join("\n")
}

fn config(toml: &str) -> Config {
    let loaded = loaded(toml, &[]);
    assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
    loaded.config
}

#[test]
fn the_example_is_up_to_date() {
    let written = std::fs::read_to_string(EXAMPLE).unwrap();
    assert!(written == example(), "run `cargo xtask regen`");
}

#[test]
fn the_example_states_the_defaults_and_every_variable() {
    assert_eq!(config(&example()), Config::default());
    for name in Config::names() {
        let variable = variable(&name);
        assert!(
            example().lines().any(|line| line.starts_with(&format!("# {variable}"))),
            "{variable}"
        );
    }
    // Each example can be read as well, but two that exclude each other.
    let examples: String = example()
        .lines()
        .filter(|line| !line.contains("_file = "))
        .map(|line| {
            match line
                .strip_prefix("# ")
                .filter(|line| line.contains(" = ") && !line.contains(": ") && !line.starts_with("INVOICES"))
            {
                Some(example) => format!("{example}\n"),
                None if line.contains(" = ") => String::new(),
                None => format!("{line}\n"),
            }
        })
        .collect();
    let examples = config(&examples);
    assert_eq!(examples.server.trusted_proxies.len(), 2);
    assert_eq!(examples.rental.landlords.len(), 1);
}

#[test]
fn there_are_fewer_than_105_settings() {
    let names = Config::names();
    assert!((90..105).contains(&names.len()), "{}", names.len());
}

#[test]
fn the_range_of_a_setting_holds_for_variables() {
    let variable = loaded("", &[("INVOICES__PIPELINE__WORKERS", "0")]);
    assert_eq!(
        variable.errors[0].to_string(),
        "pipeline.workers: 0 is not 1 to 256: each takes memory and connections; server.roles selects a process without any \
         (in INVOICES__PIPELINE__WORKERS)"
    );
    assert_eq!(variable.config, Config::default());
}

/// Every number has a range, which contains the default and refuses the numbers beside it.
#[test]
fn every_number_has_a_range_that_contains_its_default() {
    let mut reader = Reader::of_defaults();
    let _ = Config::read(&mut reader);
    let mut ranges = 0;
    for declared in &reader.declared {
        let Kind::Setting { range, default, .. } = &declared.kind else {
            continue;
        };
        let is_number = |text: &String| text.parse::<f64>().is_ok();
        let Some(range) = range else {
            assert!(
                !default.as_ref().is_some_and(is_number),
                "{} has no range",
                declared.path
            );
            continue;
        };
        let (least, most) = range.split_once(" to ").unwrap();
        let error = |value: i64| {
            let value = value.to_string();
            let loaded = loaded("", &[(&declared.variable(), &value)]);
            let mut errors = loaded.errors.iter().map(ToString::to_string);
            // The largest value of one setting may contradict the default of another.
            errors.find(|error| error.contains("is not"))
        };
        assert_eq!(error(least.parse().unwrap()), None, "{}", declared.path);
        assert_eq!(error(most.parse().unwrap()), None, "{}", declared.path);
        let below = error(least.parse::<i64>().unwrap() - 1).unwrap();
        assert!(below.contains(&format!("is not {range}")), "{below}");
        let above = error(most.parse::<i64>().unwrap() + 1).unwrap();
        assert!(above.contains(&format!("is not {range}")), "{above}");
        ranges += 1;
    }
    assert!(ranges > 20, "{ranges}");
}

#[test]
fn an_unknown_name_is_an_error_that_suggests_one() {
    for (toml, error) in [
        ("nonsense = 1", "nonsense: there is no such setting (in "),
        (
            "[server]\nadress = \"127.0.0.1:0\"",
            "server.adress: there is no such setting; is server.address meant?",
        ),
        (
            "[server]\nworkers = 1",
            "server.workers: there is no such setting; is pipeline.workers meant?",
        ),
        ("[nonsense]", "nonsense: there is no such setting"),
        ("server = 1", "server: there is no such setting"),
        (
            "[server.address]\nport = 1",
            "server.address.port: there is no such setting",
        ),
    ] {
        assert!(errors(toml).contains(error), "{error} in {}", errors(toml));
    }
    let variable = loaded("", &[("INVOICES__SERVER__PORT", "1")]);
    assert_eq!(
        variable.errors[0].to_string(),
        "server.port: there is no such setting (in INVOICES__SERVER__PORT)"
    );
    assert_eq!(errors("[server]\n[mail.quota]"), "");
}

/// Of every constant, and of every setting that had another name.
#[test]
fn an_old_name_is_an_error_that_says_what_to_do() {
    let mut reader = Reader::of_defaults();
    let _ = Config::read(&mut reader);
    assert!(reader.former.len() > 40, "{}", reader.former.len());
    for (old, now) in &reader.former {
        let (section, key) = old.rsplit_once('.').unwrap();
        let error = errors(&format!("[{section}]\n{key} = \"x\""));
        assert!(error.starts_with(&format!("{old}: {now} (in ")), "{error}");
        assert!(
            !example().contains(&format!("# {}\n", variable(old))),
            "{old} is documented"
        );
    }
    let now = |toml| errors(toml);
    assert!(now("[inbox]\nqueue = \"x\"").contains("inbox.queue: the setting is called object_events.queue now"));
    assert!(now("[mail]\npage_size = 7").contains("mail.page_size: this is a constant now, 500: remove the setting."));
    assert!(now("[pipeline]\npass_messages = 7").contains("this is a constant now, 2000"));
    assert!(now("[mail]\ngmail_url = \"http://127.0.0.1:1/\"").contains("set mail.provider_url"));
}

/// Tests of the program have no other way to change them.
#[test]
fn a_test_changes_a_constant_by_a_variable() {
    let loaded = loaded("", &[("INVOICES_TEST__MAIL__PAGE_SIZE", "7")]);
    assert!(loaded.errors.is_empty());
    assert_eq!(loaded.config.mail.page_size, 7);
}

/// Secrets may be in the settings file or in files of their own.
// Shows: Threats | Secrets show in logs…
#[test]
fn secrets_are_read_from_files_and_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut toml = String::from("secrets.key = \"hunter-key\"\n");
    let mut reader = Reader::of_defaults();
    let _ = Config::read(&mut reader);
    for declared in &reader.declared {
        let Kind::Setting {
            file: Some((_, is_list)),
            ..
        } = &declared.kind
        else {
            continue;
        };
        let file = folder.path().join(&declared.path);
        let text = match declared.path.as_str() {
            "database.url" => "postgres://alva:hunter-url@localhost/invoices\n",
            _ if *is_list => "hunter-first\n\n  hunter-second\n",
            _ => "hunter-2 with words\n",
        };
        std::fs::write(&file, text).unwrap();
        writeln!(toml, "{} = {file:?}", file_key(&declared.path)).unwrap();
    }
    let loaded = loaded(&toml, &[]);
    assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
    let config = &loaded.config;
    assert_eq!(config.database.url, "postgres://alva:hunter-url@localhost/invoices");
    let secret = |secret: &Option<Secret>| secret.as_ref().unwrap().expose_secret().to_owned();
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
    let shown = loaded.in_use.iter().map(|setting| setting.value.as_str());
    let shown = shown.collect::<Vec<_>>().join("\n");
    assert!(!shown.contains("hunter"), "{shown}");
    assert!(!format!("{:?}", config.mail).contains("hunter"));
}

#[test]
fn each_value_has_its_source() {
    let variables = [
        ("INVOICES__DATABASE__PASSWORD", "0123"),
        ("INVOICES__SERVER__REPLICAS", "3"),
    ];
    let loaded = loaded(
        "[pipeline]\nworkers = 7\n[database]\npassword = \"of the file\"",
        &variables,
    );
    let origin = |path: &str| {
        let setting = loaded.in_use.iter().find(|setting| setting.path == path).unwrap();
        (setting.value.clone(), setting.origin.clone())
    };
    assert_eq!(
        origin("server.replicas"),
        ("3".into(), "INVOICES__SERVER__REPLICAS".into())
    );
    assert_eq!(
        origin("database.password"),
        ("********".into(), "INVOICES__DATABASE__PASSWORD".into())
    );
    assert_eq!(origin("time_zone"), ("\"Europe/Stockholm\"".into(), "default".into()));
    assert_eq!(origin("pipeline.workers").0, "7");
    assert_eq!(loaded.config.database.password.unwrap().expose_secret(), "0123");
}

#[test]
fn variables_are_texts_numbers_and_lists() {
    let landlords = r#"[{sender="hyra@landlord.example.com",subject="Hyresavi"}]"#;
    let config = loaded(
        "",
        &[
            ("INVOICES__RENTAL__LANDLORDS", landlords),
            ("INVOICES__SERVER__ROLES", "[\"worker\"]"),
            ("INVOICES__SERVER__TRUSTED_PROXIES", "[\"10.0.0.0/8\"]"),
            ("INVOICES__MAIL__CLIENT_ID", "a client id"),
            ("INVOICES__AWS__ACCOUNT_ID", "012345678901"),
            ("INVOICES__DATABASE__VERIFY_TLS", "false"),
            ("INVOICES__TRACES__SAMPLED", "0.25"),
        ],
    );
    assert!(config.errors.is_empty(), "{:?}", config.errors);
    let config = config.config;
    assert_eq!(config.rental.landlords[0].subject, "Hyresavi");
    assert_eq!(config.server.roles, [Role::Worker]);
    assert_eq!(config.aws.account_id.as_deref(), Some("012345678901"));
    assert!(!config.database.verify_tls);
    let wrong = loaded("", &[("INVOICES__SERVER__REPLICAS", "many")]);
    assert!(
        wrong.errors[0]
            .to_string()
            .contains("server.replicas: invalid type: string \"many\"")
    );
}

#[test]
fn a_secret_file_must_exist_and_exclude_the_secret_itself() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "\n").unwrap();
    let absent = errors("[database]\npassword_file = \"/nowhere/at-all\"");
    assert!(
        absent.contains("database.password_file") && absent.contains("/nowhere/at-all"),
        "{absent}"
    );
    let empty = errors(&format!("[mail]\nclient_secret_file = {empty:?}"));
    assert!(
        empty.contains("mail.client_secret_file") && empty.contains("is empty"),
        "{empty}"
    );
    let both = errors("[mail]\nclient_secret = \"x\"\nclient_secret_file = \"/x\"");
    assert!(
        both.contains("mail.client_secret and mail.client_secret_file are both set"),
        "{both}"
    );
}

// Shows: Codes by mail | A mail has a link if…
#[test]
fn the_error_names_the_invalid_setting_and_quotes_no_secret() {
    for (toml, error) in [
        ("[server]\naddress = \"nowhere\"", "server.address: "),
        (
            "time_zone = \"Nowhere/Land\"",
            "time_zone: not a time zone: Nowhere/Land",
        ),
        ("[rental]\nlandlords = [{ sender = \"*\" }]", "rental.landlords: "),
        (
            "[aws]\nendpoint_url = \"localhost:5000\"",
            "aws.endpoint_url: is not an http or https address",
        ),
        (
            "[accounts]\nreset_link = \"app.example.com/reset\"",
            "accounts.reset_link: is not an http",
        ),
        (
            "[accounts]\nreset_link = \"javascript:alert(1)\"",
            "accounts.reset_link: is not an http",
        ),
        (
            "[accounts]\nverify_link = \"https://a b\"",
            "accounts.verify_link: is not an http",
        ),
        (
            "[accounts]\nreset_link = \"https://app.example.com/#reset\"",
            "accounts.reset_link: is not an http",
        ),
        (
            "[database]\npassword = 815",
            "database.password: it must be a string, not integer",
        ),
    ] {
        assert!(errors(toml).contains(error), "{error} in {}", errors(toml));
    }
    assert!(!errors("[database]\npassword = 815").contains("815"));
}

#[test]
fn every_error_is_found_at_once() {
    let found = errors("nonsense = 1\n[pipeline]\nworkers = 0\nlease_seconds = \"x\"\n[mail]\npage_size = 1");
    assert_eq!(found.lines().count(), 4, "{found}");
}

#[test]
fn a_missing_file_is_an_error() {
    assert!(matches!(
        Config::load(Some(Path::new("/no/such/file.toml"))),
        Err(ConfigError::NoFile(_))
    ));
}

#[test]
fn another_provider_has_the_paths_of_google() {
    let mail = config("[mail]\nprovider_url = \"http://127.0.0.1:8400/\"").mail;
    assert_eq!(&*mail.gmail_url, "http://127.0.0.1:8400/");
    assert_eq!(&*mail.token_url, "http://127.0.0.1:8400/token");
    assert_eq!(&*mail.authorize_url, "http://127.0.0.1:8400/o/oauth2/v2/auth");
    assert_eq!(&*config("").mail.gmail_url, "https://gmail.googleapis.com/");
}
