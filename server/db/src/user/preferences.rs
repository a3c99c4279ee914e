//! What users prefer.

use diesel::prelude::*;
use invoices_domain::UserId;
use invoices_domain::preferences::Preferences;

use crate::schema::users;
use crate::store::{Answer, Store};
use crate::types::text;

impl Store {
    /// What a user prefers, or the defaults.
    pub fn preferences(&self, user: UserId) -> Answer<'_, Preferences> {
        self.look_up(move |db| {
            let row = users::table.find(text(user)).select(users::preferences);
            let stated: Option<Option<Preferences>> = row.first(db).optional()?;
            Ok(stated.flatten().unwrap_or_default())
        })
    }

    /// Replaces what a user prefers.
    pub fn set_preferences(&self, user: UserId, preferences: Preferences) -> Answer<'_, ()> {
        self.write_for(user, (), move |db| {
            diesel::update(users::table.find(text(user)))
                .set(users::preferences.eq(Some(preferences)))
                .execute(db)?;
            Ok(())
        })
    }
}
