//! The layers of settings: the file, and the variables over it. A value may be in a file of its own, which `<key>_file` names.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use toml::{Table, Value};

use crate::error::ConfigError;

/// The prefix of the variables that override the file.
const PREFIX: &str = "INVOICES__";
/// The prefix of the variables by which tests of the program change constants. Release builds ignore them.
const TEST_PREFIX: &str = "INVOICES_TEST__";
/// Files with one value are read up to this length. Secrets are shorter.
const MAX_BYTES: u64 = 64 * 1024;

/// The values of one source, by their paths.
#[derive(Default)]
pub(crate) struct Layer {
    pub settings: BTreeMap<String, Given>,
    /// What a test gives to constants.
    pub constants: BTreeMap<String, Given>,
}

/// A value, and the file or variable that it is from.
#[derive(Clone)]
pub(crate) struct Given {
    pub raw: Raw,
    pub origin: String,
}

#[derive(Clone, PartialEq)]
pub(crate) enum Raw {
    /// From the settings file.
    Toml(Value),
    /// From a variable, or from a file of its own.
    Text(String),
}

impl Layer {
    pub fn of_file(file: &Path) -> Result<Self, ConfigError> {
        let origin = file.display().to_string();
        let unreadable = |problem: String| ConfigError::File {
            file: file.to_owned(),
            problem,
        };
        let text = std::fs::read_to_string(file).map_err(|error| unreadable(error.to_string()))?;
        let table: Table = toml::from_str(&text).map_err(|error| unreadable(syntax_error(&text, &error)))?;
        let mut layer = Layer::default();
        layer.add("", table, &origin);
        Ok(layer)
    }

    /// Adds the values of a table by their paths. An empty table counts as a value, so that its name is checked.
    fn add(&mut self, prefix: &str, table: Table, origin: &str) {
        for (key, value) in table {
            let path = format!("{prefix}{key}");
            match value {
                Value::Table(table) if !table.is_empty() => self.add(&format!("{path}."), table, origin),
                value => {
                    let (raw, origin) = (Raw::Toml(value), origin.to_owned());
                    self.settings.insert(path, Given { raw, origin });
                }
            }
        }
    }

    pub fn of_variables(variables: impl Iterator<Item = (String, String)>) -> Self {
        let mut layer = Layer::default();
        for (name, value) in variables {
            let (values, rest) = if let Some(rest) = name.strip_prefix(PREFIX) {
                (&mut layer.settings, rest)
            } else if let Some(rest) = name.strip_prefix(TEST_PREFIX).filter(|_| cfg!(debug_assertions)) {
                (&mut layer.constants, rest)
            } else {
                continue;
            };
            let path = rest.to_lowercase().replace("__", ".");
            let (raw, origin) = (Raw::Text(value), name);
            values.insert(path, Given { raw, origin });
        }
        layer
    }
}

impl Given {
    /// Whether it is a table of the file, which has no values.
    pub fn is_table(&self) -> bool {
        matches!(self.raw, Raw::Toml(Value::Table(_)))
    }

    /// Whether it is a blank text.
    pub fn is_empty(&self) -> bool {
        matches!(&self.raw, Raw::Toml(Value::String(text)) | Raw::Text(text) if text.trim().is_empty())
    }

    /// Reads the file that this value names.
    pub fn read_file(&self, is_list: bool) -> Result<Given, String> {
        let path = match &self.raw {
            Raw::Toml(Value::String(path)) | Raw::Text(path) => Path::new(path),
            Raw::Toml(value) => return Err(format!("it must be a string, not {}", value.type_str())),
        };
        let text = read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let raw = if is_list {
            Raw::Toml(Value::Array(lines.map(Value::from).collect()))
        } else {
            Raw::Toml(text.trim_end().into())
        };
        let origin = self.origin.clone();
        Ok(Given { raw, origin })
    }
}

/// The variable of a setting.
pub(crate) fn variable(path: &str) -> String {
    format!("{PREFIX}{}", path.replace('.', "__").to_uppercase())
}

fn read(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(MAX_BYTES).read_to_string(&mut text)?;
    if text.trim().is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is empty"));
    }
    Ok(text)
}

/// What is wrong, with the number of the line. The library quotes the line, which may hold a secret.
fn syntax_error(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    format!("line {}: {}", before.matches('\n').count() + 1, error.message())
}
