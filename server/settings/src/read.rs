//! Reads fields from the layers, with the range of each, and remembers where each value came from.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Value;

use crate::error::ConfigError;
use crate::layer::{Given, Layer, Raw, variable};
use crate::section::{Setting, toml_text};

/// The suffix of a key that names a file with the value.
const FILE: &str = "_file";
/// An empty text in TOML.
const EMPTY: &str = "\"\"";

/// A table of the settings file.
pub(crate) trait Section: Sized {
    /// Reads every field of the section.
    fn read(reader: &mut Reader<'_>) -> Self;
}

/// A field of a section, as it is declared and used.
pub(crate) struct Declared {
    pub path: String,
    pub docs: &'static [&'static str],
    pub kind: Kind,
}

pub(crate) enum Kind {
    Section,
    Constant,
    Setting {
        /// The default in TOML. `None` if the setting is unset by default.
        default: Option<String>,
        range: Option<String>,
        example: Option<String>,
        /// An example of the file that may hold the value, and whether that file has one value a line.
        file: Option<(&'static str, bool)>,
        /// The value in use in TOML, with secrets masked. `None` if the setting is unset.
        shown: Option<String>,
        /// Where it was given. `None` for the default.
        given: Option<Given>,
    },
}

/// Reads a section from the layers.
#[derive(Default)]
pub(crate) struct Reader<'l> {
    /// The strongest first.
    layers: &'l [Layer],
    /// The path of the section, with a dot at its end.
    prefix: String,
    pub declared: Vec<Declared>,
    /// Every name that is not accepted any more, and what is to be said of it.
    pub former: Vec<(String, String)>,
    pub errors: Vec<ConfigError>,
}

impl<'l> Reader<'l> {
    /// A reader of the defaults.
    pub fn of_defaults() -> Self {
        Reader::default()
    }

    pub fn new(layers: &'l [Layer]) -> Self {
        Reader {
            layers,
            ..Reader::default()
        }
    }

