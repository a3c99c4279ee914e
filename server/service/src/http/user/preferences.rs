//! What the user prefers.

use invoices_api::ApiError;
use invoices_api::user::preferences::{PreferencesBody, UserPreferences};
use invoices_app::{App, Error};
use invoices_domain::UserId;
use invoices_domain::preferences::{Preferences, ReminderDays};

/// The preferences that a request states.
pub fn given(body: PreferencesBody) -> Result<Preferences, ApiError> {
    let zone = body.time_zone.map(|zone| zone.parse()).transpose();
    let days = body.reminder_days.map(ReminderDays::try_from).transpose();
    Ok(Preferences {
        language: body.language.unwrap_or_default(),
        time_zone: zone
            .map_err(|_| ApiError::invalid_field("time_zone", "expected a time zone such as Europe/Stockholm"))?,
        reminder_days: days
            .map_err(|wrong| ApiError::invalid_field("reminder_days", wrong))?
            .unwrap_or_default(),
        quiet_hours: body.quiet_hours,
    })
}

/// As the API shows it, and the export.
pub async fn shown(app: &App, user: UserId) -> Result<UserPreferences, Error> {
    Ok(wire(&app.preferences(user).await?))
}

pub fn wire(preferences: &Preferences) -> UserPreferences {
    UserPreferences {
        language: preferences.language,
        time_zone: preferences.time_zone.unwrap_or_default().into(),
        reminder_days: preferences.reminder_days.into(),
        quiet_hours: preferences.quiet_hours,
    }
}
