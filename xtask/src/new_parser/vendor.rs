//! A vendor's layout in a category that is there.

use std::fs;
use std::path::Path;

use parser_model::vendor::EmailPattern;
use parser_model::{Catalogue, SubType};

use super::name::{module, title};
use super::plan::Plan;
use super::{NewParser, edit, filled, filled_markup};
use crate::Result;

/// Who sends, as far as a layout asks.
struct Sender {
    name: String,
    pattern: EmailPattern,
    subjects: Vec<String>,
    /// Whether the category's vendors.rs has it.
    known: bool,
}

/// The layout, its registration, a sample, and the vendor where the build does not know it yet.
pub fn plan(category: &str, vendor: &str, wanted: &NewParser, known: &Catalogue, root: &Path) -> Result<Plan> {
    if wanted.about.is_some() {
        return Err("--about describes a category".into());
    }
    if category == "rental" {
        return Err("rent notices have no layouts: one reader takes the PDFs of every landlord".into());
    }
    if known.sub_type(category).is_none() {
        let all: Vec<&str> = known.sub_types().map(SubType::as_str).collect();
        let all = all.join(", ");
        return Err(format!(
            "there is no category {category}, only {all}; `cargo xtask new-parser {category}` writes one"
        )
        .into());
    }
    let sender = sender(category, vendor, wanted, known)?;
    let source = format!("parsers/{category}/src");
    let module = module(vendor);
    // A category keeps its layouts in a folder, or beside lib.rs as long as they are few.
    let (folder, list, head) = if root.join(&source).join("layouts/mod.rs").is_file() {
        (
            format!("{source}/layouts"),
            format!("{source}/layouts/mod.rs"),
            "LAYOUTS: &[Layout] = &[",
        )
    } else {
        (source.clone(), format!("{source}/lib.rs"), "layouts: &[")
    };
    let file = format!("{folder}/{module}.rs");
    if root.join(&file).exists() {
        return Err(format!("{file} is there already").into());
    }
    let (host, address) = (host(&sender.pattern), address(&sender.pattern));
    let subjects: Vec<String> = sender.subjects.iter().map(|words| format!("\"{words}\"")).collect();
    let subjects = subjects.join(", ");
    let values = [
        ("name", category),
        ("vendor", vendor),
        ("vendor_name", &sender.name),
        ("sender", sender.pattern.as_str()),
        ("subjects", &subjects),
        ("subject", sender.subjects.first().map_or("Kvitto", String::as_str)),
        ("host", &host),
        ("address", &address),
    ];
    let mut plan = Plan::of(category);
    plan.new.insert(
        file.clone(),
        filled(include_str!("../../templates/vendor/layout.rs"), &values),
    );
    let sample = sample(category, vendor, root);
    let markup = filled_markup(include_str!("../../templates/vendor/sample.html"), &values);
    plan.new.insert(format!("{sample}.html"), markup);
    let mail = filled(include_str!("../../templates/sample.mail.json"), &values);
    plan.new.insert(format!("{sample}.mail.json"), mail);

    let listed = fs::read_to_string(root.join(&list))?;
    let registered = edit::declare(&listed, &module).and_then(|s| edit::append(&s, head, &format!("{module}::LAYOUT")));
    let registered = registered.ok_or_else(|| format!("{list} has no `{head}` to add the layout to"))?;
    plan.changed.insert(list, registered);
    let vendors = format!("{source}/vendors.rs");
    if !sender.known {
        let entry = filled(include_str!("../../templates/vendor/vendor.rs"), &values);
        let head = "VENDORS: &[VendorEntry] = &[";
        let entered = edit::append(&fs::read_to_string(root.join(&vendors))?, head, entry.trim());
        plan.changed.insert(
            vendors.clone(),
            entered.ok_or_else(|| format!("{vendors} has no `{head}` to add the vendor to"))?,
        );
    }
    if sender.pattern.as_str().ends_with(".example") {
        plan.next.push((vendors, "who really sends these mails"));
    }
    plan.next.extend([
        (format!("{sample}.html"), "an invented mail in the form of a real one"),
        (file, "what its page says beyond the general reading"),
        (
            format!("UPDATE_GOLDEN=1 cargo test -p {}", plan.package),
            "writes the reading beside the mail; look at it",
        ),
        (
            "cargo xtask test".into(),
            "everything that must hold before it is merged",
        ),
    ]);
    Ok(plan)
}

/// As the build knows the vendor, or as it is described.
fn sender(category: &str, vendor: &str, wanted: &NewParser, known: &Catalogue) -> Result<Sender> {
    let Some(entry) = known.vendors().iter().find(|v| v.vendor_id.as_str() == vendor) else {
        let sender = wanted
            .sender
            .clone()
            .unwrap_or_else(|| format!("kvitto@{vendor}.example"));
        return Ok(Sender {
            name: wanted.called.clone().unwrap_or_else(|| title(vendor)),
            pattern: sender.parse().map_err(|error| format!("{sender:?} is {error}"))?,
            subjects: wanted.subject.clone(),
            known: false,
        });
    };
    if entry.sub_type.as_str() != category {
        return Err(format!("{vendor} is a vendor of {}: a vendor has one category", entry.sub_type).into());
    }
    if wanted.called.is_some() || wanted.sender.is_some() || !wanted.subject.is_empty() {
        return Err(
            format!("{category} knows the vendor {vendor}: change it in parsers/{category}/src/vendors.rs").into(),
        );
    }
    Ok(Sender {
        name: entry.vendor_name.clone(),
        pattern: entry
            .email_patterns
            .first()
            .cloned()
            .ok_or("the vendor has no sender")?,
        subjects: entry.subject_keywords.clone(),
        known: true,
    })
}

/// The host that a sender's mails come from.
fn host(pattern: &EmailPattern) -> String {
    let host = pattern.as_str().rsplit('@').next().unwrap_or_default();
    host.rsplit('*')
        .next()
        .unwrap_or_default()
        .trim_start_matches('.')
        .to_owned()
}

/// An address that fits the pattern.
fn address(pattern: &EmailPattern) -> String {
    match pattern.as_str() {
        address if address.contains('@') && !address.contains('*') => address.to_owned(),
        _ => format!("kvitto@{}", host(pattern)),
    }
}

/// Where the sample goes, without its endings: a category may have one of this vendor from before.
fn sample(category: &str, vendor: &str, root: &Path) -> String {
    let path = format!("parsers/{category}/fixtures/{vendor}");
    if root.join(format!("{path}.html")).exists() {
        return format!("{path}-layout");
    }
    path
}
