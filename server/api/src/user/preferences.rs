//! What the user prefers.

use invoices_domain::preferences::{Language, QuietHours};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::operation::{Failure, Operation, RequestBody};
use crate::sentence;

/// What the user prefers. What is absent gets its default.
#[derive(Deserialize, JsonSchema)]
pub struct PreferencesBody {
    /// The language of messages to the user. Default: `en`.
    pub language: Option<Language>,
    /// A time zone of the IANA database, in which the user's days begin. Default: the service's.
    #[schemars(length(min = 1, max = 64))]
    pub time_zone: Option<String>,
    /// How many days before the due date of a rental invoice to remind of it; 0: never. Default: 3.
    #[schemars(range(min = 0, max = 30))]
    pub reminder_days: Option<u8>,
    /// When nothing is sent. Default: at no time.
    pub quiet_hours: Option<QuietHours>,
}

/// What the user prefers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UserPreferences {
    /// The language of messages to the user.
    pub language: Language,
    /// The time zone of the IANA database in which the user's days begin.
    pub time_zone: String,
    /// How many days before the due date of a rental invoice to remind of it; 0: never.
    pub reminder_days: u8,
    /// When nothing is sent. Absent: at no time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_hours: Option<QuietHours>,
}

pub(crate) fn operations() -> [Operation; 2] {
    [
        Operation::new("preferences_view").ok("The preferences.", sentence::PREFERENCES_RETRIEVED),
        Operation::new("preferences_set")
            .body(RequestBody::OptionalJson)
            .ok("The preferences.", sentence::PREFERENCES_CHANGED)
            .failures([Failure::wrong_field(
                "time_zone",
                "expected a time zone such as Europe/Stockholm",
            )]),
    ]
}
