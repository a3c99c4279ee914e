//! Damage of a SQLite file, remembered until the process ends: a query that does not meet it succeeds.

use std::error::Error;
use std::sync::OnceLock;

use crate::error::StoreError;

/// SQLite's results for a damaged file, and the messages of these results. diesel's errors have only the messages.
const RESULTS: [(&str, &str); 2] = [
    ("SQLITE_CORRUPT", "database disk image is malformed"),
    ("SQLITE_NOTADB", "file is not a database"),
];

/// What first showed that the file is damaged.
#[derive(Default)]
pub(crate) struct Damage(OnceLock<String>);

impl Damage {
    pub fn first(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }

    /// Remembers and logs what shows it, the first time.
    pub fn note(&self, problem: &str) {
        if self.0.set(problem.to_owned()).is_ok() {
            tracing::error!(problem, "the database file is damaged");
        }
    }

    /// The same for an error, if it is one of a damaged file.
    pub fn note_error(&self, error: &StoreError) {
        let mut next: Option<&dyn Error> = Some(error);
        while let Some(error) = next {
            let text = error.to_string();
            if let Some((result, message)) = RESULTS.iter().find(|(_, message)| text.contains(message)) {
                self.note(&format!("{result}: {message}"));
            }
            next = error.source();
        }
    }
}
