//! Rental invoices as reminders need them.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::reading::Direction;
use invoices_domain::{DocumentState, MailAddress, MessageState, Month, Source, UserId};

use crate::invoice::rental::row::{RentalRow, StoredRental, number};
use crate::listing::OptionalFilter;
use crate::schema::{documents, messages, rental_invoices, users};
use crate::store::{Answer, Store};
use crate::types::{text, text_list, timestamp};

/// A rental invoice, and when its mail came.
#[derive(Clone, Debug, PartialEq)]
pub struct NoticeRow {
    /// The invoice, with the user's corrections.
    pub row: RentalRow,
    /// Charge or credit note.
    pub direction: Direction,
    /// When its mail was received, if it is known.
    pub received_at: Option<DateTime<Utc>>,
}

/// The states of mails whose notices may have come though none is stored.
const UNREAD_MAILS: [MessageState; 3] = [MessageState::Found, MessageState::Quarantined, MessageState::Failed];
/// The states of documents that may be notices though no invoice is made of them.
const UNREAD: [DocumentState; 5] = [
    DocumentState::Found,
    DocumentState::Stored,
    DocumentState::Asked,
    DocumentState::Rejected,
    DocumentState::Failed,
];

impl Store {
    /// The next live users, by id, who have a rental invoice that is due in `since` or later.
    pub fn users_with_rent(&self, since: Month, after: Option<UserId>, limit: i64) -> Answer<'_, Vec<UserId>> {
        self.read(move |db| {
            let live = users::table.filter(users::deleting_at.is_null()).select(users::user_id);
            let of_year = rental_invoices::due_year.eq(since.year());
            let of_month = of_year.and(rental_invoices::due_month.ge(number(since)));
            let rows = rental_invoices::table
                .filter(rental_invoices::due_year.gt(since.year()).or(of_month))
                .filter(rental_invoices::user_id.eq_any(live))
                .select(rental_invoices::user_id)
                .distinct()
                .order(rental_invoices::user_id)
                .limit(limit)
                .into_boxed()
                .filter_optional(after.map(|after| rental_invoices::user_id.gt(text(after))));
            Ok(rows.load(db)?)
        })
    }

    /// A user's rental invoices that are due in `since` or later, the earliest month first.
    pub fn rent_notices(&self, user: UserId, since: Month) -> Answer<'_, Vec<NoticeRow>> {
        self.read(move |db| {
            let rows: Vec<(StoredRental, Direction, Option<DateTime<Utc>>)> = rental_invoices::table
                .inner_join(documents::table.left_join(messages::table))
                .filter(rental_invoices::user_id.eq(text(user)))
                .filter(rental_invoices::due_year.ge(since.year()))
                .order((
                    rental_invoices::due_year,
                    rental_invoices::due_month,
                    rental_invoices::invoice_id,
                ))
                .select((
                    StoredRental::as_select(),
                    rental_invoices::direction,
                    messages::received_at.nullable(),
                ))
                .load(db)?;
            let is_wanted =
                |stored: &StoredRental| (stored.due_year, stored.due_month) >= (since.year(), number(since));
            let rows = rows.into_iter().filter(|(stored, ..)| is_wanted(stored));
            let rows = rows.map(|(stored, direction, received_at)| {
                Ok(NoticeRow {
                    row: RentalRow::try_from(stored)?,
                    direction,
                    received_at,
                })
            });
            rows.collect()
        })
    }

    /// The senders of a landlord's mails since a time that have no invoice: they, or a document of them, are not read, asked about
    /// or refused. `None` if the sender is not known yet.
    pub fn unread_notices(&self, user: UserId, since: DateTime<Utc>) -> Answer<'_, Vec<Option<MailAddress>>> {
        self.read(move |db| {
            let is_found_since = messages::received_at
                .is_null()
                .and(messages::found_at.ge(timestamp(since)));
            let is_unread = documents::state.nullable().eq_any(text_list(UNREAD));
            let rows = messages::table
                .left_join(documents::table)
                .filter(messages::user_id.eq(text(user)))
                .filter(messages::source.eq(text(Source::Rental)))
                .filter(messages::received_at.ge(Some(since)).or(is_found_since.nullable()))
                .filter(messages::state.eq_any(text_list(UNREAD_MAILS)).nullable().or(is_unread))
                .select(messages::sender)
                .distinct();
            Ok(rows.load(db)?)
        })
    }
}
