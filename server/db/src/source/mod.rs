//! A user's own landlords and vendors, and which of the operator's are disabled.

pub mod labels;
pub mod landlord;
pub mod suggestion;
pub mod trusted;
pub mod vendor;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{MailAddress, Source, UserId};

use crate::message::skipped::requeue_skipped;
use crate::schema::switched_off;
use crate::source::landlord::OwnLandlord;
use crate::source::vendor::OwnVendor;
use crate::store::connection::match_backend;
use crate::store::{Answer, Store};
use crate::types::text;

/// What a user has added and switched off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnSources {
    /// The user's landlords, in the order of their creation.
    pub landlords: Vec<OwnLandlord>,
    /// The user's vendors by id.
    pub vendors: Vec<OwnVendor>,
    /// The ids of the operator's landlords (`rental`) and vendors (`retail`) that the user has switched off.
    pub switched_off: Vec<(Source, String)>,
}

impl Store {
    /// A user's landlords and vendors, and what the user has switched off.
    pub fn own_sources(&self, user: UserId) -> Answer<'_, OwnSources> {
        self.read(move |db| {
            let off = switched_off::table
                .filter(switched_off::user_id.eq(text(user)))
                .select((switched_off::source, switched_off::id));
            Ok(OwnSources {
                landlords: landlord::landlords(db, user)?,
                vendors: vendor::vendors(db, user)?,
                switched_off: off.load(db)?,
            })
        })
    }

    /// Switches a landlord (`rental`) or vendor (`retail`) of the operator's on or off for a user. `false` for a user who is
    /// not live.
    pub fn switch_source(
        &self,
        user: UserId,
        source: Source,
        id: &str,
        on: bool,
        matches: impl Fn(&MailAddress, &str) -> bool + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, bool> {
        let id = id.to_owned();
        self.write_for(user, false, move |db| {
            if on {
                diesel::delete(switched_off::table.find((text(user), text(source), id))).execute(db)?;
                requeue_skipped(db, user, source, &matches, now)?;
                return Ok(true);
            }
            let row = (
                switched_off::user_id.eq(text(user)),
                switched_off::source.eq(text(source)),
                switched_off::id.eq(id),
            );
            match_backend!(db, connection => {
                diesel::insert_into(switched_off::table).values(row).on_conflict_do_nothing().execute(connection)
            })?;
            Ok(true)
        })
    }
}
