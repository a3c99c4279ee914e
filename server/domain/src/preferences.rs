//! What a user prefers: language, time zone, when to be reminded, and when not to be disturbed.

use chrono::NaiveTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dates::ServiceZone;

/// What a user prefers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The language of messages to the user.
    pub language: Language,
    /// The time zone in which the user's days begin. `None`: the service's.
    pub time_zone: Option<ServiceZone>,
    /// When to remind of a due date.
    pub reminder_days: ReminderDays,
    /// When nothing is sent.
    pub quiet_hours: Option<QuietHours>,
}

/// A language of messages to users, by its code of ISO 639-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Swedish.
    Sv,
}

/// How many days before the due date a user is reminded: 1 to 30, or 0 for never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct ReminderDays(u8);

/// A reminder more than thirty days before the due date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 0 to 30")]
pub struct ReminderTooEarly;

impl ReminderDays {
    /// The earliest reminder.
    pub const MAX: u8 = 30;

    /// The days; `None` if the user is not reminded.
    pub fn days(self) -> Option<u8> {
        (self.0 > 0).then_some(self.0)
    }
}

impl Default for ReminderDays {
    fn default() -> Self {
        ReminderDays(3)
    }
}

impl TryFrom<u8> for ReminderDays {
    type Error = ReminderTooEarly;
    fn try_from(days: u8) -> Result<Self, ReminderTooEarly> {
        (days <= Self::MAX)
            .then_some(ReminderDays(days))
            .ok_or(ReminderTooEarly)
    }
}

impl From<ReminderDays> for u8 {
    fn from(days: ReminderDays) -> Self {
        days.0
    }
}

/// The hours of each day in which nothing is sent, by the clock of the user's time zone. They may pass midnight. Equal times
/// are no hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuietHours {
    /// Their start, such as `22:00`.
    #[serde(with = "hour_and_minute")]
    #[schemars(with = "String", regex(pattern = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"))]
    pub from: NaiveTime,
    /// Their end, such as `07:00`.
    #[serde(with = "hour_and_minute")]
    #[schemars(with = "String", regex(pattern = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"))]
    pub to: NaiveTime,
}

/// `22:00`.
mod hour_and_minute {
    use chrono::NaiveTime;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const FORM: &str = "%H:%M";

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it like this")]
    pub fn serialize<S: Serializer>(time: &NaiveTime, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&time.format(FORM))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveTime, D::Error> {
        let text = String::deserialize(deserializer)?;
        let time = NaiveTime::parse_from_str(&text, FORM).ok();
        // The parser takes `7:5` and signs, too.
        time.filter(|time| time.format(FORM).to_string() == text)
            .ok_or_else(|| D::Error::custom("expected a time such as 22:00"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn what_is_not_stated_is_the_default() {
        let preferences: Preferences = from_value(json!({})).unwrap();
        assert_eq!(preferences, Preferences::default());
        assert_eq!(preferences.reminder_days.days(), Some(3));
    }

    #[test]
    fn hours_are_written_as_a_clock_shows_them() {
        let night = json!({"from": "22:00", "to": "07:30"});
        let hours: QuietHours = from_value(night.clone()).unwrap();
        assert_eq!(to_value(hours).unwrap(), night);
        for wrong in ["7:30", "24:00", "22:00:00", "+7:30", ""] {
            assert!(from_value::<QuietHours>(json!({"from": wrong, "to": "07:00"})).is_err());
        }
    }

    #[test]
    fn a_reminder_is_at_most_thirty_days_early() {
        assert!(ReminderDays::try_from(31).is_err());
        assert_eq!(ReminderDays::try_from(0).unwrap().days(), None);
    }
}
