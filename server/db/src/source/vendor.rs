//! Users' own vendors.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::internal::derives::as_expression::Bound;
use diesel::prelude::*;
use invoices_domain::sources::{SenderPatterns, SourceId, SubjectPhrases, VendorName, VendorValues};
use invoices_domain::{Labels, MailAddress, Source, SubType, UserId, VendorId};

use crate::error::StoreError;
use crate::message::skipped::{AddSource, requeue_skipped};
use crate::schema::{cursors, own_vendors};
use crate::source::labels;
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::{TextEnum, json, text, timestamp};

/// Maximum number of vendors of one name, the operator's among them.
const MAX_NUMBER: usize = 10_000;

/// A user's vendor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnVendor {
    /// Its id, unique among the user's vendors.
    pub vendor_id: VendorId,
    /// Its name, category, senders and subjects.
    pub values: VendorValues,
    /// Whether its mails are searched for.
    pub active: bool,
}

impl Store {
    /// What a document of a vendor is read with: the user's own vendor, if it is one, and the labels.
    pub fn vendor_to_read(&self, user: UserId, id: &VendorId) -> Answer<'_, (Option<OwnVendor>, Labels)> {
        let id = id.clone();
        self.look_up(move |db| {
            let own = vendor(db, user, &id)?;
            Ok((own, labels::taught(db, user, &SourceId::Vendor(id))?.labels))
        })
    }

    /// Adds a vendor unless the user has one with the same values, which it returns then. Its id is the first that its name
    /// gives and that neither is taken nor belongs to another vendor of the user's.
    pub fn add_vendor(
        &self,
        user: UserId,
        values: VendorValues,
        is_taken: impl Fn(&VendorId) -> bool + Send + 'static,
        max: usize,
        now: DateTime<Utc>,
    ) -> Answer<'_, AddSource<OwnVendor>> {
        self.write_for(user, AddSource::UserGone, move |db| {
            let known = vendors(db, user)?;
            if let Some(same) = known.iter().find(|known| known.values == values) {
                return Ok(AddSource::Added(same.clone()));
            }
            if known.len() >= max {
                return Ok(AddSource::Full);
            }
            let is_free = |id: &VendorId| !is_taken(id) && known.iter().all(|known| known.vendor_id != *id);
            let vendor = OwnVendor {
                vendor_id: (1..=MAX_NUMBER)
                    .map(|nth| values.name.vendor_id(nth))
                    .find(is_free)
                    .ok_or(diesel::NotFound)?,
                values,
                active: true,
            };
            let row = (
                own_vendors::user_id.eq(text(user)),
                own_vendors::vendor_id.eq(text(&vendor.vendor_id)),
                own_vendors::name.eq(text(&vendor.values.name)),
                own_vendors::sub_type.eq(text(&vendor.values.sub_type)),
                own_vendors::email_patterns.eq(json(&vendor.values.email_patterns)),
                own_vendors::subject_keywords.eq(json(&vendor.values.subject_keywords)),
                own_vendors::active.eq(true),
                own_vendors::created_at.eq(timestamp(now)),
            );
            diesel::insert_into(own_vendors::table).values(row).execute(db)?;
            matters(db, user, &vendor, now)?;
            Ok(AddSource::Added(vendor))
        })
    }

    /// Changes a vendor of the user's. `None` if there is none with this id. If its senders or subjects change, mails are
    /// searched for again from `search_from` on.
    pub fn change_vendor(
        &self,
        user: UserId,
        id: &VendorId,
        change: impl FnOnce(&mut OwnVendor) + Send + 'static,
        search_from: TimeDelta,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<OwnVendor>> {
        let id = id.clone();
        self.write_for(user, None, move |db| {
            let Some(before) = vendor(db, user, &id)? else {
                return Ok(None);
            };
            let mut vendor = before.clone();
            change(&mut vendor);
            diesel::update(own_vendors::table.find((text(user), text(&id))))
                .set((
                    own_vendors::name.eq(text(&vendor.values.name)),
                    own_vendors::sub_type.eq(text(&vendor.values.sub_type)),
                    own_vendors::email_patterns.eq(json(&vendor.values.email_patterns)),
                    own_vendors::subject_keywords.eq(json(&vendor.values.subject_keywords)),
                    own_vendors::active.eq(vendor.active),
                ))
                .execute(db)?;
            let (new, old) = (&vendor.values, &before.values);
            if new.email_patterns != old.email_patterns || new.subject_keywords != old.subject_keywords {
                // An older cursor stays: what came since was not searched for yet.
                let newer = cursors_of(user, &id).filter(cursors::fetched_to.gt(timestamp(now - search_from)));
                diesel::delete(newer).execute(db)?;
            }
            matters(db, user, &vendor, now)?;
            Ok(Some(vendor))
        })
    }

    /// Removes a vendor of the user's, with its cursors. `false` if there is none with this id.
    pub fn remove_vendor(&self, user: UserId, id: &VendorId) -> Answer<'_, bool> {
        let id = id.clone();
        self.write(move |db| {
            let own = own_vendors::table.find((text(user), text(&id)));
            let removed = diesel::delete(own).execute(db)? > 0;
            if removed {
                diesel::delete(cursors_of(user, &id)).execute(db)?;
                labels::forget(db, user, &SourceId::Vendor(id))?;
            }
            Ok(removed)
        })
    }
}

type VendorRow = (VendorId, VendorName, SubType, SenderPatterns, SubjectPhrases, bool);

/// A user's vendors by id.
pub(crate) fn vendors(db: &mut Db, user: UserId) -> Result<Vec<OwnVendor>, StoreError> {
    let rows: Vec<VendorRow> = own_vendors::table
        .filter(own_vendors::user_id.eq(text(user)))
        .order(own_vendors::vendor_id)
        .select(vendor_columns())
        .load(db)?;
    Ok(rows.into_iter().map(own_vendor).collect())
}

fn vendor(db: &mut Db, user: UserId, id: &VendorId) -> Result<Option<OwnVendor>, StoreError> {
    let row = own_vendors::table.find((text(user), text(id))).select(vendor_columns());
    Ok(row.first::<VendorRow>(db).optional()?.map(own_vendor))
}

#[diesel::dsl::auto_type]
fn vendor_columns() -> _ {
    (
        own_vendors::vendor_id,
        own_vendors::name,
        own_vendors::sub_type,
        own_vendors::email_patterns,
        own_vendors::subject_keywords,
        own_vendors::active,
    )
}

fn own_vendor((vendor_id, name, sub_type, email_patterns, subject_keywords, active): VendorRow) -> OwnVendor {
    OwnVendor {
        vendor_id,
        values: VendorValues {
            name,
            sub_type,
            email_patterns,
            subject_keywords,
        },
        active,
    }
}

#[diesel::dsl::auto_type]
fn cursors_of(user: UserId, vendor: &VendorId) -> _ {
    let user: Bound<TextEnum, UserId> = text(user);
    let vendor: Bound<TextEnum, VendorId> = text(vendor.clone());
    cursors::table
        .filter(cursors::user_id.eq(user))
        .filter(cursors::vendor_id.eq(vendor))
}

fn matters(db: &mut Db, user: UserId, own: &OwnVendor, now: DateTime<Utc>) -> Result<(), StoreError> {
    let vendor = own.values.vendor(own.vendor_id.clone(), own.active);
    let matches = move |sender: &MailAddress, subject: &str| vendor.matches(sender, subject).is_some();
    if own.active {
        requeue_skipped(db, user, Source::Retail, &matches, now)?;
    }
    Ok(())
}
