//! What the user prefers.

use dropshot::HttpResponseOk;
use invoices_api::user::preferences::{PreferencesBody, UserPreferences};
use invoices_api::{ApiError, Envelope, sentence};
use invoices_app::{App, Error};
use invoices_domain::UserId;
use invoices_domain::preferences::{Preferences, ReminderDays};

use crate::http::error::api_error;

pub async fn view(app: &App, user: UserId) -> Result<HttpResponseOk<Envelope<UserPreferences>>, ApiError> {
    let shown = shown(app, user).await.map_err(api_error)?;
    Ok(Envelope::ok(sentence::PREFERENCES_RETRIEVED, shown))
}

pub async fn set(
    app: &App,
    user: UserId,
    body: PreferencesBody,
) -> Result<HttpResponseOk<Envelope<UserPreferences>>, ApiError> {
    let zone = body.time_zone.map(|zone| zone.parse()).transpose();
    let days = body.reminder_days.map(ReminderDays::try_from).transpose();
    let preferences = Preferences {
        language: body.language.unwrap_or_default(),
        time_zone: zone
            .map_err(|_| ApiError::invalid_field("time_zone", "expected a time zone such as Europe/Stockholm"))?,
        reminder_days: days
            .map_err(|wrong| ApiError::invalid_field("reminder_days", wrong))?
            .unwrap_or_default(),
        quiet_hours: body.quiet_hours,
    };
    let set = app.set_preferences(user, preferences).await.map_err(api_error)?;
    Ok(Envelope::ok(sentence::PREFERENCES_CHANGED, wire(&set)))
}

/// As the API shows it, and the export.
pub async fn shown(app: &App, user: UserId) -> Result<UserPreferences, Error> {
    Ok(wire(&app.preferences(user).await?))
}

fn wire(preferences: &Preferences) -> UserPreferences {
    UserPreferences {
        language: preferences.language,
        time_zone: preferences.time_zone.unwrap_or_default().into(),
        reminder_days: preferences.reminder_days.into(),
        quiet_hours: preferences.quiet_hours,
    }
}
