//! `docs/reasons.md` lists every code with its sentence, word for word, and each code reads back.

#![allow(clippy::unwrap_used, reason = "a panic fails the test and says why")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Display};

use invoices_domain::identity::GroupWarning;
use invoices_domain::reading::{Outcome, ParserTag, Reading, Stated};
use invoices_domain::{Code, IngestReason, LedgerReason, Limit, NotAuthenticated, Reason, Warning};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Code and sentence of each row below a heading of the page.
fn documented(heading: &str) -> BTreeMap<&'static str, &'static str> {
    let page = include_str!("../../../docs/reasons.md");
    let section = page.split("\n## ").find(|section| section.starts_with(heading));
    let rows = section.unwrap().lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.trim_end_matches(" |").split_once("` | ").unwrap())
        .collect()
}

/// The codes that a type has: serde names them if it refuses one.
fn codes<T: DeserializeOwned + Debug>() -> BTreeSet<String> {
    let refused = serde_json::from_value::<T>(json!({"code": "?"})).unwrap_err();
    let refused = refused.to_string();
    let named = refused.split('`').skip(1).step_by(2);
    named.filter(|code| *code != "?").map(str::to_owned).collect()
}

/// A parameter, and how its sentence shows it.
fn sample(code: &str, name: &str) -> (Value, String) {
    match (code, name) {
        ("over-limit" | "pdf-over-limit" | "mail-over-limit", "limit") => (json!("pages"), "too many pages".into()),
        (_, "limit" | "seconds" | "attempts" | "month" | "year") => (json!(7), "7".into()),
        (_, "total" | "slip") => (json!(9876.5), "9876.5".into()),
        (_, "day") => (json!("2026-11-02"), "2026-11-02".into()),
        (_, "invoice_id") => (json!("Invoice_4711"), "Invoice_4711".into()),
        _ => (json!("alva@example.com"), "alva@example.com".into()),
    }
}

#[track_caller]
fn check<T: Serialize + DeserializeOwned + Display + Debug + PartialEq>(heading: &str) {
    let documented = documented(heading);
    for (code, template) in &documented {
        let (mut parameters, mut sentence) = (Map::new(), (*template).to_owned());
        for name in template.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()) {
            let (value, shown) = sample(code, name);
            parameters.insert(name.to_owned(), value);
            sentence = sentence.replace(&format!("{{{name}}}"), &shown);
        }
        let code = Code {
            code: (*code).to_owned(),
            parameters,
        };
        let reason: T = serde_json::from_value(json!(code)).unwrap();
        assert_eq!((reason.to_string(), Code::of(&reason)), (sentence, code));
    }
    let documented: BTreeSet<String> = documented.into_keys().map(str::to_owned).collect();
    assert_eq!(documented, codes::<T>(), "{heading}");
}

// Shows: Messages | A reason of the ledger…
#[test]
fn each_code_is_documented_with_its_sentence_and_reads_back() {
    check::<Reason>("Why a document");
    check::<NotAuthenticated>("Why a sender");
    check::<IngestReason>("Why an ingest");
    check::<Warning>("Warnings\n");
    check::<GroupWarning>("Warnings of invoices");
}

#[test]
fn a_code_of_the_ledger_belongs_to_one_reason() {
    let all = [codes::<Reason>(), codes::<NotAuthenticated>(), codes::<IngestReason>()];
    let distinct: BTreeSet<&String> = all.iter().flatten().collect();
    assert_eq!(distinct.len(), all.iter().map(BTreeSet::len).sum::<usize>());
    let reasons: [LedgerReason; 3] = [
        Reason::TOO_MUCH_WORK.into(),
        NotAuthenticated::NoResults.into(),
        IngestReason::MonthProcessed { month: 7, year: 2026 }.into(),
    ];
    for reason in reasons {
        let code = json!(Code::of(&reason));
        assert_eq!(serde_json::from_value::<LedgerReason>(code).unwrap(), reason);
    }
}

/// As it goes through the pipe of a reader process.
#[test]
fn a_reading_reads_back_with_its_reason_and_warnings() {
    let slip = Warning::SlipTotal {
        total: "5295".parse().unwrap(),
        slip: "6212.5".parse().unwrap(),
    };
    let stated = Stated {
        total_amount: "5295.25".parse().ok(),
        warnings: vec![Warning::NoCurrency, slip],
        ..Stated::default()
    };
    let reading = Reading {
        parser: ParserTag {
            name: "rental".into(),
            version: 1,
        },
        outcome: Outcome::Failed {
            reason: Reason::PdfOverLimit { limit: Limit::Pages },
            stated: Box::new(stated),
        },
        evidence: Vec::new(),
        label: None,
    };
    let text = serde_json::to_string(&reading).unwrap();
    assert_eq!(serde_json::from_str::<Reading>(&text).unwrap(), reading);
    let written: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(written["reason"], "the PDF passes a limit: too many pages");
    assert_eq!(
        (&written["reason_code"], &written["reason_parameters"]),
        (&json!("pdf-over-limit"), &json!({"limit": "pages"}))
    );
    assert_eq!(
        written["stated"]["warnings"],
        json!([
            "the total is stated without a currency",
            "the total is 5295, the payment slip's line says 6212.5"
        ])
    );
    let codes = json!([{"code": "no-currency"}, {"code": "slip-total", "parameters": {"total": 5295, "slip": 6212.5}}]);
    assert_eq!(written["stated"]["warning_codes"], codes);
}
