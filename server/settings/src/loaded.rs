//! The settings that were read, each with its source.

use std::path::{Path, PathBuf};

use crate::combined;
use crate::config::Config;
use crate::error::ConfigError;
use crate::layer::{Given, Layer, Raw};
use crate::read::{Declared, Kind, Reader, Section};

use crate::value::MASK;

/// The files of which the first that exists is read when none is named: the current folder's, and the package's.
const DEFAULT_FILES: [&str; 2] = ["invoices.toml", "/etc/invoices/invoices.toml"];

/// What was read.
pub struct Loaded {
    /// The settings, with the default of each one that can't be read.
    pub config: Config,
    /// Every setting that has a value.
    pub in_use: Vec<InUse>,
    /// Every name that is not a setting and every value that can't be read.
    pub errors: Vec<ConfigError>,
}

/// A setting in use.
#[derive(Clone)]
pub struct InUse {
    /// Its path, such as `server.address`.
    pub path: String,
    /// Its value in TOML. Secrets are masked.
    pub value: String,
    /// The source: `default`, the file, or the variable.
    pub origin: String,
    /// The value as it was given, with secrets.
    raw: Option<Raw>,
}

impl InUse {
    /// Whether both have the same value. Secrets count.
    pub fn has_value_of(&self, other: &InUse) -> bool {
        self.raw == other.raw && self.value == other.value
    }
}

impl Loaded {
    /// Reads the named file, else the first that exists of `invoices.toml` and `/etc/invoices/invoices.toml`. The file overrides
    /// defaults, variables override both.
    pub fn read(file: Option<&Path>) -> Result<Self, ConfigError> {
        let file = match file {
            Some(file) if !file.is_file() => return Err(ConfigError::NoFile(file.to_owned())),
            Some(file) => Some(file.to_owned()),
            None => DEFAULT_FILES.map(PathBuf::from).into_iter().find(|file| file.exists()),
        };
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            let name = name.into_string().ok()?;
            Some((name, value.to_string_lossy().into_owned()))
        });
        let mut layers = vec![Layer::of_variables(variables)];
        if let Some(file) = file {
            layers.push(Layer::of_file(&file)?);
        }
        Ok(Loaded::of(&layers))
    }

    /// The strongest layer is the first.
    pub(crate) fn of(layers: &[Layer]) -> Self {
        let mut reader = Reader::new(layers);
        let mut config = Config::read(&mut reader);
        config.mail.use_provider();
        let mut errors = names_that_are_not_settings(&reader, layers);
        errors.append(&mut reader.errors);
        errors.append(&mut combined::check(&config));
        Loaded {
            config,
            in_use: reader.declared.into_iter().filter_map(in_use).collect(),
            errors,
        }
    }
}

fn names_that_are_not_settings(reader: &Reader<'_>, layers: &[Layer]) -> Vec<ConfigError> {
    let known = reader.names();
    let is_section = |path: &str| {
        let mut sections = reader
            .declared
            .iter()
            .filter(|declared| matches!(declared.kind, Kind::Section));
        sections.any(|section| section.path == path)
    };
    let given = layers.iter().flat_map(|layer| &layer.settings);
    let unknown = given.filter(|(path, given)| !(known.contains(path) || is_section(path) && given.is_table()));
    let error = |(path, given): (&String, &Given)| {
        let former = reader
            .former
            .iter()
            .find(|(name, _)| name == path)
            .map(|(_, now)| now.clone());
        let problem = former.unwrap_or_else(|| match nearest(path, &known) {
            Some(meant) => format!("there is no such setting; is {meant} meant?"),
            None => "there is no such setting".to_owned(),
        });
        ConfigError::given(path, &problem, &given.origin)
    };
    unknown.map(error).collect()
}

/// The known path that is at most two letters away, or has the same key in another section.
fn nearest<'k>(path: &str, known: &'k [String]) -> Option<&'k str> {
    let near = known.iter().map(|name| (strsim::levenshtein(path, name), name));
    let nearest = near.filter(|(distance, _)| *distance <= 2).min();
    let key = |path: &str| path.rsplit('.').next().map(str::to_owned);
    let same_key = || known.iter().find(|name| key(name) == key(path));
    nearest.map(|(_, name)| name).or_else(same_key).map(String::as_str)
}

fn in_use(declared: Declared) -> Option<InUse> {
    let Kind::Setting { shown, given, .. } = declared.kind else {
        return None;
    };
    Some(InUse {
        path: declared.path,
        value: without_password(&shown?).replace(&format!("{MASK:?}"), MASK),
        origin: given
            .as_ref()
            .map_or_else(|| "default".into(), |given| given.origin.clone()),
        raw: given.map(|given| given.raw),
    })
}

/// Masks the password in a URL.
fn without_password(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.to_owned();
    };
    let (rest, quote) = rest.strip_suffix('"').map_or((rest, ""), |rest| (rest, "\""));
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
    format!("{scheme}://{address}{query}{quote}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_and_one_in_the_wrong_section_are_found() {
        let known = ["server.address", "pipeline.workers"].map(str::to_owned);
        assert_eq!(nearest("server.adress", &known), Some("server.address"));
        assert_eq!(nearest("server.workers", &known), Some("pipeline.workers"));
        assert_eq!(nearest("server.port", &known), None);
    }

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, expected) in [
            (
                "\"postgres://alva@db.example.com/invoices\"",
                "\"postgres://alva@db.example.com/invoices\"",
            ),
            (
                "\"postgres://alva:hunter2@db.example.com/i\"",
                "\"postgres://alva:********@db.example.com/i\"",
            ),
            (
                "\"postgres://alva:hunt@er2@db.example.com/i\"",
                "\"postgres://alva:********@db.example.com/i\"",
            ),
            (
                "\"postgres://db.example.com/i?password=hunter2\"",
                "\"postgres://db.example.com/i?********\"",
            ),
            ("\"sqlite:invoices.db\"", "\"sqlite:invoices.db\""),
        ] {
            assert_eq!(without_password(text), expected);
        }
    }
}
