//! The labels that users taught for landlords and vendors.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::sources::SourceId;
use invoices_domain::{DocumentState, LabelError, Labels, ObjectKey, Source, UserId};

use crate::error::StoreError;
use crate::job::{self, NewJob};
use crate::reason::state_columns;
use crate::schema::{documents, messages, source_labels};
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::types::{json, text};

/// The labels of a source, with a number that rises with each change; 0 if none were ever taught.
#[derive(Clone, Debug, Default, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = source_labels)]
pub struct TaughtLabels {
    /// The labels.
    pub labels: Labels,
    /// The number.
    pub version: i32,
}

impl Store {
    /// What a user taught for a source.
    pub fn labels(&self, user: UserId, of: &SourceId) -> Answer<'_, TaughtLabels> {
        let of = of.clone();
        self.read(move |db| taught(db, user, &of))
    }

    /// What a user taught for landlords (`rental`) or vendors (`retail`), by their ids.
    pub fn labels_of_all(&self, user: UserId, source: Source) -> Answer<'_, Vec<(String, Labels)>> {
        self.look_up(move |db| {
            let rows = source_labels::table
                .filter(source_labels::user_id.eq(text(user)))
                .filter(source_labels::source.eq(text(source)))
                .order(source_labels::id)
                .select((source_labels::id, source_labels::labels));
            Ok(rows.load(db)?)
        })
    }

    /// Changes the labels of a source. Its documents that are asked about are read again, by the job of `read`; those that are read
    /// count as read by an earlier version. An error of `change` changes nothing.
    pub fn change_labels(
        &self,
        user: UserId,
        of: SourceId,
        change: impl FnOnce(&mut Labels) -> Result<(), LabelError> + Send + 'static,
        read: impl Fn(&ObjectKey) -> NewJob + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<Result<TaughtLabels, LabelError>>> {
        self.write_for(user, None, move |db| {
            let before = taught(db, user, &of)?;
            let mut taught = before.clone();
            if let Err(error) = change(&mut taught.labels) {
                return Ok(Some(Err(error)));
            }
            if taught == before {
                return Ok(Some(Ok(before)));
            }
            taught.version += 1;
            let (source, id) = of.parts();
            let set = (
                source_labels::labels.eq(json(&taught.labels)),
                source_labels::version.eq(taught.version),
            );
            let row = (
                source_labels::user_id.eq(text(user)),
                source_labels::source.eq(text(source)),
                source_labels::id.eq(id),
                set,
            );
            let key = (source_labels::user_id, source_labels::source, source_labels::id);
            match_backend!(db, connection => {
                diesel::insert_into(source_labels::table).values(row).on_conflict(key).do_update().set(set).execute(connection)
            })?;
            read_again(db, user, &of, true, &read, now)?;
            Ok(Some(Ok(taught)))
        })
    }

    /// Has the documents of a source that are asked about read again, by the job of `read`.
    pub fn read_asked_again(
        &self,
        user: UserId,
        of: SourceId,
        read: impl Fn(&ObjectKey) -> NewJob + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, ()> {
        self.write_for(user, (), move |db| read_again(db, user, &of, false, &read, now))
    }
}

pub(super) fn taught(db: &mut Db, user: UserId, of: &SourceId) -> Result<TaughtLabels, StoreError> {
    let (source, id) = of.parts();
    let row = source_labels::table.find((text(user), text(source), id));
    let taught: Option<TaughtLabels> = row.select(TaughtLabels::as_select()).first(db).optional()?;
    Ok(taught.unwrap_or_default())
}

/// Removes what was taught for a source that is removed.
pub(super) fn forget(db: &mut Db, user: UserId, of: &SourceId) -> Result<(), StoreError> {
    let (source, id) = of.parts();
    diesel::delete(source_labels::table.find((text(user), text(source), id))).execute(db)?;
    Ok(())
}

/// Has what is asked about of a source read again. With `outdates`, what is read counts as read by an earlier version.
fn read_again(
    db: &mut Db,
    user: UserId,
    of: &SourceId,
    outdates: bool,
    read: &impl Fn(&ObjectKey) -> NewJob,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (source, _) = of.parts();
    let vendor = match of {
        SourceId::Landlord(_) => None,
        SourceId::Vendor(id) => Some(id),
    };
    // A mail does not say which landlord it is of: documents of the others are read again with the same result.
    let is_rent = || messages::source.eq(text(Source::Rental)).nullable();
    let of_mails = || {
        let mails = messages::table
            .filter(messages::user_id.eq(text(user)))
            .filter(messages::source.eq(text(source)))
            .filter(messages::vendor_id.eq(vendor).or(is_rent()))
            .select(messages::id.nullable());
        documents::table
            .filter(documents::user_id.eq(text(user)))
            .filter(documents::message.eq_any(mails))
    };
    let asked = || of_mails().filter(documents::state.eq(text(DocumentState::Asked)));
    let keys: Vec<ObjectKey> = asked()
        .filter(documents::object_key.is_not_null())
        .select(documents::object_key.assume_not_null())
        .load(db)?;
    if outdates {
        let is_read = of_mails().filter(documents::parser.is_not_null());
        diesel::update(is_read)
            .set(documents::parser_version.eq(Some(0)))
            .execute(db)?;
    }
    diesel::update(asked())
        .set((
            state_columns!(documents, DocumentState::Stored, None, now),
            documents::attempts.eq(0),
        ))
        .execute(db)?;
    for key in &keys {
        job::enqueue(db, &read(key), now)?;
    }
    Ok(())
}
