//! Variables that look like settings and are none.

use std::fmt;

use crate::config::Config;
use crate::layer::variable;

/// The prefix of the program's variables. Those of settings have a second underscore after it.
const PREFIX: &str = "INVOICES_";
/// Other variables of the program and its tests, and those that Kubernetes sets for a service with the name `invoices`.
const OTHERS: &[&str] = &["CONFIG", "CRASH_AT", "DEMO_", "TEST_", "SERVICE_", "PORT_"];

/// A variable that is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredVariable {
    /// Its name.
    pub name: String,
    /// The variable of the setting that its name resembles.
    pub meant: Option<String>,
}

impl IgnoredVariable {
    /// That it is ignored, and the variable that may be meant.
    pub fn warning(&self) -> String {
        let meant = self.meant.iter().map(|meant| format!("; is {meant} meant?"));
        format!("{self}{}", meant.collect::<String>())
    }
}

impl fmt::Display for IgnoredVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the variable {} is not a setting and is ignored", self.name)
    }
}

/// The variables of this process that look like settings and are none: `INVOICES_SERVER_ADDRESS`.
pub fn ignored_variables() -> Vec<IgnoredVariable> {
    let names = std::env::vars_os().filter_map(|(name, value)| {
        // What Kubernetes sets for a service with the name `invoices`.
        let is_link = name == "INVOICES_PORT" && value.to_string_lossy().contains("://");
        name.into_string().ok().filter(|_| !is_link)
    });
    let known = Config::names();
    let mut ignored: Vec<_> = names.filter_map(|name| ignored(&name, &known)).collect();
    ignored.sort_by(|a, b| a.name.cmp(&b.name));
    ignored
}

fn ignored(name: &str, known: &[String]) -> Option<IgnoredVariable> {
    let rest = name.strip_prefix(PREFIX)?;
    if rest.starts_with('_') || OTHERS.iter().any(|other| rest.starts_with(other)) {
        return None;
    }
    let words = rest.to_lowercase().replace("__", "_");
    let meant = known.iter().find(|path| path.replace('.', "_") == words);
    Some(IgnoredVariable {
        name: name.to_owned(),
        meant: meant.map(|path| variable(path)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_with_too_few_underscores_is_ignored_and_the_right_one_named() {
        let known = Config::names();
        let meant = |name: &str| ignored(name, &known).map(|ignored| ignored.meant);
        for (name, setting) in [
            ("INVOICES_SERVER_ADDRESS", "INVOICES__SERVER__ADDRESS"),
            ("INVOICES_SERVER__ADDRESS", "INVOICES__SERVER__ADDRESS"),
            ("INVOICES_DATABASE_PASSWORD", "INVOICES__DATABASE__PASSWORD"),
            ("INVOICES_MAIL_QUOTA_GET_UNITS", "INVOICES__MAIL__QUOTA__GET_UNITS"),
            ("INVOICES_OBJECT_EVENTS_QUEUE", "INVOICES__OBJECT_EVENTS__QUEUE"),
            ("INVOICES_TIME_ZONE", "INVOICES__TIME_ZONE"),
        ] {
            assert_eq!(meant(name), Some(Some(setting.to_owned())), "{name}");
        }
        assert_eq!(meant("INVOICES_WORKERS"), Some(None));
        for name in [
            "INVOICES__SERVER__ADDRESS",
            "INVOICES_CONFIG",
            "INVOICES_TEST_POSTGRES",
            "INVOICES_SERVICE_HOST",
            "INVOICES_PORT_8080_TCP",
            "PATH",
        ] {
            assert_eq!(meant(name), None, "{name}");
        }
    }
}
