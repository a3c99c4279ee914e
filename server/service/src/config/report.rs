//! Every setting in use with the source of its value.

use std::path::Path;

use figment::value::{Dict, Value};
use figment::{Figment, Source};

use super::error::{ConfigError, unreadable};
use super::files::{SUFFIX, is_secret, variable};
use super::settings::Config;

const MASK: &str = "********";

/// A setting in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its path, such as `server.address`.
    pub path: String,
    /// Its value. A secret is masked.
    pub value: String,
    /// The source: `default`, the file, or the variable.
    pub origin: String,
}

impl Config {
    /// Every setting that has a value, from the layers of [`Config::load`].
    pub fn report(file: Option<&Path>) -> Result<Vec<Setting>, ConfigError> {
        let settings = Config::layers(file)?;
        let values: Dict = settings.extract().map_err(unreadable)?;
        let mut found = Vec::new();
        for (key, value) in &values {
            for_each_leaf(key, value, &mut |path, value| {
                found.push(Setting {
                    value: shown(path, value),
                    origin: origin(&settings, path),
                    path: path.to_owned(),
                });
            });
        }
        Ok(found)
    }
}

fn for_each_leaf(path: &str, value: &Value, visit: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Dict(_, settings) => {
            for (key, value) in settings {
                for_each_leaf(&format!("{path}.{key}"), value, visit);
            }
        }
        Value::Empty(..) => {}
        value => visit(path, value),
    }
}

/// The value as TOML, with secrets masked.
fn shown(path: &str, value: &Value) -> String {
    match value {
        Value::Array(_, values) if is_secret(path) => format!("{} × {MASK}", values.len()),
        Value::String(_, text) if text.is_empty() => "\"\"".into(),
        _ if is_secret(path) => MASK.into(),
        Value::String(_, text) => format!("\"{}\"", without_password(text)),
        value => serde_json::to_string(value).unwrap_or_default(),
    }
}

/// Masks the password in a URL.
fn without_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.to_owned();
    };
    let (address, query) = rest
        .split_once('?')
        .map_or((rest, None), |(address, query)| (address, Some(query)));
    let address = match address.rsplit_once('@') {
        Some((login, host)) => match login.split_once(':') {
            Some((user, _)) => format!("{user}:{MASK}@{host}"),
            None => address.to_owned(),
        },
        None => address.to_owned(),
    };
    // A query can hold a password too, and operators rarely need to read it.
    let query = query.map(|_| format!("?{MASK}")).unwrap_or_default();
    format!("{scheme}://{address}{query}")
}

fn origin(settings: &Figment, path: &str) -> String {
    let Some(metadata) = settings.find_metadata(path) else {
        return String::new();
    };
    match &metadata.source {
        Some(Source::File(file)) => file.display().to_string(),
        Some(_) => "default".into(),
        None => {
            let file = variable(&format!("{path}{SUFFIX}"));
            std::env::var_os(&file).map_or_else(|| variable(path), |_| file)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, expected) in [
            (
                "postgres://alva@db.example.com/invoices",
                "postgres://alva@db.example.com/invoices",
            ),
            (
                "postgres://alva:hunter2@db.example.com/i",
                "postgres://alva:********@db.example.com/i",
            ),
            (
                "postgres://alva:hunt@er2@db.example.com/i",
                "postgres://alva:********@db.example.com/i",
            ),
            (
                "postgres://db.example.com/i?password=hunter2",
                "postgres://db.example.com/i?********",
            ),
            ("sqlite:invoices.db", "sqlite:invoices.db"),
        ] {
            assert_eq!(without_password(text), expected);
        }
    }

    #[test]
    fn a_secret_is_known_by_its_name() {
        for path in [
            "secrets.key",
            "secrets.previous_keys",
            "auth.jwt_secret",
            "mail.client_secret",
            "database.password",
        ] {
            assert!(is_secret(path), "{path}");
        }
        for path in [
            "secrets.key_file",
            "auth.token_lifetime_seconds",
            "auth.password_min",
            "mail.token_url",
        ] {
            assert!(!is_secret(path), "{path}");
        }
    }
}
