//! The evidence of a reading as text.

use std::fmt::{self, Write};

use parser_extract::classification;
use parser_extract::reading::UNKNOWN_LABELS;
use parser_model::reading::{Evidence, Outcome, Reading, Stated};
use serde_json::{Map, Value};

/// The fields whose reason is that of another field.
const IMPLIED: &[&str] = &["invoice_date_source", "period_end"];

/// Describes a reading for people: parser and outcome, and for each field the value, the reason for it and the candidates. For a
/// refusal it names the amounts whose labels the vocabulary does not have.
pub fn explain(reading: &Reading) -> String {
    let mut text = Text(format!(
        "read by {} (version {})\n",
        reading.parser.name, reading.parser.version
    ));
    let outcome = match &reading.outcome {
        Outcome::Retail { records } if records.len() > 1 => format!("parsed: {} orders", records.len()),
        Outcome::Retail { .. } | Outcome::Rental { .. } => "parsed".to_owned(),
        Outcome::Asked { reason, .. } => format!("asked: {reason}"),
        Outcome::NotAnInvoice { reason, .. } => format!("not an invoice: {reason}"),
        Outcome::Failed { reason, .. } => format!("failed: {reason}"),
    };
    let of_document = |field: &str| reading.evidence.iter().find(|known| known.field == field);
    let decision = of_document(classification::FIELD);
    let rule = in_brackets(decision.and_then(|decision| decision.rule.as_deref()));
    text.line(format_args!("{outcome}{rule}"));
    if let Some(labels) = of_document(UNKNOWN_LABELS) {
        text.line(format_args!("    beside unknown labels: {}", labels.because));
    }
    if let Outcome::Asked { candidates, .. } = &reading.outcome {
        for candidate in candidates {
            let currency = candidate.currency.map(|code| format!(" {code}")).unwrap_or_default();
            text.line(format_args!(
                "    {}{currency}: {}; \u{201c}{}\u{201d}",
                candidate.value, candidate.why, candidate.place
            ));
        }
    }
    let details = details(&reading.outcome);
    for (index, (stated, detail)) in details.iter().enumerate() {
        if details.len() > 1 {
            text.line(format_args!("\norder {} of {}", index + 1, details.len()));
        }
        for evidence in reading.evidence.iter().filter(|known| is_of(known, index)) {
            text.field(evidence);
            if evidence.field == "items" {
                text.items(*detail);
            }
        }
        for warning in &stated.warnings {
            text.line(format_args!("warning: {warning}"));
        }
    }
    text.0
}

/// Whether evidence is about a field of the order with this index.
fn is_of(evidence: &Evidence, index: usize) -> bool {
    let is_field = ![classification::FIELD, UNKNOWN_LABELS].contains(&evidence.field.as_str());
    let is_of_order = evidence.order.is_none_or(|order| order as usize == index + 1);
    is_field && is_of_order && !IMPLIED.contains(&evidence.field.as_str())
}

/// The common values of each order, and its detail record.
fn details(outcome: &Outcome) -> Vec<(&Stated, Option<&Map<String, Value>>)> {
    match outcome {
        Outcome::Retail { records } => records.iter().map(|r| (&r.stated, Some(&r.detail))).collect(),
        Outcome::Rental { record } => vec![(&record.stated, None)],
        Outcome::Asked { stated, .. } | Outcome::NotAnInvoice { stated, .. } | Outcome::Failed { stated, .. } => {
            vec![(stated, None)]
        }
    }
}

/// The id of a rule as it follows a reason: ` [total/labelled]`.
fn in_brackets(rule: Option<&str>) -> String {
    rule.map(|id| format!(" [{id}]")).unwrap_or_default()
}

struct Text(String);

impl Text {
    fn line(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.0, "{line}").expect("writing to a string");
    }

    fn field(&mut self, evidence: &Evidence) {
        let value = evidence.value.as_deref().unwrap_or("left out");
        self.line(format_args!("{}: {value}", evidence.field));
        let rule = in_brackets(evidence.rule.as_deref());
        self.line(format_args!("    because of {}{rule}", evidence.because));
        if evidence.considered.len() > 1 {
            self.line(format_args!("    considered: {}", evidence.considered.join("; ")));
        }
    }

    /// A line for each item: `2 × Raggsockor 198`.
    fn items(&mut self, detail: Option<&Map<String, Value>>) {
        let items = detail.and_then(|detail| detail.get("items")?.as_array());
        for item in items.into_iter().flatten() {
            let shown = |name: &str| match item.get(name) {
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
                None => String::new(),
            };
            let count = Some(shown("quantity")).filter(|quantity| !quantity.is_empty());
            let count = count.map(|quantity| format!("{quantity} × ")).unwrap_or_default();
            self.line(format_args!("    {count}{} {}", shown("name"), shown("price")));
        }
    }
}

#[cfg(test)]
mod tests {
    use parser_model::reading::MailContext;

    use super::*;
    use crate::read_file;

    fn explained(text: &str) -> String {
        explain(&read_file("mail.html", text.as_bytes(), None, &MailContext::default()))
    }

    #[test]
    fn a_refusal_names_the_labels_that_are_missing() {
        let text = explained(
            "<p>Takk for handelen</p><table><tr><td>Xyzsum</td><td>1 099,00 kr</td></tr>\
             <tr><td>Abcsum</td><td>1 000,00 kr</td></tr>\
             <tr><td>Kaffe</td><td>1 st</td><td>99,00 kr</td></tr></table>",
        );
        assert!(
            text.contains("beside unknown labels: “Xyzsum” 1 099,00 kr; “Abcsum” 1 000,00 kr; “Kaffe” 99,00 kr"),
            "{text}"
        );
    }

    #[test]
    fn each_field_and_item_has_its_reason() {
        let text = explained(
            "<p>Receipt</p><p>Order number: A1001</p><table><tr><th>Item</th><th>Price</th></tr>\
             <tr><td>2 x Mug</td><td>8.00 EUR</td></tr><tr><td>1 x Jug</td><td>4.00 EUR</td></tr></table>\
             <table><tr><td>Shipping</td><td>3.00 EUR</td></tr><tr><td>Total</td><td>15.00 EUR</td></tr></table>",
        );
        for line in [
            "\ntotal_amount: 15\n    because of ",
            "\ndirection: charge\n    because of ",
            "\nitems: 2\n    because of lines whose prices add up to a sum of the page",
            "\n    2 × Mug 8\n    1 × Jug 4\n",
            "\ndelivery_fee: 3\n    because of its label “shipping”",
            "\nsub_type: miscellaneous\n    because of ",
        ] {
            assert!(text.contains(line), "{line:?} is missing in\n{text}");
        }
    }
}
