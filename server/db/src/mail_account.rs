//! Consents of the mail provider that users were asked for. Only a hash of the state is stored.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;
use invoices_domain::mail::Redirect;

use crate::schema::consents;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};

/// A consent that a user was asked for. Not `Debug`, so that no log has the verifier.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = consents)]
pub struct PendingConsent {
    /// The hash of the state that comes back with the code.
    pub state_hash: String,
    /// Where the browser returns to.
    pub redirect: Redirect,
    /// The verifier of PKCE, or the device code.
    pub verifier: String,
    /// From then on it can't be finished.
    pub expires_at: DateTime<Utc>,
    /// The IMAP server at whose provider it is asked for. `None` at Google.
    pub server: Option<String>,
    /// Seconds between two questions, if it is a device code.
    #[diesel(column_name = interval_seconds)]
    pub interval: Option<i32>,
}

/// How a consent is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentBy {
    /// On a page in the user's browser.
    Page,
    /// With a code on another device.
    Device,
}

impl Store {
    /// Keeps a consent of a user, and the newest `max - 1` others. `false` for a user who is not live.
    pub fn add_consent(&self, user: UserId, new: PendingConsent, max: i64) -> Answer<'_, bool> {
        self.write_for(user, false, move |db| {
            let of_user = consents::table.filter(consents::user_id.eq(text(user)));
            let kept: Vec<String> = of_user
                .order(consents::expires_at.desc())
                .limit(max - 1)
                .select(consents::state_hash)
                .load(db)?;
            diesel::delete(of_user.filter(consents::state_hash.ne_all(kept))).execute(db)?;
            let row = (
                consents::state_hash.eq(&new.state_hash),
                consents::user_id.eq(text(user)),
                consents::redirect.eq(text(new.redirect)),
                consents::verifier.eq(&new.verifier),
                consents::expires_at.eq(timestamp(new.expires_at)),
                consents::server.eq(&new.server),
                consents::interval_seconds.eq(new.interval),
            );
            diesel::insert_into(consents::table).values(row).execute(db)?;
            Ok(true)
        })
    }

    /// Removes a consent that this user was asked for and that has not expired, and returns it. Of simultaneous calls one gets it.
    pub fn take_consent(
        &self,
        user: UserId,
        by: ConsentBy,
        state_hash: &str,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<PendingConsent>> {
        let state_hash = state_hash.to_owned();
        self.write_for(user, None, move |db| {
            let own = consents::table
                .filter(consents::state_hash.eq(&state_hash))
                .filter(consents::user_id.eq(text(user)))
                .filter(consents::expires_at.gt(timestamp(now)));
            let known: Option<PendingConsent> = own.select(PendingConsent::as_select()).first(db).optional()?;
            let known = known.filter(|consent| (by == ConsentBy::Device) == consent.interval.is_some());
            if known.is_some() {
                diesel::delete(own).execute(db)?;
            }
            Ok(known)
        })
    }

    /// Removes expired consents.
    pub fn prune_consents(&self, now: DateTime<Utc>) -> Answer<'_, usize> {
        self.write(move |db| {
            let expired = consents::table.filter(consents::expires_at.le(timestamp(now)));
            Ok(diesel::delete(expired).execute(db)?)
        })
    }
}
