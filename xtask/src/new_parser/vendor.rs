//! A vendor's layout in an existing category.

use std::fs;
use std::path::Path;

use parser_document::mail::Mail;
use parser_model::reading::MailContext;
use parser_model::vendor::EmailPattern;
use parser_model::{Catalogue, SubType, Vendor};

use super::arguments::Arguments;
use super::edit;
use super::from_mail;
use super::name::{self, module, title};
use super::plan::Plan;
use super::template::{Values, fill};
use crate::Result;

const LAYOUT: &str = include_str!("../../templates/vendor/layout.rs");
const SAMPLE: &str = include_str!("../../templates/vendor/sample.html");
const CONTEXT: &str = include_str!("../../templates/vendor/sample.mail.json");
const ENTRY: &str = include_str!("../../templates/vendor/vendor.rs");
/// The start of the list in a category's `vendors.rs`.
const VENDORS: &str = "VENDORS: &[VendorEntry] = &[";

/// The sender of the vendor's mails.
struct Sender {
    name: String,
    pattern: EmailPattern,
    subjects: Vec<String>,
    /// Whether the category's `vendors.rs` has the vendor.
    is_registered: bool,
}

/// Plans a fixture that is made from a mail, and the vendor's entry if the catalogue does not have it.
pub fn plan_from_mail(
    category: &str,
    vendor: &str,
    mail: &Path,
    arguments: &Arguments,
    catalogue: &Catalogue,
    root: &Path,
) -> Result<Plan> {
    check(category, arguments, catalogue)?;
    let bytes = fs::read(mail).map_err(|error| format!("failed to read {}: {error}", mail.display()))?;
    let known = catalogue
        .vendors()
        .iter()
        .find(|known| known.vendor_id.as_str() == vendor);
    let registered = known.map(|known| registered(category, known, arguments)).transpose()?;
    let mut described = match registered {
        Some(sender) => sender,
        None => from_headers(vendor, &bytes, arguments)?,
    };
    let given = MailContext {
        vendor_id: Some(vendor.to_owned()),
        vendor_name: Some(described.name.clone()),
        sub_type: catalogue.sub_type(category).cloned(),
        sender_address: arguments.sender.as_ref().map(|_| address(&described.pattern)),
        ..MailContext::default()
    };
    let fixture = from_mail::fixture(&bytes, &given)?;
    if described.subjects.is_empty() && !described.is_registered {
        described.subjects.extend(fixture.subject.clone());
    }
    let path = sample(category, vendor, "mail", root);
    let mut plan = Plan::new(category);
    plan.add_fixture(&path, fixture);
    if !described.is_registered {
        let vendors = format!("parsers/{category}/src/vendors.rs");
        let values = values(category, vendor, &described);
        plan.changed
            .insert(vendors.clone(), with_vendor(&vendors, &values, root)?);
        plan.add_next(vendors, "the sender and the subjects of the vendor's mails");
    }
    plan.add_next(
        format!("{path}.html"),
        "look over every line: the rest of what is personal is yours to replace",
    );
    plan.add_next_reading();
    plan.add_next(
        format!("cargo xtask new-parser {category}/{vendor}"),
        "a layout, if the page states more than the general reading finds",
    );
    plan.add_next_test();
    Ok(plan)
}

/// The sender of a new vendor: as the arguments describe it, else as the mail's headers do.
fn from_headers(vendor: &str, mail: &[u8], arguments: &Arguments) -> Result<Sender> {
    let mail = Mail::read(mail).map_err(|error| error.to_string())?;
    let is_plain = |text: &String| name::check_text(text).is_ok();
    let own = Arguments {
        called: arguments.called.clone().or(mail.sender_name.filter(is_plain)),
        sender: arguments
            .sender
            .clone()
            .or(mail.sender.map(|sender| sender.to_string())),
        ..arguments.clone()
    };
    described(vendor, &own)
}

/// Plans the layout, its registration and a sample, and the vendor's entry if the catalogue does not have it.
pub fn plan(category: &str, vendor: &str, arguments: &Arguments, catalogue: &Catalogue, root: &Path) -> Result<Plan> {
    check(category, arguments, catalogue)?;
    let sender = match catalogue
        .vendors()
        .iter()
        .find(|known| known.vendor_id.as_str() == vendor)
    {
        Some(known) => registered(category, known, arguments)?,
        None => described(vendor, arguments)?,
    };
    let (module, list) = (module(vendor), LayoutList::of(category, root));
    let layout = format!("{}/{module}.rs", list.folder);
    if root.join(&layout).exists() {
        return Err(format!("{layout} already exists").into());
    }
    let values = values(category, vendor, &sender);
    let sample = sample(category, vendor, "layout", root);
    let mut plan = Plan::new(category);
    plan.created.insert(layout.clone(), fill(LAYOUT, &values));
    plan.add_sample(&sample, (SAMPLE, CONTEXT), &values);
    plan.changed.insert(list.file.clone(), list.with(&module, root)?);
    let vendors = format!("parsers/{category}/src/vendors.rs");
    if !sender.is_registered {
        plan.changed
            .insert(vendors.clone(), with_vendor(&vendors, &values, root)?);
    }
    if sender.pattern.as_str().ends_with(".example") {
        plan.add_next(vendors, "the real sender of these mails");
    }
    plan.add_next(format!("{sample}.html"), "an invented mail in the form of a real one");
    plan.add_next(layout, "what the page states that the general reading does not find");
    plan.add_next_reading();
    plan.add_next_test();
    Ok(plan)
}

