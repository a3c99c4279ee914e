//! The evidence of a reading as text.

use std::fmt::Write;

use parser_extract::classification;
use parser_model::reading::{Evidence, Outcome, Reading};
use serde_json::Value;

/// Describes a reading for people: parser, outcome, and for each field the value, the reason for it and the candidates.
pub fn explain(reading: &Reading) -> String {
    let mut text = format!("read by {} (version {})\n", reading.parser.name, reading.parser.version);
    let outcome = match &reading.outcome {
        Outcome::Retail { records } if records.len() > 1 => format!("parsed: {} orders", records.len()),
        Outcome::Retail { .. } | Outcome::Rental { .. } => "parsed".to_owned(),
        Outcome::NotAnInvoice { reason, .. } => format!("not an invoice: {reason}"),
        Outcome::Failed { reason, .. } => format!("failed: {reason}"),
    };
    let (refusals, fields): (Vec<&Evidence>, Vec<&Evidence>) =
        reading.evidence.iter().partition(|e| e.field == classification::FIELD);
    let rule = in_brackets(refusals.first().and_then(|refusal| refusal.rule.as_deref()));
    write_line(&mut text, format_args!("{outcome}{rule}"));
    for evidence in fields {
        let value = evidence.value.as_deref().unwrap_or("left out");
        write_line(&mut text, format_args!("{}: {value}", evidence.field));
        let rule = in_brackets(evidence.rule.as_deref());
        write_line(&mut text, format_args!("    because of {}{rule}", evidence.because));
        if evidence.considered.len() > 1 {
            write_line(
                &mut text,
                format_args!("    considered: {}", evidence.considered.join("; ")),
            );
        }
    }
    for (field, value) in added_by_layout(reading) {
        write_line(&mut text, format_args!("{field}: {value}"));
        write_line(
            &mut text,
            format_args!("    because of the layout {}", reading.parser.name),
        );
    }
    let warnings: Vec<&String> = match &reading.outcome {
        Outcome::Retail { records } => records.iter().flat_map(|r| &r.stated.warnings).collect(),
        Outcome::Rental { record } => record.stated.warnings.iter().collect(),
        Outcome::NotAnInvoice { stated, .. } | Outcome::Failed { stated, .. } => stated.warnings.iter().collect(),
    };
    for warning in warnings {
        write_line(&mut text, format_args!("warning: {warning}"));
    }
    text
}

/// The id of a rule as it follows a reason: ` [total/labelled]`.
fn in_brackets(rule: Option<&str>) -> String {
    rule.map(|id| format!(" [{id}]")).unwrap_or_default()
}

/// The fields and values that have no evidence, because a layout added them. Empty for a document with several orders.
fn added_by_layout(reading: &Reading) -> Vec<(String, String)> {
    let Outcome::Retail { records } = &reading.outcome else {
        return Vec::new();
    };
    let ([record], true) = (records.as_slice(), reading.parser.name.contains('/')) else {
        return Vec::new();
    };
    let Ok(Value::Object(stated)) = serde_json::to_value(&record.stated) else {
        return Vec::new();
    };
    let has_evidence = |field: &str, value: &str| {
        let is_same = |e: &Evidence| e.field == field && e.value.as_deref() == Some(value);
        reading.evidence.iter().any(is_same)
    };
    let mut added = Vec::new();
    for (field, value) in stated {
        let value = match value {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => continue,
        };
        if !matches!(field.as_str(), "direction" | "invoice_date_source") && !has_evidence(&field, &value) {
            added.push((field, value));
        }
    }
    added
}

fn write_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("writing to a string");
}

#[cfg(test)]
mod tests {
    use parser_model::reading::{ParserTag, RetailRecord, Stated};

    use super::*;

    #[test]
    fn values_that_a_layout_added_name_the_layout() {
        let stated = Stated {
            total_amount: Some("49.50".parse().unwrap()),
            order_id: Some("UK-2041".into()),
            ..Stated::default()
        };
        let record = RetailRecord {
            sub_type: "clothing".parse().unwrap(),
            stated,
            detail: serde_json::Map::new(),
        };
        let total = Evidence {
            field: "total_amount".into(),
            value: Some("49.5".into()),
            because: "its label".into(),
            rule: Some("total/labelled".into()),
            considered: Vec::new(),
        };
        let reading = |name: &str| Reading {
            parser: ParserTag {
                name: name.into(),
                version: 2,
            },
            outcome: Outcome::Retail {
                records: vec![record.clone()],
            },
            evidence: vec![total.clone()],
        };
        assert_eq!(
            explain(&reading("clothing/wool")),
            "read by clothing/wool (version 2)\nparsed\ntotal_amount: 49.5\n    because of its label [total/labelled]\n\
             order_id: UK-2041\n    because of the layout clothing/wool\n"
        );
        assert!(!explain(&reading("clothing")).contains("UK-2041"));
    }
}
