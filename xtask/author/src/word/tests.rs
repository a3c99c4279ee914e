//! The command's output.

use super::class::Class;
use super::effect::Documents;
use super::files::Files;
use invoices_parsers::phrases::overrides::Overrides;

const NB: &str = "\
# Norwegian.

[amounts]
# Sums.
grand-total = [
    \"beløp\", \"(ordre|faktura)sum\", # a comment
    \"slutt ?sum\",
]
vat = [\"mva\"]

[dates]
due-date = [\"forfall\"]
";

fn class(name: &str) -> Class {
    Class::named(name).unwrap()
}

fn changed(class_name: &str, phrase: &str) -> String {
    let files = Files::of(&[("nb.toml", NB)]);
    let changed = files.with("nb", &class(class_name), phrase).unwrap();
    changed.vocabulary().map(|_| ()).unwrap();
    let removed = changed.without("nb", &class(class_name), phrase).unwrap();
    assert_eq!(removed.text("nb.toml"), NB, "{phrase}");
    changed.text("nb.toml").to_owned()
}

#[test]
fn a_phrase_goes_to_its_place_by_alphabet() {
    let first = changed("grand-total", "beløp totalt");
    assert!(first.contains("    \"beløp\", \"beløp totalt\", \"(ordre|faktura)sum\", # a comment\n"));
    let last = changed("amounts.grand-total", "totalsum");
    assert!(last.contains("    \"slutt ?sum\", \"totalsum\",\n]"));
    assert!(changed("vat", "herav mva").contains("\nvat = [\"herav mva\", \"mva\"]\n"));
}

#[test]
fn a_class_goes_to_its_place_in_its_table() {
    assert!(changed("to-pay", "å betale").contains("]\nto-pay = [\"å betale\"]\nvat = "));
    assert!(changed("amounts.refund", "refusjon").contains("[amounts]\nrefund = [\"refusjon\"]\n# Sums."));
    let files = Files::of(&[("nb.toml", NB)]);
    let changed = files.with("nb", &class("seller"), "selger").unwrap();
    assert!(
        changed
            .text("nb.toml")
            .ends_with("\n\n[parties]\nseller = [\"selger\"]\n")
    );
}

#[test]
fn a_line_that_becomes_too_long_is_broken() {
    let long = "et svært langt ord for merverdiavgift som ingen har skrevet før";
    let files = Files::of(&[("nb.toml", NB)]);
    let files = files.with("nb", &class("vat"), long).unwrap();
    let files = files.with("nb", &class("vat"), &format!("{long} eller nå")).unwrap();
    let text = files.text("nb.toml");
    assert!(
        text.contains(&format!(
            "\nvat = [\n    \"{long}\",\n    \"{long} eller nå\", \"mva\",\n]\n"
        )),
        "{text}"
    );
}

#[test]
fn what_the_build_refuses_is_refused() {
    let files = Files::of(&[("nb.toml", NB)]);
    for phrase in ["Sluttsum", "slutt-sum:", "sum ", "beløp"] {
        let refused = files.with("nb", &class("grand-total"), phrase).unwrap().vocabulary();
        assert!(
            refused.is_err_and(|error| error.to_string().starts_with("vocab/nb.toml:")),
            "{phrase}"
        );
    }
    let unknown = Class::named("grandtotal").unwrap_err().to_string();
    assert!(unknown.contains("amounts.grand-total"), "{unknown}");
    assert!(
        files
            .with("no", &class("vat"), "moms")
            .is_err_and(|error| error.to_string().contains("there are nb"))
    );
}

#[test]
fn an_emptied_class_changes_the_readings_of_fixtures() {
    let without = Overrides::without("amounts", "gift-card").unwrap();
    let documents = Documents::open().unwrap();
    let changes = documents.changes(&Overrides::default(), &without).unwrap().to_string();
    assert!(changes.contains(" fixtures are read differently"), "{changes}");
}
