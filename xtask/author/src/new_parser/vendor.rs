//! A vendor's layout in an existing category.

use std::fs;
use std::iter;
use std::path::Path;

use parser_document::mail::Mail;
use parser_model::reading::MailContext;
use parser_model::vendor::EmailPattern;
use parser_model::{Catalogue, SubType, Vendor};

use super::arguments::Arguments;
use super::edit;
use super::from_mail::{self, Fixture, Words};
use super::name::{self, module, title};
use super::plan::Plan;
use super::template::{Values, fill};
use crate::Result;

const LAYOUT: &str = include_str!("../../templates/vendor/layout.rs");
const SAMPLE: &str = include_str!("../../templates/vendor/sample.html");
const CONTEXT: &str = include_str!("../../templates/vendor/sample.mail.json");
const ENTRY: &str = include_str!("../../templates/vendor/vendor.rs");
/// The purpose of a layout that may have none.
const READ_BEFORE: &str = "the general reading finds a value without it: keep it only if the label's is another one";
/// The purpose of any other.
const READ_BY_LAYOUT: &str = "what the page states that the general reading does not find";
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

/// Plans the vendor's entry if the catalogue does not have it, a fixture if there is a mail or no other one, and the layout if there
/// are labels for it.
pub fn plan(category: &str, vendor: &str, arguments: &Arguments, catalogue: &Catalogue, root: &Path) -> Result<Plan> {
    check(category, arguments, catalogue)?;
    let mut vendors = catalogue.vendors().iter();
    let known = vendors.find(|known| known.vendor_id.as_str() == vendor);
    let mail = arguments.from.as_deref().map(read_mail).transpose()?;
    let mut sender = match known {
        Some(known) => registered(category, known, arguments)?,
        None => described(vendor, mail.as_deref(), arguments)?,
    };
    let mut plan = Plan::new(category);
    let mut is_read = false;
    let vendors = format!("parsers/{category}/src/vendors.rs");
    let (path, is_first) = free_fixture(category, vendor, root);
    if let Some(mail) = &mail {
        let context = given(category, vendor, &sender, arguments, catalogue);
        let label = arguments.label.as_ref().map_or("", |label| &label.words);
        let fixture = from_mail::fixture(mail, &context, label, Words::load(category)?)?;
        if sender.subjects.is_empty() && !sender.is_registered {
            sender.subjects.extend(fixture.subject.clone());
        }
        is_read = arguments
            .label
            .as_ref()
            .is_some_and(|label| fixture.states(label.field));
        let unmatched = known.map(|known| unmatched(known, mail, &fixture)).transpose()?;
        plan.add_fixture(&path, fixture)?;
        if let Some(purpose) = unmatched.flatten() {
            plan.add_next(vendors.clone(), purpose);
        }
    }
    let values = values(category, vendor, &sender, arguments);
    if mail.is_none() && is_first {
        plan.add_sample(&path, (SAMPLE, CONTEXT), &values);
        plan.add_next(format!("{path}.html"), "an invented mail in the form of a real one");
    }
    if !sender.is_registered {
        let changed = with_vendor(&vendors, &values, root)?;
        plan.changed.insert(vendors.clone(), changed);
        plan.add_next(vendors, "the sender and the subjects of the vendor's mails");
    }
    if arguments.label.is_some() {
        let layout = add_layout(&mut plan, category, vendor, &values, root)?;
        plan.add_next(layout, if is_read { READ_BEFORE } else { READ_BY_LAYOUT });
    } else if !LayoutList::of(category, root).has(vendor, root) {
        plan.add_next(
            format!("cargo xtask new-parser {category}/{vendor} --label order_id=WORDS"),
            "a layout, if the page states more than the general reading finds",
        );
    }
    plan.add_next_reading();
    plan.add_next_test();
    Ok(plan)
}

fn read_mail(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| format!("failed to read {}: {error}", path.display()).into())
}

/// What to do if the service would not find the mail, because the vendor's senders or subjects in `vendors.rs` are others.
fn unmatched(vendor: &Vendor, mail: &[u8], fixture: &Fixture) -> Result<Option<String>> {
    let mail = Mail::read(mail).map_err(|error| error.to_string())?;
    let Some(sender) = mail.sender else {
        return Ok(None);
    };
    let mut patterns = vendor.email_patterns.iter();
    let is_sender = patterns.any(|pattern| pattern.matches(&sender).is_some());
    if is_sender && vendor.matches(&sender, &mail.subject).is_none() {
        let subject = fixture.subject.as_deref().unwrap_or(&mail.subject);
        return Ok(Some(format!(
            "add words of its subject, such as {subject:?}: the service does not find this mail yet"
        )));
    }
    let other = format!("add its sender {sender}: the service does not find this mail yet");
    Ok(Some(other).filter(|_| !is_sender))
}

