//! Which notices of a landlord are about one rent.
//!
//! The result does not depend on the order in which they arrive: whenever a record is added, changed or removed, the reminders
//! are read again.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::identity::{GroupWarning, Role};
use invoices_domain::{Code, DocumentState, IngestReason, ObjectKey, RentalInvoiceId, RentalInvoiceRecord, UserId};

use crate::document::DocumentId;
use crate::error::StoreError;
use crate::invoice::rental::row::RentalInvoice;
use crate::invoice::rental::watch::WatchedRental;
use crate::schema::{documents, messages, rental_invoices};
use crate::store::connection::Db;
use crate::text::{key_part, without_nul};
use crate::types::{json, text, timestamp};

/// The relation of a notice to known ones.
pub(crate) enum Notice {
    /// It is of its own, or it replaces or contradicts those with its key.
    New(Vec<Known>),
    /// It states this invoice.
    Same(RentalInvoiceId),
    /// It reminds of this invoice.
    Reminder(RentalInvoiceId),
}

/// A notice that is known.
#[derive(Queryable, Selectable)]
#[diesel(table_name = rental_invoices)]
pub(crate) struct Known {
    invoice_id: String,
    reference: Option<String>,
    /// `None` if an earlier version read it.
    role: Option<Role>,
    /// What was read, without corrections.
    record: RentalInvoiceRecord,
    #[diesel(select_expression = messages::received_at.nullable())]
    received_at: Option<DateTime<Utc>>,
}

impl Known {
    fn id(&self) -> RentalInvoiceId {
        RentalInvoiceId::given(&self.invoice_id)
    }

    /// Whether it is due on the day that a reminder names.
    fn has_date_of(&self, reminder: &RentalInvoice) -> bool {
        self.record.due_date.is_some() && self.record.due_date == reminder.record.due_date
    }

    /// The place in the order of receipt.
    fn place(&self) -> (Option<DateTime<Utc>>, &str) {
        (self.received_at, &self.invoice_id)
    }
}

/// Compares a notice with those that other documents state. The key is landlord, direction, due month and invoice number or,
/// without one, payment reference. A notice that lacks any of these has no key. A landlord sends few notices to a user.
pub(crate) fn compare(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    invoice: &RentalInvoice,
) -> Result<Notice, StoreError> {
    let Some(landlord) = key_part(invoice.landlord.as_deref()) else {
        return Ok(Notice::New(Vec::new()));
    };
    let of_landlord: Vec<Known> = rental_invoices::table
        .inner_join(documents::table.left_join(messages::table))
        .filter(rental_invoices::user_id.eq(text(user)))
        .filter(rental_invoices::landlord.eq(Some(landlord)))
        .filter(rental_invoices::direction.eq(text(invoice.direction)))
        .filter(rental_invoices::document.ne(document))
        .select(Known::as_select())
        .load(db)?;
    let (reminders, notices): (Vec<Known>, Vec<Known>) = of_landlord
        .into_iter()
        .partition(|known| known.role == Some(Role::Reminder));
    let reference = key_part(invoice.reference.as_deref());
    let has_number = |known: &Known| reference.is_some() && known.reference == reference;
    if invoice.role == Role::Reminder {
        let of = reminded(&notices, invoice, &has_number);
        let received_at = received_at(db, document)?;
        let later = || later_reminder(&reminders, invoice, received_at, &has_number);
        return Ok(match of.or_else(later) {
            Some(of) => Notice::Reminder(of.id()),
            None => Notice::New(Vec::new()),
        });
    }
    let has_key = |known: &Known| has_number(known) && known.record.due_month() == invoice.record.due_month();
    let mut known: Vec<Known> = notices.into_iter().filter(has_key).collect();
    known.sort_by(|one, other| one.place().cmp(&other.place()));
    let same = known
        .iter()
        .find(|known| known.record.total_amount == invoice.record.total_amount);
    Ok(match same {
        Some(same) => Notice::Same(same.id()),
        None => Notice::New(known),
    })
}

fn received_at(db: &mut Db, document: DocumentId) -> Result<Option<DateTime<Utc>>, StoreError> {
    let row = documents::table
        .left_join(messages::table)
        .filter(documents::id.eq(document))
        .select(messages::received_at.nullable());
    Ok(row.first(db)?)
}