    /// Reads a section in this one.
    pub fn section<S: Section>(&mut self, key: &str, docs: &'static [&'static str]) -> S {
        let path = format!("{}{key}", self.prefix);
        let prefix = std::mem::replace(&mut self.prefix, format!("{path}."));
        let kind = Kind::Section;
        self.declared.push(Declared { path, docs, kind });
        let section = S::read(self);
        self.prefix = prefix;
        section
    }

    /// Reads a field. If it can't be read, notes the error and returns the default.
    pub fn setting<T>(&mut self, key: &str, docs: &'static [&'static str], setting: Setting<T>) -> T
    where
        T: Serialize + DeserializeOwned,
    {
        let path = format!("{}{key}", self.prefix);
        let default = toml_text(&setting.default);
        if setting.constant {
            return self.constant(path, docs, setting, default);
        }
        if let Some(former) = setting.former {
            let now = format!("the setting is called {path} now");
            self.former.push((former.to_owned(), now));
        }
        let given = self.given(&path, setting.file);
        let read = given.as_ref().map(|given| {
            let value = match &default {
                // Elsewhere an empty text is often a variable without a value.
                Some(default) if default == EMPTY => convert(given, None),
                _ if given.is_empty() => Err("it is empty; remove it for the default".to_owned()),
                _ => convert(given, setting.range.as_ref()),
            };
            value.map_err(|problem| ConfigError::given(&path, &problem, &given.origin))
        });
        let value = match read {
            None => setting.default,
            Some(Ok(value)) => value,
            Some(Err(error)) => {
                self.errors.push(error);
                setting.default
            }
        };
        let kind = Kind::Setting {
            default,
            range: setting
                .range
                .map(|(range, _)| format!("{} to {}", range.start(), range.end())),
            example: setting.example,
            file: setting.file,
            shown: toml_text(&value),
            given,
        };
        self.declared.push(Declared { path, docs, kind });
        value
    }

    fn constant<T>(
        &mut self,
        path: String,
        docs: &'static [&'static str],
        setting: Setting<T>,
        value: Option<String>,
    ) -> T
    where
        T: DeserializeOwned,
    {
        let words: Vec<_> = docs.iter().map(|line| line.trim()).collect();
        let (value, words) = (value.unwrap_or_default(), words.join(" "));
        let now = format!("this is a constant now, {value}: remove the setting. {words}");
        let names = setting.former.map(str::to_owned).into_iter().chain([path.clone()]);
        self.former.extend(names.map(|name| (name, now.clone())));
        let for_tests = self.layers.iter().find_map(|layer| layer.constants.get(&path));
        let changed = for_tests.and_then(|given| convert(given, None).ok());
        let kind = Kind::Constant;
        self.declared.push(Declared { path, docs, kind });
        changed.unwrap_or(setting.default)
    }

    /// The value of the strongest layer that has it, or names a file with it.
    fn given(&mut self, path: &str, file: Option<(&str, bool)>) -> Option<Given> {
        let named = format!("{path}{FILE}");
        for layer in self.layers {
            let value = layer.settings.get(path);
            let in_file = file.and_then(|(_, is_list)| Some((layer.settings.get(&named)?, is_list)));
            match (value, in_file) {
                (None, None) => {}
                (Some(value), None) => return Some(value.clone()),
                (None, Some((file, is_list))) => match file.read_file(is_list) {
                    Ok(given) => return Some(given),
                    Err(problem) => {
                        self.errors.push(ConfigError::given(&named, &problem, &file.origin));
                        return None;
                    }
                },
                (Some(_), Some((file, _))) => {
                    let problem = format!("{path} and {named} are both set");
                    self.errors.push(ConfigError::given(&named, &problem, &file.origin));
                    return None;
                }
            }
        }
        None
    }

    /// The settings that are accepted.
    pub fn names(&self) -> Vec<String> {
        let names = self.declared.iter().flat_map(|declared| match &declared.kind {
            Kind::Setting { file: Some(_), .. } => vec![declared.path.clone(), format!("{}{FILE}", declared.path)],
            Kind::Setting { .. } => vec![declared.path.clone()],
            Kind::Section | Kind::Constant => Vec::new(),
        });
        names.collect()
    }
}

/// The path of the key that names a file with a setting's value.
pub(crate) fn file_key(path: &str) -> String {
    format!("{path}{FILE}")
}

fn convert<T: DeserializeOwned>(
    given: &Given,
    range: Option<&(RangeInclusive<i64>, &'static str)>,
) -> Result<T, String> {
    let value = match &given.raw {
        Raw::Toml(value) => value.clone(),
        // Of a variable. What is a string or can be read from one is taken as it is: a password of digits is not a number.
        Raw::Text(text) => match (T::deserialize(Value::String(text.clone())), from_toml(text)) {
            (Ok(value), _) => return Ok(value),
            (Err(_), Some(value)) => value,
            (Err(error), None) => return Err(error.message().to_owned()),
        },
    };
    if let Some((range, reason)) = range {
        let is_outside = match &value {
            Value::Integer(number) => !range.contains(number),
            #[expect(clippy::cast_precision_loss, reason = "the bounds of a fraction are small")]
            Value::Float(number) => !(*range.start() as f64..=*range.end() as f64).contains(number),
            _ => false,
        };
        if is_outside {
            return Err(format!("{value} is not {} to {}: {reason}", range.start(), range.end()));
        }
    }
    T::deserialize(value).map_err(|error| error.message().to_owned())
}

/// A value in the syntax of TOML.
fn from_toml(text: &str) -> Option<Value> {
    let mut table: toml::Table = toml::from_str(&format!("value = {text}")).ok()?;
    table.remove("value").filter(|_| table.is_empty())
}

impl Declared {
    /// The variable that sets it.
    pub fn variable(&self) -> String {
        variable(&self.path)
    }
}
