//! The segments of each user, which texts of retail invoices are moved into as they become many.

use std::collections::HashMap;

use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use invoices_domain::{RetailInvoiceId, UserId};

use crate::error::StoreError;
use crate::invoice::retail::found::{Found, Ids};
use crate::invoice::retail::segment::{SIZE, Segment, has_grams, ids, may_have};
use crate::schema::{retail_removals, retail_segments, retail_texts};
use crate::store::connection::{BATCH, Db, match_backend};
use crate::types::{TextEnum, text, text_list};

/// How many segments are in memory at once.
const AT_ONCE: usize = 32;
/// How many of a segment's invoices are in it in vain before it is written again.
const REMOVALS: i64 = 128;

/// One of how many invoices counts the texts that are in no segment. It reads up to [`SIZE`] entries of an index, which takes PostgreSQL
/// longer than to write the invoice.
const COUNTING: u8 = 32;

/// Makes segments of a user's texts that are in none, if there are enough for one and the id of the invoice that was written is one of
/// those that count them. Ids are hashes.
pub(super) fn pack_sometimes(db: &mut Db, user: UserId, written: RetailInvoiceId) -> Result<(), StoreError> {
    let [.., last] = written.to_bytes();
    if last.is_multiple_of(COUNTING) {
        pack(db, user)
    } else {
        Ok(())
    }
}

/// Makes segments of a user's texts that are in none, if there are enough for one.
fn pack(db: &mut Db, user: UserId) -> Result<(), StoreError> {
    let alone = |after: RetailInvoiceId| {
        let of_user = retail_texts::table.filter(retail_texts::user_id.eq(text(user)));
        let alone = of_user.filter(retail_texts::segment.is_null());
        alone.filter(retail_texts::invoice_id.gt(text(after)))
    };
    // PostgreSQL would look again at the texts that this transaction has moved.
    let mut after = RetailInvoiceId::from_bytes([0; 16]);
    loop {
        let ids = || {
            alone(after)
                .order(retail_texts::invoice_id)
                .select(retail_texts::invoice_id)
        };
        let last = ids().offset(i64::from(SIZE) - 1).limit(1);
        let Some(last) = last.first::<RetailInvoiceId>(db).optional()? else {
            return Ok(());
        };
        let packed: Vec<RetailInvoiceId> = ids().limit(SIZE.into()).load(db)?;
        let segment = Segment::of(&texts(db, user, &packed, None)?);
        let row = (retail_segments::user_id.eq(text(user)), segment);
        let insert = diesel::insert_into(retail_segments::table).values(row);
        let segment: i64 = insert.returning(retail_segments::segment).get_result(db)?;
        diesel::update(alone(after).filter(retail_texts::invoice_id.le(text(last))))
            .set(retail_texts::segment.eq(Some(segment)))
            .execute(db)?;
        after = last;
        let worn: Vec<i64> = retail_removals::table
            .filter(retail_removals::user_id.eq(text(user)))
            .group_by(retail_removals::segment)
            .having(count_star().ge(REMOVALS))
            .select(retail_removals::segment)
            .load(db)?;
        for segment in worn {
            write_again(db, user, segment)?;
        }
    }
}

/// Those of these invoices that are in this segment, or in none, with their texts.
fn texts(
    db: &mut Db,
    user: UserId,
    ids: &[RetailInvoiceId],
    segment: Option<i64>,
) -> Result<Vec<(RetailInvoiceId, String)>, StoreError> {
    let mut texts = Vec::new();
    for ids in ids.chunks(BATCH) {
        let rows = retail_texts::table
            .filter(retail_texts::user_id.eq(text(user)))
            .filter(retail_texts::invoice_id.eq_any(text_list(ids)))
            .select((retail_texts::invoice_id, retail_texts::text, retail_texts::segment));
        let rows: Vec<(RetailInvoiceId, String, Option<i64>)> = rows.load(db)?;
        let of_segment = rows.into_iter().filter(|(.., of_row)| *of_row == segment);
        texts.extend(of_segment.map(|(id, text, _)| (id, text)));
    }
    Ok(texts)
}

/// Makes segments of the texts of all users, which an earlier version stored.
pub(super) fn fill(db: &mut Db) -> Result<(), StoreError> {
    let users = retail_texts::table.select(retail_texts::user_id).distinct();
    for user in users.load::<UserId>(db)? {
        pack(db, user)?;
    }
    match_backend!(
        db,
        sqlite(_) => {},
        // All texts were in the index of those in no segment. PostgreSQL would read all texts rather than its empty pages.
        postgres(postgres) => diesel::connection::SimpleConnection::batch_execute(
            postgres,
            "REINDEX INDEX retail_texts_without_segment",
        )?,
    );
    Ok(())
}

