use std::fs;
use std::path::Path;

use super::arguments::Label;
use super::name::{camel, module, title};
use super::*;

fn arguments(name: &str) -> Arguments {
    Arguments {
        name: name.into(),
        about: None,
        from: None,
        called: None,
        sender: None,
        subject: vec![],
        label: None,
    }
}

/// Those of a vendor with a layout.
fn with_label(name: &str) -> Arguments {
    Arguments {
        label: "order_id=Köpkod".parse().ok(),
        ..arguments(name)
    }
}

/// The plan for this workspace.
fn plan_here(arguments: &Arguments) -> Result<Plan> {
    plan(arguments, &invoices_parsers::catalogue()?, root())
}

fn error(arguments: &Arguments) -> String {
    plan_here(arguments).unwrap_err().to_string()
}

#[test]
fn an_invalid_name_is_an_error() {
    for (name, words) in [
        ("Pets", "not a valid name of a category"),
        ("", "not a valid name of a category"),
        ("a--b", "not a valid name of a category"),
        ("../evil", "not a valid name of a category"),
        ("7-eleven", "must start with a letter"),
        ("food-delivery/Wolt", "not a valid name of a vendor"),
        ("food-delivery/", "not a valid name of a vendor"),
        ("food-delivery/a/b", "not a valid name of a vendor"),
    ] {
        let error = error(&arguments(name));
        assert!(error.contains(words), "{name}: {error}");
    }
}

#[test]
fn an_existing_parser_is_not_written_again() {
    for (name, words) in [
        ("grocery", "the category grocery already exists"),
        ("rental", "parsers/rental already exists"),
        ("kit", "parsers/kit already exists"),
        ("technology/power", "technology has the vendor power already"),
        ("grocery/foodora", "foodora is a vendor of food-delivery"),
        ("rental/example", "no layouts"),
        ("beekeeping/example", "there is no category beekeeping, only clothing,"),
    ] {
        let error = error(&arguments(name));
        assert!(error.contains(words), "{name}: {error}");
    }
    assert!(error(&with_label("technology/power")).contains("power.rs already exists"));
}

#[test]
fn a_description_must_suit_the_parser() {
    let about = |text: &str| Arguments {
        about: Some(text.into()),
        ..arguments("beekeeping")
    };
    assert!(error(&about("Honey \"and\" wax.")).contains("no quotes"));
    assert!(error(&about(" ")).contains("no quotes"));
    let about = Arguments {
        about: Some("Honey.".into()),
        ..arguments("grocery/example")
    };
    assert!(error(&about).contains("describes a category"));
    let sender = |name: &str, sender: &str| Arguments {
        sender: Some(sender.into()),
        ..arguments(name)
    };
    assert!(error(&sender("beekeeping", "example.com")).contains("describe a vendor"));
    assert!(error(&sender("grocery/example", "*")).contains("not a sender"));
    assert!(error(&sender("grocery/ica", "ica.example.com")).contains("already has the vendor ica"));
    assert!(error(&with_label("beekeeping")).contains("describe a vendor"));
    assert!(error(&with_label("grocery/example")).contains("`--sender ADDRESS` says who sends its mails"));
}

#[test]
fn a_label_is_words_for_a_field() {
    let of = |text: &str| text.parse::<Label>();
    assert_eq!(of("invoice_number=Kvitto nr").unwrap().words, "Kvitto nr");
    for text in [
        "Kvittonr",
        "total=Summa",
        "order_id=",
        "order_id= a",
        "order_id=a|b",
        "order_id=\"a\"",
    ] {
        assert!(of(text).is_err(), "{text}");
    }
}

