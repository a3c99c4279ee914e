//! The layers of settings. A secret may be in a file of its own, which `<key>_file` names.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use figment::providers::Env;
use figment::value::{Dict, Map, Tag, Value};
use figment::{Error, Metadata, Profile, Provider};

/// The prefix of the variables that override the file.
const ENV_PREFIX: &str = "INVOICES__";
/// Files are read up to this length. Secrets are shorter.
const MAX_BYTES: u64 = 64 * 1024;
/// The suffix of a key that names a file.
pub(super) const SUFFIX: &str = "_file";

/// Settings that hold one secret each. The encryption key and the token secret are not among them: their files are created on
/// first use.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("database", "url"),
    ("database", "password"),
    ("auth", "jwt_previous_secret"),
    ("mail", "client_secret"),
    ("aws", "secret_access_key"),
    ("email", "password"),
    ("push", "token"),
    ("traces", "token"),
];
/// Settings that hold several secrets each, one a line of the file.
pub(super) const LISTS: &[(&str, &str)] = &[("secrets", "previous_keys")];
/// More settings whose variables are strings even if they look like numbers.
const VERBATIM: &[(&str, &str)] = &[("secrets", "key"), ("auth", "jwt_secret"), ("aws", "account_id")];

/// A layer with the secrets from the files that it names. Each layer is resolved alone, so that a variable that names a file
/// overrides a secret in the settings file, as any variable does.
pub(super) struct WithFiles<P>(pub P);

impl<P: Provider> Provider for WithFiles<P> {
    fn metadata(&self) -> Metadata {
        self.0.metadata()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut data = self.0.data()?;
        for settings in data.values_mut() {
            for (section, key) in TEXTS {
                replace(settings, section, key, |text| Value::from(text.trim_end())).map_err(|error| *error)?;
            }
            for (section, key) in LISTS {
                let lines = |text: &str| {
                    text.lines()
                        .map(str::trim)
                        .filter(|line| !line.is_empty())
                        .map(Value::from)
                        .collect()
                };
                replace(settings, section, key, |text| Value::Array(Tag::Default, lines(text)))
                    .map_err(|error| *error)?;
            }
        }
        Ok(data)
    }
}

/// A layer without some of its settings.
pub(super) struct Without<'a, P>(pub P, pub &'a [Vec<String>]);

impl<P: Provider> Provider for Without<'_, P> {
    fn metadata(&self) -> Metadata {
        self.0.metadata()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut data = self.0.data()?;
        for settings in data.values_mut() {
            for path in self.1 {
                remove(settings, path);
            }
        }
        Ok(data)
    }
}

/// Removes a setting. A list is removed as a whole.
fn remove(settings: &mut Dict, path: &[String]) {
    let Some((key, rest)) = path.split_first() else { return };
    match settings.get_mut(key) {
        Some(Value::Dict(_, section)) if !rest.is_empty() => remove(section, rest),
        _ => drop(settings.remove(key)),
    }
}

/// The settings file.
pub(super) struct TomlFile(pub PathBuf);

impl Provider for TomlFile {
    fn metadata(&self) -> Metadata {
        Metadata::from("TOML file", self.0.as_path())
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let text = std::fs::read_to_string(&self.0).map_err(|error| error.to_string())?;
        let settings: Dict = toml::from_str(&text).map_err(|error| syntax_error(&text, &error))?;
        Ok(Profile::Default.collect(settings))
    }
}

/// What is wrong, with the number of the line. The library quotes the line, which may hold a secret.
fn syntax_error(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    format!("line {}: {}", before.matches('\n').count() + 1, error.message())
}

/// The variables that override the file. Secrets are strings: a password of digits is not a number.
pub(super) struct Variables;

impl Provider for Variables {
    fn metadata(&self) -> Metadata {
        Env::prefixed(ENV_PREFIX).metadata()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut data = Env::prefixed(ENV_PREFIX).split("__").data()?;
        for settings in data.values_mut() {
            for (section, key) in TEXTS.iter().chain(VERBATIM) {
                if let Some(Value::Dict(_, section_settings)) = settings.get_mut(*section)
                    && let Some(value) = section_settings.get_mut(*key)
                    && let Ok(text) = std::env::var(variable(&format!("{section}.{key}")))
                {
                    *value = Value::from(text);
                }
            }
        }
        Ok(data)
    }
}

/// Decided by the last word of the name, so that a new secret is masked without a change here.
pub(super) fn is_secret(path: &str) -> bool {
    ["secret", "password", "passwords", "key", "keys", "token", "tokens"]
        .iter()
        .any(|word| path.rsplit(['.', '_']).next() == Some(word))
}

/// The variable of a setting.
pub(super) fn variable(path: &str) -> String {
    format!("{ENV_PREFIX}{}", path.replace('.', "__").to_uppercase())
}

fn replace(settings: &mut Dict, section: &str, key: &str, value: impl Fn(&str) -> Value) -> Result<(), Box<Error>> {
    let Some(Value::Dict(_, settings)) = settings.get_mut(section) else {
        return Ok(());
    };
    let named = format!("{key}{SUFFIX}");
    let Some(file) = settings.remove(&named) else {
        return Ok(());
    };
    let failed = |problem: String| Box::new(Error::from(problem).with_path(&format!("{section}.{named}")));
    if settings.contains_key(key) {
        return Err(failed(format!("{section}.{key} and {section}.{named} are both set")));
    }
    let path = file.as_str().unwrap_or_default();
    let text = read(Path::new(path)).map_err(|error| failed(format!("{section}.{named}: {path:?}: {error}")))?;
    settings.insert(key.to_owned(), value(&text));
    Ok(())
}

fn read(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(MAX_BYTES).read_to_string(&mut text)?;
    if text.trim().is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is empty"));
    }
    Ok(text)
}
