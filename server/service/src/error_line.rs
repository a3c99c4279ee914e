//! Errors for operators.

use std::error::Error;

/// An error and its sources in one line. A source that the line already contains is left out.
pub fn error_line(error: &dyn Error) -> String {
    let mut line = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let cause = error.to_string();
        if !line.to_lowercase().contains(&cause.to_lowercase()) {
            line = format!("{}: {cause}", line.trim_end_matches('.'));
        }
        source = error.source();
    }
    line
}

#[cfg(test)]
mod tests {
    use invoices_app::Error;
    use invoices_domain::ports::{Dependency, DependencyError};

    use super::*;

    #[test]
    fn a_line_neither_repeats_a_sentence_nor_goes_on_after_a_full_stop() {
        let cause = std::io::Error::other("no such host");
        let error = Error::from(DependencyError::new(Dependency::MailProvider, cause));
        assert_eq!(
            error_line(&error),
            "The mail provider failed. Try again later: no such host"
        );
    }
}
