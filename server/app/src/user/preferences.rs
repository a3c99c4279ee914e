//! What users prefer.

use invoices_domain::UserId;
use invoices_domain::preferences::Preferences;

use crate::app::App;
use crate::error::Error;

impl App {
    /// What a user prefers, with a time zone.
    pub async fn preferences(&self, user: UserId) -> Result<Preferences, Error> {
        let mut preferences = self.store().preferences(user).await?;
        preferences.time_zone.get_or_insert(self.settings().zone);
        Ok(preferences)
    }

    /// Replaces what a user prefers. Returns it with a time zone.
    pub async fn set_preferences(&self, user: UserId, preferences: Preferences) -> Result<Preferences, Error> {
        self.store().set_preferences(user, preferences).await?;
        self.preferences(user).await
    }
}
