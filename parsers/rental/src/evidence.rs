//! Evidence of the values that this reader adds.

use parser_model::reading::Evidence;

/// Replaces the evidence of a field with that of its value. The candidates considered before are kept.
pub(crate) fn note(evidence: &mut Vec<Evidence>, field: &str, value: &dyn std::fmt::Display, because: &str) {
    replace(evidence, field, Some(value.to_string()), because);
}

/// The same for a field that is left out.
pub(crate) fn leave_out(evidence: &mut Vec<Evidence>, field: &str, because: &str) {
    replace(evidence, field, None, because);
}

fn replace(evidence: &mut Vec<Evidence>, field: &str, value: Option<String>, because: &str) {
    let considered = evidence
        .iter()
        .filter(|known| known.field == field)
        .flat_map(|known| known.considered.clone())
        .collect();
    evidence.retain(|known| known.field != field);
    evidence.push(Evidence {
        field: field.to_owned(),
        value,
        because: because.to_owned(),
        rule: None,
        considered,
    });
}
