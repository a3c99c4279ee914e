//! A new category in a copy of the workspace.

use std::collections::BTreeSet;

use crate::copy::Copy;

/// The lines that only one of the two texts has.
fn difference(before: &[u8], after: &[u8]) -> Vec<String> {
    let lines =
        |text: &[u8]| -> BTreeSet<String> { String::from_utf8_lossy(text).lines().map(str::to_owned).collect() };
    let (before, after) = (lines(before), lines(after));
    before.symmetric_difference(&after).cloned().collect()
}

#[test]
fn a_new_category_changes_one_line_outside_its_folder_and_generated_files() {
    let copy = Copy::new();
    let before = copy.contents();
    // Writes the crate and runs its tests, which read the sample.
    let printed = copy.cargo(&["xtask", "new-parser", "beekeeping"]);
    assert!(
        printed.contains("wrote   parsers/beekeeping/src/lib.rs") && printed.contains("fixtures/order.json"),
        "{printed}"
    );
    copy.cargo(&["xtask", "regen"]);
    let after = copy.contents();

    let document: serde_json::Value = serde_json::from_slice(&after["openapi.json"]).unwrap();
    let schemas = &document["components"]["schemas"];
    assert!(
        schemas["SubType"]["enum"]
            .as_array()
            .unwrap()
            .contains(&"beekeeping".into())
    );
    assert!(schemas["BeekeepingInvoice"]["properties"]["items"].is_object());
    assert_eq!(
        schemas["InvoiceDetails"]["discriminator"]["mapping"]["beekeeping"],
        "#/components/schemas/BeekeepingInvoice"
    );
    let client = String::from_utf8_lossy(&after["client/src/generated.rs"]);
    assert!(client.contains("pub struct BeekeepingInvoice"));

    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed: Vec<&str> = names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name) && !name.starts_with("parsers/beekeeping/"))
        .map(String::as_str)
        .collect();
    assert_eq!(
        changed,
        [
            "Cargo.lock",
            "client/src/generated.rs",
            "openapi.json",
            "parsers/Cargo.toml"
        ]
    );
    assert_eq!(
        difference(&before["parsers/Cargo.toml"], &after["parsers/Cargo.toml"]),
        [r#"parser-beekeeping = { path = "beekeeping" }"#]
    );
}
