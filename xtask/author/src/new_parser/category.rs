//! The crate of a new category.

use std::fs;
use std::path::Path;

use parser_model::Catalogue;

use super::arguments::Arguments;
use super::edit;
use super::name::camel;
use super::plan::Plan;
use super::template::fill;
use crate::Result;

/// The manifest that links every parser.
const LINKED: &str = "parsers/Cargo.toml";
/// The crate's files, by their path in its folder.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../../templates/category/manifest.toml")),
    ("src/lib.rs", include_str!("../../templates/category/lib.rs")),
    ("src/record.rs", include_str!("../../templates/category/record.rs")),
    ("src/vendors.rs", include_str!("../../templates/category/vendors.rs")),
    ("words.toml", include_str!("../../templates/category/words.toml")),
];
const SAMPLE: &str = include_str!("../../templates/category/sample.html");
const CONTEXT: &str = include_str!("../../templates/category/sample.mail.json");

/// Plans the crate with a sample, and the line that links it.
pub fn plan(name: &str, arguments: &Arguments, catalogue: &Catalogue, root: &Path) -> Result<Plan> {
    check(name, arguments, catalogue, root)?;
    let folder = format!("parsers/{name}");
    let values = values(name, arguments);
    let mut plan = Plan::new(name);
    for (file, template) in FILES {
        plan.created.insert(format!("{folder}/{file}"), fill(template, &values));
    }
    plan.add_sample(&format!("{folder}/fixtures/order"), (SAMPLE, CONTEXT), &values);
    let manifest = fs::read_to_string(root.join(LINKED))?;
    plan.changed.insert(LINKED.into(), edit::link(&manifest, name)?);
    for (file, purpose) in [
        ("src/record.rs", "the fields of the record; lib.rs fills them"),
        ("words.toml", "words that suggest the category if the sender is unknown"),
        ("fixtures/order.html", "an invented mail in the form of a real one"),
    ] {
        plan.add_next(format!("{folder}/{file}"), purpose);
    }
    plan.add_next_reading();
    let vendor = format!("cargo xtask new-parser {name}/VENDOR --from MAIL.eml");
    plan.add_next(vendor, "a vendor with a fixture");
    plan.add_next(
        "cargo xtask regen".into(),
        "adds the category to openapi.json and the client",
    );
    plan.add_next_test();
    Ok(plan)
}

fn check(name: &str, arguments: &Arguments, catalogue: &Catalogue, root: &Path) -> Result<()> {
    let problem = if arguments.describe_vendor() || arguments.from.is_some() || arguments.label.is_some() {
        format!(
            "--from, --called, --sender, --subject and --label describe a vendor: `cargo xtask new-parser {name}/VENDOR`"
        )
    } else if catalogue.sub_type(name).is_some() {
        format!(
            "the category {name} already exists; `cargo xtask new-parser {name}/VENDOR` adds a vendor's layout to it"
        )
    } else if root.join("parsers").join(name).exists() {
        format!("parsers/{name} already exists")
    } else {
        return Ok(());
    };
    Err(problem.into())
}

fn values(name: &str, arguments: &Arguments) -> Vec<(&'static str, String)> {
    let words = name.replace('-', " ");
    let about = arguments.about.clone();
    let about = about.unwrap_or_else(|| format!("Invoices for {words}."));
    vec![
        ("name", name.to_owned()),
        ("type", camel(name)),
        ("word", words),
        ("about_inside", uncapitalised(&about)),
        ("about", about),
    ]
}

/// A sentence as the end of another one.
fn uncapitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
