//! Writes the first files of a parser: the crate of a category, or a vendor's entry, fixture and layout in an existing category.

mod arguments;
mod category;
mod edit;
mod from_mail;
mod name;
mod plan;
mod template;
#[cfg(test)]
mod tests;
mod vendor;

use std::path::Path;

use parser_model::Catalogue;

pub use self::arguments::Arguments;
use self::name::Name;
use self::plan::Plan;
use crate::{Result, root};

/// Writes the files, reads the sample with the new parser, and prints the next steps. If any check fails, it writes nothing.
pub fn run(arguments: &Arguments) -> Result<()> {
    let plan = plan(arguments, &invoices_parsers::catalogue()?, root())?;
    plan.write(root())?;
    // Before the tests run: the message must also appear if they are stopped.
    plan.print_report();
    plan.read_samples(root())?;
    plan.print_next();
    Ok(())
}

/// The changes to the workspace in `root`.
fn plan(arguments: &Arguments, catalogue: &Catalogue, root: &Path) -> Result<Plan> {
    let texts = arguments.about.iter().chain(&arguments.called);
    for text in texts.chain(&arguments.subject) {
        name::check_text(text)?;
    }
    match arguments.name.parse()? {
        Name::Category(name) => category::plan(&name, arguments, catalogue, root),
        Name::Vendor { category, vendor } => vendor::plan(&category, &vendor, arguments, catalogue, root),
    }
}
