//! Where every value came from, in words.

use std::fmt::Write;

use invoices_domain::reading::{Outcome, Reading};

/// One paragraph a field: the value, the rule that chose it, and what else was considered.
pub fn explain(reading: &Reading) -> String {
    let mut text = format!("read by {} (version {})\n", reading.parser.name, reading.parser.version);
    let outcome = match &reading.outcome {
        Outcome::Retail { records } if records.len() > 1 => format!("parsed: {} orders", records.len()),
        Outcome::Retail { .. } | Outcome::Rental { .. } => "parsed".to_owned(),
        Outcome::NotAnInvoice { reason, .. } => format!("not an invoice: {reason}"),
        Outcome::Failed { reason, .. } => format!("failed: {reason}"),
    };
    line(&mut text, format_args!("{outcome}"));
    for evidence in &reading.evidence {
        let value = evidence.value.as_deref().unwrap_or("left out");
        line(&mut text, format_args!("{}: {value}", evidence.field));
        line(&mut text, format_args!("    because of {}", evidence.because));
        if evidence.considered.len() > 1 {
            line(
                &mut text,
                format_args!("    considered: {}", evidence.considered.join("; ")),
            );
        }
    }
    let warnings: Vec<&String> = match &reading.outcome {
        Outcome::Retail { records } => records.iter().flat_map(|r| &r.stated.warnings).collect(),
        Outcome::Rental { record } => record.stated.warnings.iter().collect(),
        Outcome::NotAnInvoice { stated, .. } | Outcome::Failed { stated, .. } => stated.warnings.iter().collect(),
    };
    for warning in warnings {
        line(&mut text, format_args!("warning: {warning}"));
    }
    text
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    writeln!(text, "{words}").expect("writing to a string");
}
