//! A parser to begin with: a crate for a category, or a vendor's layout in one.

mod category;
mod edit;
mod name;
mod plan;
#[cfg(test)]
mod tests;
mod vendor;

use std::path::Path;

use clap::Args;
use parser_model::Catalogue;

use self::name::Name;
use self::plan::Plan;
use crate::{Result, root};

/// What to write.
#[derive(Args)]
pub struct NewParser {
    /// A new category such as pets, or a vendor in a category such as food-delivery/wolt
    #[arg(value_name = "CATEGORY[/VENDOR]")]
    name: String,
    /// What belongs to the new category, in one sentence
    #[arg(long, value_name = "SENTENCE")]
    about: Option<String>,
    /// What people call the vendor
    #[arg(long, value_name = "NAME")]
    called: Option<String>,
    /// Who sends the vendor's mails: an address, a domain or a glob with *
    #[arg(long, value_name = "SENDER")]
    sender: Option<String>,
    /// Words of the subject of the vendor's mails; may be given several times
    #[arg(long, value_name = "WORDS")]
    subject: Vec<String>,
}

/// Writes the files, has the sample read, and says what comes next. Nothing is written where anything is refused.
pub fn run(wanted: &NewParser) -> Result<()> {
    let plan = planned(wanted, &invoices_parsers::catalogue()?, root())?;
    plan.write(root())?;
    plan.read_samples(root())?;
    plan.say_next();
    Ok(())
}

/// What would be done below `root`.
fn planned(wanted: &NewParser, known: &Catalogue, root: &Path) -> Result<Plan> {
    for text in [&wanted.about, &wanted.called].into_iter().flatten() {
        name::plain(text)?;
    }
    for text in &wanted.subject {
        name::plain(text)?;
    }
    match wanted.name.parse()? {
        Name::Category(name) => category::plan(&name, wanted, known, root),
        Name::Vendor { category, vendor } => vendor::plan(&category, &vendor, wanted, known, root),
    }
}

/// The placeholders of a template and what takes their place.
type Values<'a> = &'a [(&'a str, &'a str)];

/// A template with its placeholders filled.
fn filled(template: &str, values: Values<'_>) -> String {
    let fill = |text: String, (key, value): &(&str, &str)| text.replace(&format!("{{{{{key}}}}}"), value);
    values.iter().fold(template.to_owned(), fill)
}

/// The same of markup.
fn filled_markup(template: &str, values: Values<'_>) -> String {
    let escaped: Vec<(&str, String)> = values.iter().map(|(key, v)| (*key, v.replace('&', "&amp;"))).collect();
    let escaped: Vec<(&str, &str)> = escaped.iter().map(|(key, value)| (*key, value.as_str())).collect();
    filled(template, &escaped)
}