#[test]
fn a_category_adds_a_crate_and_changes_one_line() {
    let plan = plan_here(&Arguments {
        about: Some("Honey & wax.".into()),
        ..arguments("bee-keeping")
    })
    .unwrap();
    let of = |name: &str| plan.created[&format!("parsers/bee-keeping/{name}")].as_str();
    assert!(of("Cargo.toml").contains("name = \"parser-bee-keeping\""));
    assert!(of("src/lib.rs").starts_with("//! Reads bee-keeping invoices: honey & wax.\n"));
    assert!(of("src/record.rs").contains(
        "/// Honey & wax.\n#[derive(Clone, Debug, Default, Serialize, JsonSchema)]\npub struct BeeKeepingInvoice {"
    ));
    assert!(of("words.toml").contains("2 = [\"bee keeping\"]"));
    assert!(of("fixtures/order.mail.json").contains("\"sub_type\": \"bee-keeping\""));
    assert!(of("src/vendors.rs").contains("VENDORS: &[VendorEntry] = &[];"));
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
fn a_vendor_adds_a_layout_and_a_sample_and_registers_both() {
    let plan = plan_here(&Arguments {
        called: Some("Honung & Vax".into()),
        sender: Some("*@mail.honung.example.com".into()),
        subject: vec!["Kvitto".into(), "Tack".into()],
        ..with_label("technology/honung")
    })
    .unwrap();
    let new: Vec<&String> = plan.created.keys().collect();
    assert_eq!(
        new,
        [
            "parsers/technology/fixtures/honung.html",
            "parsers/technology/fixtures/honung.mail.json",
            "parsers/technology/src/layouts/honung.rs"
        ]
    );
    assert!(plan.created[new[0]].contains("Honung &amp; Vax AB"));
    assert!(plan.created[new[1]].contains("\"sender_address\": \"kvitto@mail.honung.example.com\""));
    for part in [
        "host: \"mail.honung.example.com\"",
        "Text(ORDER_ID, &[\"köpkod\"])",
        "Köpkod: EX-10042",
    ] {
        assert!(plan.created[new[2]].contains(part), "{part}");
    }
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

#[test]
fn a_mail_adds_a_fixture_and_the_vendors_entry() {
    let folder = tempfile::tempdir().unwrap();
    let mail = folder.path().join("mail.eml");
    let text = "From: Honung & Vax <order@mail.honung.example.com>\r\nTo: Torvald Grankvist <t@example.com>\r\n\
        Subject: Kvitto 20417788\r\nContent-Type: text/html\r\n\r\n<p>Hej Torvald!</p><p>Summa: 100,00 kr</p>\r\n";
    fs::write(&mail, text).unwrap();
    let from = |name: &str| Arguments {
        from: Some(mail.clone()),
        ..arguments(name)
    };
    let plan = plan_here(&from("technology/honung")).unwrap();
    let new: Vec<&String> = plan.created.keys().collect();
    let path = "parsers/technology/fixtures/honung";
    assert_eq!(new, [&format!("{path}.html"), &format!("{path}.mail.json")]);
    assert!(!plan.created[new[0]].contains("Torvald"));
    assert!(!plan.created[new[1]].contains("null") && !plan.created[new[1]].contains("20417788"));
    let vendors = &plan.changed["parsers/technology/src/vendors.rs"];
    for part in [
        "name: \"Honung & Vax\"",
        "\"order@mail.honung.example.com\"",
        "subjects: &[\"Kvitto\"]",
    ] {
        assert!(vendors.contains(part), "{part}: {vendors}");
    }
    let known = plan_here(&from("food-delivery/foodora")).unwrap();
    assert!(
        known
            .created
            .contains_key("parsers/food-delivery/fixtures/foodora-2.html")
    );
    assert!(known.changed.is_empty());
    let unmatched = "add its sender order@mail.honung.example.com: the service does not find this mail yet";
    assert!(
        known.next.iter().any(|(_, purpose)| purpose == unmatched),
        "{:?}",
        known.next
    );
    let both = Arguments {
        label: with_label("").label,
        ..from("technology/honung")
    };
    let both = plan_here(&both).unwrap();
    assert!(both.created["parsers/technology/src/layouts/honung.rs"].contains("köpkod"));
    assert!(!both.created[&format!("{path}.html")].contains("EX-10042"));
    let told = |plan: &Plan| {
        plan.next
            .iter()
            .any(|(_, purpose)| purpose.contains("the general reading finds a value"))
    };
    assert!(!told(&both));
    fs::write(&mail, text.replace("</p>\r\n", "</p><p>Ordernummer: 20417788</p>\r\n")).unwrap();
    let known = Arguments {
        label: with_label("").label,
        ..from("technology/honung")
    };
    assert!(told(&plan_here(&known).unwrap()));
    assert!(error(&from("beekeeping")).contains("describe a vendor"));
    fs::remove_file(&mail).unwrap();
    assert!(error(&from("technology/honung")).contains("failed to read"));
}

/// A workspace with one category without layouts.
fn workspace_without_layouts() -> tempfile::TempDir {
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
fn an_existing_vendor_gets_no_second_entry() {
    let (folder, catalogue) = (workspace_without_layouts(), invoices_parsers::catalogue().unwrap());
    let plan = plan(&with_label("food-delivery/foodora"), &catalogue, folder.path()).unwrap();
    let registered = "mod record;\nmod words;\nmod foodora;\nregister!(Category { layouts: &[foodora::LAYOUT] });\n";
    let changed: Vec<(&str, &str)> = plan
        .changed
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    assert_eq!(changed, [("parsers/food-delivery/src/lib.rs", registered)]);
    let layout = &plan.created["parsers/food-delivery/src/foodora.rs"];
    assert!(layout.contains("host: \"mail.foodora.se\""), "{layout}");
}

#[test]
fn a_vendor_with_a_fixture_gets_no_sample() {
    let (folder, catalogue) = (workspace_without_layouts(), invoices_parsers::catalogue().unwrap());
    let fixtures = folder.path().join("parsers/food-delivery/fixtures");
    fs::create_dir_all(&fixtures).unwrap();
    fs::write(fixtures.join("foodora.html"), "").unwrap();
    let plan = plan(&with_label("food-delivery/foodora"), &catalogue, folder.path()).unwrap();
    let new: Vec<&String> = plan.created.keys().collect();
    assert_eq!(new, ["parsers/food-delivery/src/foodora.rs"]);
}

#[test]
fn a_vendor_without_a_label_gets_no_layout() {
    let plan = plan_here(&Arguments {
        sender: Some("honung.example.com".into()),
        ..arguments("technology/honung")
    })
    .unwrap();
    assert!(plan.created["parsers/technology/fixtures/honung.html"].contains("<td>Ordernummer</td>"));
    let changed: Vec<&String> = plan.changed.keys().collect();
    assert_eq!(changed, ["parsers/technology/src/vendors.rs"]);
}

#[test]
fn every_placeholder_is_replaced() {
    let vendor = |name: &str| Arguments {
        sender: Some("example.com".into()),
        ..with_label(name)
    };
    for arguments in [
        arguments("beekeeping"),
        vendor("grocery/example"),
        vendor("technology/example"),
    ] {
        for (path, text) in plan_here(&arguments).unwrap().created {
            assert!(!text.contains("{{") && !text.contains("}}"), "{path}\n{text}");
        }
    }
}

#[test]
fn a_missing_list_to_register_in_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let catalogue = invoices_parsers::catalogue().unwrap();
    fs::create_dir_all(folder.path().join("parsers")).unwrap();
    fs::write(folder.path().join("parsers/Cargo.toml"), "[package]\n").unwrap();
    let error = plan(&arguments("beekeeping"), &catalogue, folder.path()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("add `parser-beekeeping = { path = \"beekeeping\" }`"),
        "{error}"
    );
    let source = Path::new("parsers/grocery/src");
    fs::create_dir_all(folder.path().join(source)).unwrap();
    fs::write(folder.path().join(source).join("lib.rs"), "fn main() {}\n").unwrap();
    let error = plan(&with_label("grocery/ica"), &catalogue, folder.path()).unwrap_err();
    assert!(error.to_string().contains("to add the layout to"), "{error}");
}

#[test]
fn an_appended_entry_keeps_the_form_of_the_list() {
    let append = |list: &str| edit::append(list, "L: &[", "b").unwrap();
    assert_eq!(append("L: &[];"), "L: &[b];");
    assert_eq!(append("L: &[a];"), "L: &[a, b];");
    assert_eq!(append("L: &[a, c(&[1])];\n[]"), "L: &[a, c(&[1]), b];\n[]");
    assert_eq!(append("L: &[\n  a,\n];"), "L: &[\n  a,\nb,\n];");
    assert_eq!(edit::append("M: &[]", "L: &[", "b"), None);
    assert_eq!(edit::append("L: &[a", "L: &[", "b"), None);
}

#[test]
fn names_of_types_titles_and_modules_are_derived() {
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
