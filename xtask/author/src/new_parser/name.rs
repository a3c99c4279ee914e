//! Names of categories and vendors, and the names that are derived from them.

use std::str::FromStr;

use parser_model::SubType;

use crate::Result;

/// Module names that a category's crate may use for something else.
const RESERVED: &[&str] = &["layouts", "lib", "main", "record", "tests", "vendors", "words"];

/// The parser to write.
#[derive(Debug, PartialEq)]
pub enum Name {
    /// The crate of a category.
    Category(String),
    /// A vendor's layout.
    Vendor {
        /// The vendor's category.
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
                format!("{part:?} is not a valid name of a {what}: use lower-case letters, digits and single hyphens, such as `pet-food`")
            })?;
            Ok(name.to_string())
        };
        let Some((category, vendor)) = text.split_once('/') else {
            let category = slug(text, "category")?;
            if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
                return Err(format!(
                    "{text:?} is not a valid name of a category: it must start with a letter, because types are named after it"
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

/// The name of a type: `FoodDelivery` for `food-delivery`.
pub fn camel(slug: &str) -> String {
    slug.split('-').map(capitalised).collect()
}

/// The name for people: `Uber Eats` for `uber-eats`.
pub fn title(slug: &str) -> String {
    slug.split('-').map(capitalised).collect::<Vec<_>>().join(" ")
}

/// The name of a module: `uber_eats` for `uber-eats`, and `vendor_7_eleven` if the name is not an identifier or is reserved.
pub fn module(slug: &str) -> String {
    let name = slug.replace('-', "_");
    if syn::parse_str::<syn::Ident>(&name).is_err() || RESERVED.contains(&name.as_str()) {
        return format!("vendor_{name}");
    }
    name
}

/// Fails unless the text needs no escapes in Rust and JSON, and only those of `&` in HTML.
pub fn check_text(text: &str) -> Result<()> {
    if text.trim().is_empty() || text.contains(['"', '\\', '<', '>', '{', '}']) || text.contains(char::is_control) {
        return Err(format!("{text:?} must have words, and no quotes, backslashes, brackets or line breaks").into());
    }
    Ok(())
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