/// The facts about a mail before it is parsed.
fn given(category: &str, vendor: &str, sender: &Sender, arguments: &Arguments, catalogue: &Catalogue) -> MailContext {
    MailContext {
        vendor_id: Some(vendor.to_owned()),
        vendor_name: Some(sender.name.clone()),
        sub_type: catalogue.sub_type(category).cloned(),
        sender_address: arguments.sender.as_ref().map(|_| address(&sender.pattern)),
        ..MailContext::default()
    }
}

/// Adds the layout with its registration, and returns its path.
fn add_layout(plan: &mut Plan, category: &str, vendor: &str, values: &Values, root: &Path) -> Result<String> {
    let (module, list) = (module(vendor), LayoutList::of(category, root));
    let layout = list.path(vendor);
    if list.has(vendor, root) {
        return Err(format!("{layout} already exists: add the label there").into());
    }
    plan.created.insert(layout.clone(), fill(LAYOUT, values));
    plan.changed.insert(list.file.clone(), list.with(&module, root)?);
    Ok(layout)
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
    if arguments.from.is_none() && arguments.label.is_none() {
        return Err(format!(
            "{category} has the vendor {id} already: `--label order_id=WORDS` writes a layout, `--from MAIL.eml` a fixture"
        )
        .into());
    }
    let pattern = vendor.email_patterns.first().cloned();
    Ok(Sender {
        name: vendor.vendor_name.clone(),
        pattern: pattern.ok_or("the vendor has no sender")?,
        subjects: vendor.subject_keywords.clone(),
        is_registered: true,
    })
}

/// The sender of a new vendor: as the arguments describe it, else as the mail's headers do.
fn described(vendor: &str, mail: Option<&[u8]>, arguments: &Arguments) -> Result<Sender> {
    let mail = mail.map(Mail::read).transpose().map_err(|error| error.to_string())?;
    let (stated_name, stated_sender) = mail.map_or((None, None), |mail| (mail.sender_name, mail.sender));
    let name = arguments.called.clone();
    let name = name.or_else(|| stated_name.filter(|name| name::check_text(name).is_ok()));
    let sender = arguments.sender.clone();
    let sender = sender.or_else(|| stated_sender.map(|sender| sender.to_string()));
    let sender = sender.ok_or_else(|| {
        format!("{vendor} is a new vendor: `--sender ADDRESS` says who sends its mails, `--from MAIL.eml` takes that from a mail")
    })?;
    Ok(Sender {
        name: name.unwrap_or_else(|| title(vendor)),
        pattern: sender.parse().map_err(|error| format!("{sender:?} is {error}"))?,
        subjects: arguments.subject.clone(),
        is_registered: false,
    })
}

fn values(category: &str, vendor: &str, sender: &Sender, arguments: &Arguments) -> Vec<(&'static str, String)> {
    let label = arguments.label.clone().unwrap_or_default();
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
        ("field", label.field.to_uppercase()),
        ("field_in_words", label.field.replace('_', " ")),
        ("phrase", label.words.to_lowercase()),
        ("label", label.words),
    ]
}

/// The host of the sender's mails.
fn host(pattern: &EmailPattern) -> String {
    let host = pattern.as_str().rsplit(['@', '*']).next().unwrap_or_default();
    host.trim_start_matches('.').to_owned()
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

    /// The path of a vendor's layout.
    fn path(&self, vendor: &str) -> String {
        format!("{}/{}.rs", self.folder, module(vendor))
    }

    fn has(&self, vendor: &str, root: &Path) -> bool {
        root.join(self.path(vendor)).exists()
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

/// The next path of a fixture of the vendor that is free, without its extension, and whether it is the first one.
fn free_fixture(category: &str, vendor: &str, root: &Path) -> (String, bool) {
    let first = format!("parsers/{category}/fixtures/{vendor}");
    let numbered = (2..).map(|number| format!("{first}-{number}"));
    let mut paths = iter::once(first.clone()).chain(numbered);
    let free = paths.find(|path| !root.join(format!("{path}.html")).exists());
    let free = free.unwrap_or_default();
    let is_first = free == first;
    (free, is_first)
}
