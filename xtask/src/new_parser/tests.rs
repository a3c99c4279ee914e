use std::fs;
use std::path::Path;

use super::name::{camel, module, title};
use super::*;

fn wanted(name: &str) -> NewParser {
    NewParser {
        name: name.into(),
        about: None,
        called: None,
        sender: None,
        subject: vec![],
    }
}

/// What is planned for this workspace.
fn planned_here(wanted: &NewParser) -> Result<Plan> {
    planned(wanted, &invoices_parsers::catalogue()?, root())
}

fn refusal(wanted: &NewParser) -> String {
    planned_here(wanted).unwrap_err().to_string()
}

#[test]
fn names_that_nothing_can_be_called_are_refused_with_a_sentence() {
    for (name, words) in [
        ("Pets", "no name of a category"),
        ("", "no name of a category"),
        ("a--b", "no name of a category"),
        ("../evil", "no name of a category"),
        ("7-eleven", "begins with a letter"),
        ("food-delivery/Wolt", "no name of a vendor"),
        ("food-delivery/", "no name of a vendor"),
        ("food-delivery/a/b", "no name of a vendor"),
    ] {
        let said = refusal(&wanted(name));
        assert!(said.contains(words), "{name}: {said}");
    }
}

#[test]
fn what_is_there_already_is_refused() {
    for (name, words) in [
        ("grocery", "the category grocery is there already"),
        ("rental", "parsers/rental is there already"),
        ("kit", "parsers/kit is there already"),
        ("technology/power", "power.rs is there already"),
        ("grocery/foodora", "foodora is a vendor of food-delivery"),
        ("rental/example", "no layouts"),
        ("beekeeping/example", "there is no category beekeeping, only clothing,"),
    ] {
        let said = refusal(&wanted(name));
        assert!(said.contains(words), "{name}: {said}");
    }
}

#[test]
fn a_description_that_would_not_fit_is_refused() {
    let about = |text: &str| NewParser {
        about: Some(text.into()),
        ..wanted("beekeeping")
    };
    assert!(refusal(&about("Honey \"and\" wax.")).contains("can't stand in a source file"));
    assert!(refusal(&about(" ")).contains("can't stand in a source file"));
    let about = NewParser {
        about: Some("Honey.".into()),
        ..wanted("grocery/example")
    };
    assert!(refusal(&about).contains("describes a category"));
    let sender = |name: &str, sender: &str| NewParser {
        sender: Some(sender.into()),
        ..wanted(name)
    };
    assert!(refusal(&sender("beekeeping", "example.com")).contains("describe a vendor"));
    assert!(refusal(&sender("grocery/example", "*")).contains("not a sender"));
    assert!(refusal(&sender("grocery/ica", "ica.example.com")).contains("knows the vendor ica"));
}

#[test]
fn a_category_is_a_crate_and_one_line() {
    let plan = planned_here(&NewParser {
        about: Some("Honey & wax.".into()),
        ..wanted("bee-keeping")
    })
    .unwrap();
    let of = |name: &str| plan.new[&format!("parsers/bee-keeping/{name}")].as_str();
    assert!(of("Cargo.toml").contains("name = \"parser-bee-keeping\""));
    assert!(of("src/lib.rs").starts_with("//! Reads bee-keeping invoices: honey & wax.\n"));
    assert!(of("src/record.rs").contains(
        "/// Honey & wax.\n#[derive(Clone, Debug, Default, Serialize, JsonSchema)]\npub struct BeeKeepingInvoice {"
    ));
    assert!(of("src/words.rs").contains("(\"bee keeping\", 2)"));
    assert!(of("fixtures/bee-keeping-shop.html").contains("Bee Keeping Shop AB"));
    assert_eq!(plan.changed.keys().collect::<Vec<_>>(), ["parsers/Cargo.toml"]);
    let manifest = &plan.changed["parsers/Cargo.toml"];
    assert_eq!(
        manifest
            .matches("parser-bee-keeping = { path = \"bee-keeping\" }\n")
            .count(),
        1
    );
}

#[test]
fn a_vendor_is_a_file_its_registration_and_a_sample() {
    let plan = planned_here(&NewParser {
        called: Some("Honung & Vax".into()),
        sender: Some("*@mail.honung.example.com".into()),
        subject: vec!["Kvitto".into(), "Tack".into()],
        ..wanted("technology/honung")
    })
    .unwrap();
    let new: Vec<&String> = plan.new.keys().collect();
    assert_eq!(
        new,
        [
            "parsers/technology/fixtures/honung.html",
            "parsers/technology/fixtures/honung.mail.json",
            "parsers/technology/src/layouts/honung.rs"
        ]
    );
    assert!(plan.new[new[0]].contains("Honung &amp; Vax AB"));
    assert!(plan.new[new[1]].contains("\"sender_address\": \"kvitto@mail.honung.example.com\""));
    assert!(plan.new[new[2]].contains("is_from(\"mail.honung.example.com\""));
    let changed: Vec<&String> = plan.changed.keys().collect();
    assert_eq!(
        changed,
        [
            "parsers/technology/src/layouts/mod.rs",
            "parsers/technology/src/vendors.rs"
        ]
    );
    assert!(plan.changed[changed[0]].contains("mod honung;") && plan.changed[changed[0]].contains("honung::LAYOUT,"));
    let vendors = &plan.changed[changed[1]];
    assert!(
        vendors.contains("name: \"Honung & Vax\"") && vendors.contains("subjects: &[\"Kvitto\", \"Tack\"]"),
        "{vendors}"
    );
}