fn check(category: &str, arguments: &Arguments, catalogue: &Catalogue) -> Result<()> {
    if arguments.about.is_some() {
        return Err("--about describes a category".into());
    }
    if category == "rental" {
        return Err("rent notices have no layouts: one reader reads the PDFs of every landlord".into());
    }
    if catalogue.sub_type(category).is_none() {
        let all: Vec<&str> = catalogue.sub_types().map(SubType::as_str).collect();
        let all = all.join(", ");
        return Err(format!(
            "there is no category {category}, only {all}; `cargo xtask new-parser {category}` writes one"
        )
        .into());
    }
    Ok(())
}

/// The sender of a vendor that the catalogue has.
fn registered(category: &str, vendor: &Vendor, arguments: &Arguments) -> Result<Sender> {
    let id = &vendor.vendor_id;
    if vendor.sub_type.as_str() != category {
        return Err(format!("{id} is a vendor of {}: a vendor has one category", vendor.sub_type).into());
    }
    if arguments.describe_vendor() {
        return Err(
            format!("{category} already has the vendor {id}: change it in parsers/{category}/src/vendors.rs").into(),
        );
    }
    let pattern = vendor.email_patterns.first().cloned();
    Ok(Sender {
        name: vendor.vendor_name.clone(),
        pattern: pattern.ok_or("the vendor has no sender")?,
        subjects: vendor.subject_keywords.clone(),
        is_registered: true,
    })
}

/// The sender of a new vendor, as the arguments describe it.
fn described(vendor: &str, arguments: &Arguments) -> Result<Sender> {
    let sender = arguments.sender.clone();
    let sender = sender.unwrap_or_else(|| format!("kvitto@{vendor}.example"));
    Ok(Sender {
        name: arguments.called.clone().unwrap_or_else(|| title(vendor)),
        pattern: sender.parse().map_err(|error| format!("{sender:?} is {error}"))?,
        subjects: arguments.subject.clone(),
        is_registered: false,
    })
}

fn values(category: &str, vendor: &str, sender: &Sender) -> Vec<(&'static str, String)> {
    let subjects: Vec<String> = sender.subjects.iter().map(|words| format!("\"{words}\"")).collect();
    let subject = sender.subjects.first().map_or("Kvitto", String::as_str);
    vec![
        ("name", category.to_owned()),
        ("vendor", vendor.to_owned()),
        ("vendor_name", sender.name.clone()),
        ("sender", sender.pattern.to_string()),
        ("subjects", subjects.join(", ")),
        ("subject", subject.to_owned()),
        ("host", host(&sender.pattern)),
        ("logo", sender.name.to_lowercase()),
        ("address", address(&sender.pattern)),
    ]
}

/// The host of the sender's mails.
fn host(pattern: &EmailPattern) -> String {
    let host = pattern.as_str().rsplit('@').next().unwrap_or_default();
    host.rsplit('*')
        .next()
        .unwrap_or_default()
        .trim_start_matches('.')
        .to_owned()
}

/// An address that matches the pattern.
fn address(pattern: &EmailPattern) -> String {
    match pattern.as_str() {
        address if address.contains('@') && !address.contains('*') => address.to_owned(),
        _ => format!("kvitto@{}", host(pattern)),
    }
}

/// The list of a category's layouts: in the folder `layouts`, or in `lib.rs` while they are few.
struct LayoutList {
    /// The folder of the layouts.
    folder: String,
    /// The file with the list.
    file: String,
    /// The start of the list.
    head: &'static str,
}

impl LayoutList {
    fn of(category: &str, root: &Path) -> Self {
        let source = format!("parsers/{category}/src");
        let folder = format!("{source}/layouts");
        let file = format!("{folder}/mod.rs");
        if root.join(&file).is_file() {
            let head = "LAYOUTS: &[Layout] = &[";
            LayoutList { folder, file, head }
        } else {
            LayoutList {
                file: format!("{source}/lib.rs"),
                folder: source,
                head: "layouts: &[",
            }
        }
    }

    /// The file's text with one more layout.
    fn with(&self, module: &str, root: &Path) -> Result<String> {
        let LayoutList { file, head, .. } = self;
        let text = fs::read_to_string(root.join(file))?;
        let declared = edit::declare(&text, module);
        let added = declared.and_then(|text| edit::append(&text, head, &format!("{module}::LAYOUT")));
        added.ok_or_else(|| format!("{file} has no `{head}` to add the layout to").into())
    }
}

/// The text of `vendors.rs` with one more vendor.
fn with_vendor(file: &str, values: &Values, root: &Path) -> Result<String> {
    let text = fs::read_to_string(root.join(file))?;
    let entry = fill(ENTRY, values);
    let added = edit::append(&text, VENDORS, entry.trim());
    added.ok_or_else(|| format!("{file} has no `{VENDORS}` to add the vendor to").into())
}

/// The path of the sample without its extensions. If the category has one of this vendor, its name ends in `other`.
fn sample(category: &str, vendor: &str, other: &str, root: &Path) -> String {
    let path = format!("parsers/{category}/fixtures/{vendor}");
    let is_free = |path: &String| !root.join(format!("{path}.html")).exists();
    let numbered = (2..).map(|number| format!("{path}-{other}-{number}"));
    let mut names = [path.clone(), format!("{path}-{other}")].into_iter().chain(numbered);
    names.find(is_free).unwrap_or(path)
}