/// The notice that a reminder reminds of: the one whose number or due date it names, else the latest one due before it. Of
/// several with its number, that with its due date, else the latest one due before it.
fn reminded<'a>(
    notices: &'a [Known],
    reminder: &RentalInvoice,
    has_number: &dyn Fn(&Known) -> bool,
) -> Option<&'a Known> {
    let has_date = |known: &Known| known.has_date_of(reminder);
    let is_before = |known: &Known| known.record.due_date.is_some() && known.record.due_date < reminder.record.due_date;
    let fits: [&dyn Fn(&Known) -> bool; 5] = [
        &|known| has_number(known) && has_date(known),
        &|known| has_number(known) && is_before(known),
        has_number,
        &has_date,
        &is_before,
    ];
    let latest = |fits: &dyn Fn(&Known) -> bool| {
        let fitting = notices.iter().filter(|known| fits(known));
        fitting.max_by_key(|known| {
            let record = &known.record;
            (
                record.replaced_by.is_none(),
                record.due_date,
                record.total_amount,
                &known.reference,
            )
        })
    };
    fits.into_iter().find_map(latest)
}

/// If no notice is known, the latest of several reminders with one number or due date is the record.
fn later_reminder<'a>(
    reminders: &'a [Known],
    reminder: &RentalInvoice,
    received_at: Option<DateTime<Utc>>,
    has_number: &dyn Fn(&Known) -> bool,
) -> Option<&'a Known> {
    let place = (received_at, reminder.invoice_id.as_str());
    let is_later = |known: &&Known| known.place() > place && (has_number(known) || known.has_date_of(reminder));
    reminders.iter().filter(is_later).max_by_key(|known| known.place())
}

/// Says in the records of known notices with the key of a notice, and in its own record, which of them replaces the others.
/// If none does, they contradict each other.
pub(crate) fn note(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    invoice: &mut RentalInvoice,
    known: &[Known],
    watched: &mut Vec<WatchedRental>,
) -> Result<(), StoreError> {
    let received_at = received_at(db, document)?;
    let replaces = invoice.role == Role::Replacement;
    let place = (received_at, invoice.invoice_id.as_str());
    let is_replacement = |known: &&Known| known.role == Some(Role::Replacement) && (!replaces || known.place() > place);
    if let Some(replacement) = known.iter().rfind(is_replacement) {
        invoice.record.replaced_by = Some(replacement.id());
        return Ok(());
    }
    if !replaces && !known.is_empty() {
        warn(&mut invoice.record);
    }
    for known in known {
        let id = known.id();
        let mut record = known.record.clone();
        if replaces {
            record.replaced_by = Some(invoice.invoice_id.clone());
        } else {
            warn(&mut record);
        }
        if record != known.record {
            watched.extend(WatchedRental::begin(db, user, &id)?);
            let row = rental_invoices::table.find((text(user), without_nul(id.as_str())));
            diesel::update(row)
                .set(rental_invoices::record.eq(json(&record)))
                .execute(db)?;
        }
    }
    Ok(())
}

fn warn(record: &mut RentalInvoiceRecord) {
    let code = Code::of(&GroupWarning::SameNumber);
    if !record.warning_codes.contains(&code) {
        record.warnings.push(GroupWarning::SameNumber.to_string());
        record.warning_codes.push(code);
    }
}

/// Sets the user's other reminders to stored, as a record was added, changed or removed. Returns the keys of their objects,
/// which are to be read again.
pub(crate) fn reopen_reminders(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    now: DateTime<Utc>,
) -> Result<Vec<ObjectKey>, StoreError> {
    let is_duplicate = documents::state
        .eq(text(DocumentState::Duplicate))
        .and(documents::reason_code.is_not_null());
    let is_record = documents::state
        .eq(text(DocumentState::Parsed))
        .and(rental_invoices::role.nullable().eq(Some(Role::Reminder)));
    let rows = documents::table
        .left_join(rental_invoices::table)
        .filter(documents::user_id.eq(text(user)))
        .filter(documents::id.ne(document))
        .filter(documents::object_key.is_not_null())
        .filter(is_duplicate.or(is_record))
        .select((
            documents::id,
            documents::object_key.assume_not_null(),
            documents::state,
            documents::reason_code,
        ));
    let rows: Vec<(DocumentId, ObjectKey, DocumentState, Option<Code>)> = rows.load(db)?;
    let mut keys = Vec::new();
    for (id, key, state, reason) in rows {
        if state == DocumentState::Duplicate && !reason.is_some_and(|code| is_reminder(&code)) {
            continue;
        }
        diesel::update(documents::table.find(id))
            .set((
                documents::state.eq(text(DocumentState::Stored)),
                documents::attempts.eq(0),
                documents::updated_at.eq(timestamp(now)),
            ))
            .execute(db)?;
        keys.push(key);
    }
    Ok(keys)
}

fn is_reminder(code: &Code) -> bool {
    let reason = serde_json::to_value(code).and_then(serde_json::from_value);
    matches!(reason, Ok(IngestReason::Reminder { .. }))
}