/// A category without layouts, in a workspace of its own.
fn bare_category() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("parsers/food-delivery/src");
    fs::create_dir_all(&source).unwrap();
    fs::write(
        source.join("lib.rs"),
        "mod record;\nmod words;\nregister!(Category { layouts: &[] });\n",
    )
    .unwrap();
    folder
}

#[test]
fn a_vendor_that_the_category_knows_is_only_registered() {
    let (folder, known) = (bare_category(), invoices_parsers::catalogue().unwrap());
    let plan = planned(&wanted("food-delivery/foodora"), &known, folder.path()).unwrap();
    let registered = "mod record;\nmod words;\nmod foodora;\nregister!(Category { layouts: &[foodora::LAYOUT] });\n";
    let changed: Vec<(&str, &str)> = plan
        .changed
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    assert_eq!(changed, [("parsers/food-delivery/src/lib.rs", registered)]);
    let layout = &plan.new["parsers/food-delivery/src/foodora.rs"];
    assert!(layout.contains("is_from(\"mail.foodora.se\""), "{layout}");
}

#[test]
fn a_sample_that_is_there_is_left_alone() {
    let (folder, known) = (bare_category(), invoices_parsers::catalogue().unwrap());
    let fixtures = folder.path().join("parsers/food-delivery/fixtures");
    fs::create_dir_all(&fixtures).unwrap();
    fs::write(fixtures.join("foodora.html"), "").unwrap();
    let plan = planned(&wanted("food-delivery/foodora"), &known, folder.path()).unwrap();
    assert!(
        plan.new
            .contains_key("parsers/food-delivery/fixtures/foodora-layout.html")
    );
    assert!(!plan.new.contains_key("parsers/food-delivery/fixtures/foodora.html"));
}

#[test]
fn no_placeholder_is_left() {
    for name in ["beekeeping", "grocery/example", "technology/example"] {
        for (path, text) in planned_here(&wanted(name)).unwrap().new {
            assert!(!text.contains("{{") && !text.contains("}}"), "{path}\n{text}");
        }
    }
}

#[test]
fn nothing_is_planned_without_a_place_to_register() {
    let folder = tempfile::tempdir().unwrap();
    let catalogue = invoices_parsers::catalogue().unwrap();
    fs::create_dir_all(folder.path().join("parsers")).unwrap();
    fs::write(folder.path().join("parsers/Cargo.toml"), "[package]\n").unwrap();
    let error = planned(&wanted("beekeeping"), &catalogue, folder.path()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("add `parser-beekeeping = { path = \"beekeeping\" }`"),
        "{error}"
    );
    let source = Path::new("parsers/grocery/src");
    fs::create_dir_all(folder.path().join(source)).unwrap();
    fs::write(folder.path().join(source).join("lib.rs"), "fn main() {}\n").unwrap();
    let error = planned(&wanted("grocery/example"), &catalogue, folder.path()).unwrap_err();
    assert!(error.to_string().contains("to add the layout to"), "{error}");
}

#[test]
fn an_entry_is_appended_in_the_form_that_the_list_has() {
    let append = |list: &str| edit::append(list, "L: &[", "b").unwrap();
    assert_eq!(append("L: &[];"), "L: &[b];");
    assert_eq!(append("L: &[a];"), "L: &[a, b];");
    assert_eq!(append("L: &[a, c(&[1])];\n[]"), "L: &[a, c(&[1]), b];\n[]");
    assert_eq!(append("L: &[\n  a,\n];"), "L: &[\n  a,\nb,\n];");
    assert_eq!(edit::append("M: &[]", "L: &[", "b"), None);
    assert_eq!(edit::append("L: &[a", "L: &[", "b"), None);
}

#[test]
fn names_become_types_titles_and_modules() {
    assert_eq!(
        (camel("pet-food"), title("uber-eats")),
        ("PetFood".into(), "Uber Eats".into())
    );
    for (vendor, name) in [
        ("uber-eats", "uber_eats"),
        ("7-eleven", "vendor_7_eleven"),
        ("match", "vendor_match"),
        ("lib", "vendor_lib"),
        ("record", "vendor_record"),
    ] {
        assert_eq!(module(vendor), name);
    }
}
