//! The crate of a new category.

use std::fs;
use std::path::Path;

use parser_model::Catalogue;

use super::name::{camel, title};
use super::plan::Plan;
use super::{NewParser, edit, filled, filled_markup};
use crate::Result;

/// The crate, a sample, and the line that links it.
pub fn plan(name: &str, wanted: &NewParser, known: &Catalogue, root: &Path) -> Result<Plan> {
    if wanted.called.is_some() || wanted.sender.is_some() || !wanted.subject.is_empty() {
        return Err(format!(
            "--called, --sender and --subject describe a vendor: `cargo xtask new-parser {name}/VENDOR`"
        )
        .into());
    }
    if known.sub_type(name).is_some() {
        return Err(format!(
            "the category {name} is there already; `cargo xtask new-parser {name}/VENDOR` adds a vendor's layout to it"
        )
        .into());
    }
    if root.join("parsers").join(name).exists() {
        return Err(format!("parsers/{name} is there already").into());
    }
    let vendor = format!("{name}-shop");
    if known.vendors().iter().any(|v| v.vendor_id.as_str() == vendor) {
        return Err(format!("there is a vendor {vendor}, which is what the sample's would be called").into());
    }
    let (types, words, vendor_name) = (camel(name), name.replace('-', " "), title(&vendor));
    let about = wanted.about.clone().unwrap_or_else(|| format!("Invoices for {words}."));
    let about_inside = in_a_sentence(&about);
    let sender = format!("kvitto@{vendor}.example");
    let values = [
        ("name", name),
        ("type", &types),
        ("word", &words),
        ("about", &about),
        ("about_inside", &about_inside),
        ("vendor", &vendor),
        ("vendor_name", &vendor_name),
        ("sender", &sender),
        ("address", &sender),
        ("subject", "Kvitto"),
    ];
    let mut plan = Plan::of(name);
    for (file, template) in [
        ("Cargo.toml", include_str!("../../templates/category/manifest.toml")),
        ("src/lib.rs", include_str!("../../templates/category/lib.rs")),
        ("src/record.rs", include_str!("../../templates/category/record.rs")),
        ("src/vendors.rs", include_str!("../../templates/category/vendors.rs")),
        ("src/words.rs", include_str!("../../templates/category/words.rs")),
        (
            &format!("fixtures/{vendor}.mail.json"),
            include_str!("../../templates/sample.mail.json"),
        ),
    ] {
        plan.new
            .insert(format!("parsers/{name}/{file}"), filled(template, &values));
    }
    let sample = filled_markup(include_str!("../../templates/category/sample.html"), &values);
    plan.new
        .insert(format!("parsers/{name}/fixtures/{vendor}.html"), sample);
    let manifest = "parsers/Cargo.toml";
    let linked = edit::link(&fs::read_to_string(root.join(manifest))?, name)?;
    plan.changed.insert(manifest.into(), linked);
    let samples = format!("parsers/{name}/fixtures/{vendor}.html");
    plan.next = vec![
        (format!("parsers/{name}/src/record.rs"), "its fields; lib.rs fills them"),
        (format!("parsers/{name}/src/vendors.rs"), "who really sends these mails"),
        (
            format!("parsers/{name}/src/words.rs"),
            "what speaks for the category where the sender is unknown",
        ),
        (samples, "an invented mail in the form of a real one"),
        (
            format!("UPDATE_GOLDEN=1 cargo test -p {}", plan.package),
            "writes the reading beside the mail; look at it",
        ),
        (
            format!("cargo xtask new-parser {name}/VENDOR"),
            "where a vendor's page says more than the general reading takes",
        ),
        (
            "cargo xtask regen".into(),
            "puts the category into openapi.json and the client",
        ),
        (
            "cargo xtask test".into(),
            "everything that must hold before it is merged",
        ),
    ];
    Ok(plan)
}

/// A sentence as the end of another.
fn in_a_sentence(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}
