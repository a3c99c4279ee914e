//! The error of an invalid setting.

/// A setting has an invalid value.
#[derive(Debug, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct InvalidSetting {
    /// The setting.
    pub key: &'static str,
    /// What is wrong with it.
    pub problem: String,
}

pub(crate) fn invalid_setting(key: &'static str, problem: impl Into<String>) -> InvalidSetting {
    InvalidSetting {
        key,
        problem: problem.into(),
    }
}
