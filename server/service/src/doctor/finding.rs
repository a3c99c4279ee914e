//! What a check found.

use std::fmt;

use serde::Serialize;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Nothing is wrong.
    Ok,
    /// The service works, but something needs attention.
    Warning,
    /// The service, or a part of it, does not work, or others can read its data.
    Fault,
    /// Not checked, because another check failed.
    Skipped,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            State::Ok => "ok",
            State::Warning => "warning",
            State::Fault => "fault",
            State::Skipped => "skipped",
        })
    }
}

/// The result of a check, or a problem that it found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The check.
    pub name: &'static str,
    /// How grave it is.
    pub state: State,
    /// What was found. Names no secret.
    pub message: String,
    /// What to do about a warning or a fault.
    pub advice: Option<String>,
}

impl Finding {
    pub(super) fn ok(name: &'static str, message: impl Into<String>) -> Self {
        Finding {
            name,
            state: State::Ok,
            message: message.into(),
            advice: None,
        }
    }

    pub(super) fn skipped(name: &'static str, reason: impl Into<String>) -> Self {
        Finding {
            state: State::Skipped,
            ..Finding::ok(name, reason)
        }
    }

    pub(super) fn warning(name: &'static str, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Finding {
            state: State::Warning,
            advice: Some(advice.into()),
            ..Finding::ok(name, message)
        }
    }

    pub(super) fn fault(name: &'static str, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Finding {
            state: State::Fault,
            ..Finding::warning(name, message, advice)
        }
    }
}

impl From<Finding> for Vec<Finding> {
    fn from(finding: Finding) -> Self {
        vec![finding]
    }
}
