//! Names of categories and vendors, and what is made of them.

use std::str::FromStr;

use parser_model::SubType;

use crate::Result;

/// File names that a category's crate uses for other things.
const TAKEN: &[&str] = &["layouts", "lib", "main", "record", "tests", "vendors", "words"];

/// What is asked for.
#[derive(Debug, PartialEq)]
pub enum Name {
    /// A category's crate.
    Category(String),
    /// A vendor's layout.
    Vendor {
        /// In which category.
        category: String,
        /// The vendor's id.
        vendor: String,
    },
}

impl FromStr for Name {
    type Err = Box<dyn std::error::Error>;

    fn from_str(text: &str) -> Result<Self> {
        let slug = |part: &str, what: &str| -> Result<String> {
            let name: SubType = part.parse().map_err(|_| {
                format!("{part:?} is no name of a {what}: small letters, digits and single hyphens, such as `pet-food`")
            })?;
            Ok(name.to_string())
        };
        let Some((category, vendor)) = text.split_once('/') else {
            let category = slug(text, "category")?;
            if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
                return Err(format!(
                    "{text:?} is no name of a category: its types are named after it, so it begins with a letter"
                )
                .into());
            }
            return Ok(Name::Category(category));
        };
        Ok(Name::Vendor {
            category: slug(category, "category")?,
            vendor: slug(vendor, "vendor")?,
        })
    }
}

/// `food-delivery` as a type's name: `FoodDelivery`.
pub fn camel(slug: &str) -> String {
    slug.split('-').map(capitalised).collect()
}

/// `uber-eats` as people may write it: `Uber Eats`.
pub fn title(slug: &str) -> String {
    slug.split('-').map(capitalised).collect::<Vec<_>>().join(" ")
}

/// `uber-eats` as a module's name: `uber_eats`. What is no identifier (`7-eleven`, `match`) becomes `vendor_…`.
pub fn module(slug: &str) -> String {
    let name = slug.replace('-', "_");
    if syn::parse_str::<syn::Ident>(&name).is_err() || TAKEN.contains(&name.as_str()) {
        return format!("vendor_{name}");
    }
    name
}

/// Words that can stand in Rust, JSON and HTML without more ado.
pub fn plain(text: &str) -> Result<()> {
    if text.trim().is_empty() || text.contains(['"', '\\', '<', '>', '{', '}']) || text.contains(char::is_control) {
        return Err(format!(
            "{text:?} can't stand in a source file: write it without quotes, brackets and line breaks"
        )
        .into());
    }
    Ok(())
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
