//! How much of the invented mails in `tests/fixtures/receipts` is read right. The floors only ever rise.
//!
//! The mails' `README.md` says what `manifest.json` promises and which answers count as right.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use invoices_parsers::{flat, read_file};
use parser_model::reading::MailContext;
use serde_json::Value;

/// Fields of the manifest, and those of a flat record that may hold their value.
const FIELDS: [(&str, &[&str]); 9] = [
    ("vendor", &["vendor_name"]),
    ("total_amount", &["total_amount"]),
    ("currency", &["currency"]),
    ("invoice_date", &["invoice_date"]),
    ("due_date", &["due_date"]),
    ("order_number", &["order_id", "invoice_number"]),
    ("invoice_number", &["invoice_number", "order_id"]),
    ("ocr", &["ocr"]),
    ("bankgiro", &["bankgiro"]),
];

/// Each set of mails is held to what was reached on it.
struct Floor {
    round: u64,
    /// At least so many of a thousand stated values are read right.
    right: usize,
    /// At most so many of a thousand are read wrong, or made up.
    wrong: usize,
    /// At most so many mails that are no receipts are taken for one.
    taken: usize,
}

const FLOORS: [Floor; 4] = [
    Floor {
        round: 1,
        right: 990,
        wrong: 6,
        taken: 0,
    },
    Floor {
        round: 2,
        right: 955,
        wrong: 5,
        taken: 0,
    },
    Floor {
        round: 3,
        right: 975,
        wrong: 13,
        taken: 0,
    },
    Floor {
        round: 4,
        right: 985,
        wrong: 0,
        taken: 0,
    },
];

#[derive(Default)]
struct Count {
    right: usize,
    wrong: usize,
    missing: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Right,
    Wrong,
    Missing,
}

#[test]
fn the_invented_mails_are_read_as_well_as_ever() {
    for floor in FLOORS {
        let (counts, taken, faults) = read_round(floor.round);
        let sum = |of: fn(&Count) -> usize| counts.values().map(of).sum::<usize>();
        let (right, wrong, missing) = (sum(|c| c.right), sum(|c| c.wrong), sum(|c| c.missing));
        let all = right + wrong + missing;
        println!(
            "{:16} {:>6} {:>6} {:>8}",
            format!("round {}", floor.round),
            "right",
            "wrong",
            "missing"
        );
        for (field, count) in &counts {
            println!("{field:16} {:>6} {:>6} {:>8}", count.right, count.wrong, count.missing);
        }
        println!("{:16} {right:>6} {wrong:>6} {missing:>8}\n{}", "all", faults.join("\n"));
        assert!(all > 0, "round {} holds no receipt", floor.round);
        assert!(right * 1_000 >= floor.right * all, "{right} of {all} values are right");
        assert!(wrong * 1_000 <= floor.wrong * all, "{wrong} of {all} values are wrong");
        assert!(taken.len() <= floor.taken, "taken for receipts: {taken:?}");
    }
}

/// The counts by field, the mails wrongly taken for receipts, and what is not right.
fn read_round(round: u64) -> (BTreeMap<&'static str, Count>, Vec<String>, Vec<String>) {
    let folder = folder();
    let manifest = fs::read(folder.join("manifest.json")).expect("the manifest is in the tree");
    let manifest: Value = serde_json::from_slice(&manifest).expect("the manifest is JSON");
    let items = manifest["items"].as_array().expect("the manifest lists items");
    let (mut counts, mut taken, mut faults) = (BTreeMap::<_, Count>::new(), Vec::new(), Vec::new());
    for item in items.iter().filter(|item| item["round"].as_u64().unwrap_or(1) == round) {
        let (id, expected) = (text(&item["id"]), &item["expected"]);
        let line = read(&folder.join(text(&item["path"])));
        if expected["not_a_receipt"] == true {
            if line["outcome"] != "not_an_invoice" {
                taken.push(id.to_owned());
            }
            continue;
        }
        for (field, names) in FIELDS {
            let Some(verdict) = judge(field, names, expected, &line["record"]) else {
                continue;
            };
            let count = counts.entry(field).or_default();
            match verdict {
                Verdict::Right => count.right += 1,
                Verdict::Wrong => count.wrong += 1,
                Verdict::Missing => count.missing += 1,
            }
            if verdict != Verdict::Right {
                let got: Vec<&Value> = names.iter().map(|name| &line["record"][*name]).collect();
                faults.push(format!("{id}: {field} is {}, read was {got:?}", expected[field]));
            }
        }
    }
    (counts, taken, faults)
}

/// `None` where the mail does not state the field. A total where it states none is made up, and wrong.
fn judge(field: &str, names: &[&str], expected: &Value, record: &Value) -> Option<Verdict> {
    let got: Vec<String> = names.iter().filter_map(|name| plain(&record[*name])).collect();
    let Some(wanted) = plain(&expected[field]) else {
        let made_up = field == "total_amount" && !got.is_empty() && expected["orders"].is_null();
        return made_up.then_some(Verdict::Wrong);
    };
    let list = |name: &str| expected[name].as_array().cloned().unwrap_or_default();
    let accepted = list(&format!("accept_{field}"));
    let mut right: Vec<String> = accepted.iter().filter_map(plain).collect();
    right.push(wanted);
    if field == "vendor" {
        right.extend(list("vendor_alternatives").iter().filter_map(plain));
    }
    let is_right = |got: &String| match field {
        "vendor" => right
            .iter()
            .any(|r| got.contains(r) || got.len() > 2 && r.contains(got)),
        _ => right.contains(got),
    };
    Some(match got.as_slice() {
        [] if accepted.contains(&Value::Null) => Verdict::Right,
        [] => Verdict::Missing,
        got if got.iter().any(is_right) => Verdict::Right,
        _ => Verdict::Wrong,
    })
}

/// A value without what spellings differ in: case, blanks, hyphens. Amounts to the hundredth.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(format!("{:.2}", number.as_f64()?)),
        Value::String(text) => {
            let plain = text.trim().trim_start_matches('#').to_lowercase();
            let plain: String = plain
                .chars()
                .filter(|c| !c.is_whitespace() && !".-–/".contains(*c))
                .collect();
            (!plain.is_empty()).then_some(plain)
        }
        _ => None,
    }
}

fn read(path: &Path) -> Value {
    let bytes = fs::read(path).expect("the manifest's mails are in the tree");
    let name = path.to_string_lossy();
    flat(&name, &read_file(&name, &bytes, None, &MailContext::default()))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("the manifest names its mails")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/receipts")
}
