//! The settings, and variables that aren't settings.

use std::path::Path;

use invoices_settings::{Config, Loaded, ignored_variables};

use super::finding::Finding;
use crate::{error_line, start};

const SETTINGS: &str = "settings";
const VARIABLES: &str = "variables";

/// Finds every invalid setting. The settings are `None` if one of them can't be read.
pub(super) fn check(file: Option<&Path>) -> (Option<Config>, Vec<Finding>) {
    let correct = "correct it; `invoices config check` shows every setting with the source of its value";
    let (config, malformed) = match Loaded::read(file) {
        Ok(loaded) => (Some(loaded.config), loaded.errors),
        Err(error) => (None, vec![error]),
    };
    let is_readable = malformed.is_empty();
    let mut problems: Vec<String> = malformed.iter().map(|error| error_line(error)).collect();
    if let Some(config) = &config {
        problems.extend(start::check(config).iter().map(|error| error_line(error)));
    }
    let mut found: Vec<_> = problems
        .into_iter()
        .map(|problem| Finding::fault(SETTINGS, problem, correct))
        .collect();
    if found.is_empty() {
        found.push(Finding::ok(SETTINGS, "every value is valid"));
    }
    (config.filter(|_| is_readable), found)
}

/// Warns of variables that look like settings and are none.
pub(super) fn check_variables() -> Vec<Finding> {
    let ignored = ignored_variables();
    if ignored.is_empty() {
        return Finding::ok(VARIABLES, "every INVOICES_ variable is a setting").into();
    }
    let warnings = ignored.into_iter().map(|variable| {
        let advice = match &variable.meant {
            Some(meant) => format!("name it {meant}, with two underscores between the parts"),
            None => {
                "remove it; a setting's variable is INVOICES__SECTION__KEY, as invoices.example.toml lists them".into()
            }
        };
        Finding::warning(VARIABLES, variable.to_string(), advice)
    });
    warnings.collect()
}
