//! Classes of the vocabulary by name.

use std::fmt;

use invoices_parsers::phrases::overrides::source::{GROUPS, kebab_case};

use super::similarity::similarity;
use crate::Result;

/// The most similar classes that an error lists.
const MOST_SUGGESTIONS: usize = 5;

/// A table and a key of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    pub table: String,
    pub key: String,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.table, self.key)
    }
}

impl Class {
    /// The class of a name such as `amounts.grand-total`, or `grand-total` if only one table has it.
    pub fn named(name: &str) -> Result<Class> {
        let all = all();
        let named: Vec<&Class> = match name.split_once('.') {
            Some((table @ "currencies", code)) if is_code(code) => {
                return Ok(Class {
                    table: table.to_owned(),
                    key: code.to_owned(),
                });
            }
            Some(_) => all.iter().filter(|class| class.to_string() == name).collect(),
            None => all.iter().filter(|class| class.key == name).collect(),
        };
        match named.as_slice() {
            [class] => Ok((*class).clone()),
            [] => Err(format!("no class {name:?}; similar ones: {}", similar(&all, name)).into()),
            several => {
                let names: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(format!("{name:?} is one of {}", names.join(", ")).into())
            }
        }
    }
}

fn is_code(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Every class but the currencies.
fn all() -> Vec<Class> {
    let class = |table: &str, key: &str| Class {
        table: kebab_case(table),
        key: kebab_case(key),
    };
    let of_groups = GROUPS
        .iter()
        .flat_map(|group| group.classes.iter().map(move |known| class(group.name, known.name)));
    of_groups.chain([class("language", "small-words")]).collect()
}

fn similar(all: &[Class], name: &str) -> String {
    let likeness = |class: &Class| similarity(&class.key, name).max(similarity(&class.to_string(), name));
    let mut ranked: Vec<(usize, String)> = all.iter().map(|class| (likeness(class), class.to_string())).collect();
    ranked.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    let names = ranked.into_iter().take(MOST_SUGGESTIONS).map(|(_, name)| name);
    names.collect::<Vec<_>>().join(", ")
}
