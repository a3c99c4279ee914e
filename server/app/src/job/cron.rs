//! Cron expressions of the settings.

use croner::Cron;
use croner::parser::{CronParser, Seconds};

use crate::error::Error;

/// Parses an expression of six fields, the first for seconds.
pub(crate) fn parse(expression: &str) -> Result<Cron, Error> {
    let parser = CronParser::builder().seconds(Seconds::Required).build();
    parser.parse(expression).map_err(|error| {
        Error::Invalid(format!(
            "schedule {expression:?} isn't a cron expression with seconds: {error}"
        ))
    })
}