/// Removes the text of a deleted invoice from its segment.
pub(crate) fn erase(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<(), StoreError> {
    let with_it = retail_removals::table
        .filter(retail_removals::user_id.eq(text(user)))
        .filter(retail_removals::invoice_id.eq(text(id)))
        .select(retail_removals::segment);
    for segment in with_it.load(db)? {
        write_again(db, user, segment)?;
    }
    Ok(())
}

/// Writes a segment again without the invoices that are in it in vain.
fn write_again(db: &mut Db, user: UserId, segment: i64) -> Result<(), StoreError> {
    let row = retail_segments::table
        .find(segment)
        .filter(retail_segments::user_id.eq(text(user)));
    let known: Option<Vec<u8>> = row.select(retail_segments::invoices).first(db).optional()?;
    let known: Vec<RetailInvoiceId> = ids(&known.unwrap_or_default()).collect();
    let texts = texts(db, user, &known, Some(segment))?;
    if texts.is_empty() {
        diesel::delete(row).execute(db)?;
    } else {
        diesel::update(row).set(Segment::of(&texts)).execute(db)?;
    }
    let removals = retail_removals::table
        .filter(retail_removals::user_id.eq(text(user)))
        .filter(retail_removals::segment.eq(segment));
    diesel::delete(removals).execute(db)?;
    Ok(())
}

/// The user's invoices that have a text with one of these parts.
pub(super) fn find(db: &mut Db, user: UserId, parts: &[String]) -> Result<Found, StoreError> {
    // The same function has two names.
    let place_of = match_backend!(db, sqlite(_) => "instr(text, ", postgres(_) => "strpos(text, ");
    let mut found = Found::default();
    let segments = retail_segments::table.filter(retail_segments::user_id.eq(text(user)));
    let any = segments.select(retail_segments::segment).first::<i64>(db).optional()?;
    for part in parts {
        let has_part = sql::<Bool>(place_of).bind::<Text, _>(part.clone()).sql(") > 0");
        let of_user = retail_texts::table.filter(retail_texts::user_id.eq(text(user)));
        let mut with_part = of_user.filter(has_part).select(retail_texts::invoice_id).into_boxed();
        if any.is_some() {
            // SQLite would read all texts rather than the index of those in no segment.
            let alone = sql::<Bool>("invoice_id IN (SELECT invoice_id FROM retail_texts WHERE user_id = ")
                .bind::<TextEnum, _>(text(user))
                .sql(" AND segment IS NULL)");
            with_part = match_backend!(
                db,
                sqlite(_) => with_part.filter(alone),
                postgres(_) => with_part.filter(retail_texts::segment.is_null()),
            );
        }
        found.add(with_part.load(db)?);
    }
    if any.is_none() {
        return Ok(found);
    }
    for numbers in with_grams(db, user, parts)?.chunks(AT_ONCE) {
        let mut removed: HashMap<i64, Ids> = HashMap::new();
        let removals = retail_removals::table
            .filter(retail_removals::user_id.eq(text(user)))
            .filter(retail_removals::segment.eq_any(numbers))
            .select((retail_removals::segment, retail_removals::invoice_id));
        for (segment, id) in removals.load(db)? {
            removed.entry(segment).or_default().insert(id);
        }
        let rows = segments.filter(retail_segments::segment.eq_any(numbers)).select((
            retail_segments::segment,
            retail_segments::terms,
            retail_segments::postings,
            retail_segments::invoices,
        ));
        for (number, terms, postings, invoices) in rows.load(db)? {
            let segment = Segment {
                terms,
                postings,
                invoices,
                grams: None,
            };
            found.add_segment(segment, parts, removed.get(&number));
        }
    }
    Ok(found)
}

/// The user's segments that may have a text with one of these parts.
fn with_grams(db: &mut Db, user: UserId, parts: &[String]) -> Result<Vec<i64>, StoreError> {
    let segments = retail_segments::table.filter(retail_segments::user_id.eq(text(user)));
    if !parts.iter().all(|part| has_grams(part)) {
        return Ok(segments.select(retail_segments::segment).load(db)?);
    }
    let rows = segments.select((retail_segments::segment, retail_segments::grams));
    let rows: Vec<(i64, Option<Vec<u8>>)> = rows.load(db)?;
    let may_have = |grams: &[u8]| parts.iter().any(|part| may_have(grams, part));
    let kept = rows
        .into_iter()
        .filter(|(_, grams)| grams.as_deref().is_none_or(may_have));
    Ok(kept.map(|(segment, _)| segment).collect())
}
