//! The columns of a state and its reason.

use invoices_domain::{Code, LedgerReason};
use serde_json::Value;

use crate::text::display_text;

/// The columns `reason` and `reason_code` of a table, for an insert or update.
macro_rules! reason_columns {
    ($table:ident, $reason:expr) => {{
        let (sentence, code) = $crate::reason::sentence_and_code($reason);
        ($table::reason.eq(sentence), $table::reason_code.eq(code))
    }};
}
pub(crate) use reason_columns;

/// The columns of a state that a row gets now, for an update.
macro_rules! state_columns {
    ($table:ident, $state:expr, $reason:expr, $now:expr) => {
        (
            $table::state.eq($crate::types::text($state)),
            $crate::reason::reason_columns!($table, $reason),
            $table::updated_at.eq($crate::types::timestamp($now)),
        )
    };
}
pub(crate) use state_columns;

/// A reason as it is stored.
pub(crate) fn sentence_and_code(reason: Option<LedgerReason>) -> (Option<String>, Option<Code>) {
    let Some(reason) = reason else { return (None, None) };
    let mut code = Code::of(&reason);
    for value in code.parameters.values_mut() {
        if let Value::String(text) = value {
            *text = display_text(text);
        }
    }
    (Some(display_text(&reason.to_string())), Some(code))
}
