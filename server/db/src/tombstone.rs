//! Tombstones: hashes of rows that were removed because of their age, so that none of them is added again.

use std::collections::HashSet;

use diesel::prelude::*;
use invoices_domain::ids::sha256_hex;
use invoices_domain::{AccountName, MessageId, Source, UserId};

use crate::error::StoreError;
use crate::schema::tombstones;
use crate::store::connection::{BATCH, Db, match_backend};
use crate::types::text;

/// How many hex digits of the hash are kept: 96 bits, so that no two of a user's messages have the same.
const DIGITS: usize = 24;

/// The hash of what identifies a row of a user.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tombstone(String);

impl Tombstone {
    /// That of a message of an account, which an ingest of this source found.
    pub fn of_message(account: &AccountName, source: Source, id: &MessageId) -> Self {
        Tombstone::of(&["message", &account.to_string(), &source.to_string(), id.as_str()])
    }

    /// That of a notification.
    pub fn of_notification(id: &str) -> Self {
        Tombstone::of(&["notification", id])
    }

    /// That of a row with these parts, none of which contains a line end.
    fn of(parts: &[&str]) -> Self {
        let mut hash = sha256_hex(parts.join("\n").as_bytes());
        hash.truncate(DIGITS);
        Tombstone(hash)
    }
}

/// Adds tombstones.
pub(crate) fn add(db: &mut Db, user: UserId, removed: Vec<Tombstone>) -> Result<(), StoreError> {
    for Tombstone(hash) in removed {
        let row = (tombstones::user_id.eq(text(user)), tombstones::hash.eq(hash));
        let insert = diesel::insert_into(tombstones::table).values(row);
        match_backend!(db, connection => insert.on_conflict_do_nothing().execute(connection))?;
    }
    Ok(())
}

/// Those of these tombstones that a user has.
pub(crate) fn among(db: &mut Db, user: UserId, of: &[Tombstone]) -> Result<HashSet<Tombstone>, StoreError> {
    let mut found = HashSet::new();
    for batch in of.chunks(BATCH) {
        let hashes = batch.iter().map(|Tombstone(hash)| hash);
        let known = tombstones::table
            .filter(tombstones::user_id.eq(text(user)))
            .filter(tombstones::hash.eq_any(hashes))
            .select(tombstones::hash);
        found.extend(known.load::<String>(db)?.into_iter().map(Tombstone));
    }
    Ok(found)
}

/// Those of these messages that have no tombstone.
pub(crate) fn missing_among<'a>(
    db: &mut Db,
    user: UserId,
    account: &AccountName,
    source: Source,
    ids: impl Iterator<Item = &'a MessageId>,
) -> Result<HashSet<&'a MessageId>, StoreError> {
    let ids: Vec<(&MessageId, Tombstone)> = ids.map(|id| (id, Tombstone::of_message(account, source, id))).collect();
    let tombstones: Vec<Tombstone> = ids.iter().map(|(_, tombstone)| tombstone.clone()).collect();
    let removed = among(db, user, &tombstones)?;
    let left = ids.into_iter().filter(|(_, tombstone)| !removed.contains(tombstone));
    Ok(left.map(|(id, _)| id).collect())
}
