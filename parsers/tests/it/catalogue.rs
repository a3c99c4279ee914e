//! The build's catalogue: every folder linked, every name its own.

use std::collections::BTreeSet;

use invoices_parsers::{FOLDERS, catalogue};
use schemars::r#gen::SchemaSettings;

// Shows: Lists | The sub-types are the…
#[test]
fn every_parser_folder_is_in_the_catalogue() {
    let catalogue = catalogue().unwrap();
    let known: BTreeSet<&str> = catalogue.sub_types().map(parser_model::SubType::as_str).collect();
    let folders: BTreeSet<&str> = FOLDERS.iter().copied().filter(|f| *f != "rental").collect();
    assert_eq!(known, folders);
}

#[test]
fn every_vendor_has_a_sender() {
    for vendor in catalogue().unwrap().vendors() {
        assert!(!vendor.email_patterns.is_empty(), "{}", vendor.vendor_id);
    }
}

#[test]
fn component_names_carry_their_category_and_are_never_numbered() {
    let mut generator = SchemaSettings::openapi3().into_generator();
    for category in catalogue().unwrap().categories() {
        let before: BTreeSet<String> = generator.definitions().keys().cloned().collect();
        let reference = (category.schema)(&mut generator);
        assert!(reference.is_ref(), "{}", category.sub_type);
        let prefix: String = category.sub_type.as_str().split('-').map(capitalised).collect();
        let shared = ["Currency", "InvoiceDateSource", "WarningCode"];
        for name in generator.definitions().keys().filter(|name| !before.contains(*name)) {
            assert!(name.starts_with(&prefix) || shared.contains(&name.as_str()), "{name}");
        }
    }
    let numbered = |name: &&String| name.ends_with(|c: char| c.is_ascii_digit());
    assert_eq!(generator.definitions().keys().find(numbered), None);
}

fn capitalised(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}
