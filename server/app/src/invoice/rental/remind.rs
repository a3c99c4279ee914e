//! Reminders of rent: what is due, which notice has not come, which was left out, and which asks for more than usual.
//!
//! An hourly job looks at the users who have rent of these months. Each notification has a key of what it is about, so that it is
//! stored once, whatever runs how often.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use invoices_db::{LedgerFilter, LedgerRow, NoticeRow, NotificationState, Period};
use invoices_domain::ports::NotificationKind;
use invoices_domain::preferences::Language;
use invoices_domain::reading::Direction;
use invoices_domain::rent::{self, MissingNotice, RentNotice};
use invoices_domain::{
    Currency, Due, MailAddress, MessageState, Money, Month, NotificationFacts, RentalInvoiceRecord, ServiceZone,
    Source, UserId,
};

use crate::app::App;
use crate::error::Error;
use crate::ingest::RunState;
use crate::invoice::rental::notification_facts;
use crate::notification::notify::{self, Message};
use crate::notification::text;

/// How many users one part of the job looks at.
const PAGE: i64 = 200;
/// How many months back a user's last rent is due, for a look at the user. A notice that is missing follows one of last month.
const RECENT: i32 = -2;
/// How many months of notices are compared: a year, and the month that has begun.
const COMPARED: i32 = -13;
/// How long before its usual day a missing notice may have come.
const EARLY: Days = Days::new(21);
/// How old a mail may be that is told of as left out.
const LATE: Days = Days::new(60);

/// Looks at the users after this one. Returns the last of them if there are more.
pub(crate) async fn remind(app: &App, after: Option<UserId>) -> Result<Option<UserId>, Error> {
    let since = app.settings().zone.month(app.now()).plus(RECENT);
    let users = app.store().users_with_rent(since, after, PAGE).await?;
    let mut failure = None;
    for user in &users {
        match remind_user(app, *user).await {
            Ok(()) => {}
            // One user's defect is no reason to remind nobody else. The next run tries again.
            Err(Error::Internal(source)) => tracing::error!(%user, ?source, "failed to remind a user of rent"),
            Err(error) => failure = Some(error),
        }
    }
    if let Some(error) = failure {
        return Err(error);
    }
    let is_last = i64::try_from(users.len()).is_ok_and(|count| count < PAGE);
    Ok(users.last().copied().filter(|_| !is_last))
}

async fn remind_user(app: &App, user: UserId) -> Result<(), Error> {
    let preferences = app.preferences(user).await?;
    let zone = preferences.time_zone.unwrap_or(app.settings().zone);
    let today = zone.day(app.now());
    let rows = app.store().rent_notices(user, Month::of(today).plus(COMPARED)).await?;
    if let Some(days) = preferences.reminder_days.days() {
        let invoices = rows.iter().filter(|row| is_charge(row)).map(|row| &row.row.record);
        let dues = invoices.flat_map(|invoice| invoice.dues().map(move |due| (invoice, due)));
        let is_near = |due: Due<'_>| due.day - Days::new(days.into()) <= today && today <= due.day;
        let near: Vec<_> = dues.filter(|(_, due)| is_near(*due)).collect();
        for (invoice, due) in near {
            let id = format!("due:{user}:{}:{}", invoice.invoice_id, due.day);
            tell(app, user, &id, due_message(invoice, due)).await?;
        }
    }
    let name_of = |landlord: &str| {
        let of_landlord = rows
            .iter()
            .rev()
            .find(|row| row.row.landlord.as_deref() == Some(landlord));
        let name = of_landlord.and_then(|row| row.row.record.landlord());
        name.unwrap_or(landlord).to_owned()
    };
    for (landlord, missing) in missing(&rows, zone, today) {
        if may_tell_of(app, user, zone, &landlord, &missing).await? {
            let id = format!("missing:{user}:{landlord}:{}", missing.due_month.first_day());
            tell(app, user, &id, missing_message(&name_of(&landlord), &missing)).await?;
        }
    }
    for late in late_mails(app, user, zone.start_of(today - LATE)).await? {
        let landlord = late.facts.sender.as_ref().map(|sender| name_of(sender.as_str()));
        let id = format!("late-notice:{user}:{}", late.id);
        tell(app, user, &id, late_message(landlord)).await?;
    }
    Ok(())
}

/// The mails since a time that came after their month's notice was read.
async fn late_mails(app: &App, user: UserId, since: DateTime<Utc>) -> Result<Vec<LedgerRow>, Error> {
    let filter = LedgerFilter {
        user: Some(user),
        source: Some(Source::Rental),
        message_state: Some(MessageState::Skipped),
        received: Period {
            since: Some(since),
            until: None,
        },
        ..LedgerFilter::default()
    };
    let skipped = app.store().ledger_rows(filter, i64::MAX).await?;
    Ok(skipped.into_iter().filter(LedgerRow::is_late).collect())
}

/// Tells of a new invoice that asks for more than its landlord's usually do.
pub(crate) async fn tell_if_raised(app: &App, user: UserId, new: &RentalInvoiceRecord) -> Result<(), Error> {
    let Some(month) = new.due_month() else { return Ok(()) };
    let zone = app.settings().zone;
    let rows = app.store().rent_notices(user, month.plus(COMPARED)).await?;
    let (own, others): (Vec<&NoticeRow>, Vec<&NoticeRow>) =
        rows.iter().partition(|row| row.row.record.invoice_id == new.invoice_id);
    let Some(own) = own.first().filter(|row| is_charge(row) && row.row.landlord.is_some()) else {
        return Ok(());
    };
    let of_landlord = others.iter().filter(|row| row.row.landlord == own.row.landlord);
    let notices: Vec<RentNotice> = of_landlord.filter_map(|row| notice(row, zone)).collect();
    let raised = notice(own, zone).and_then(|own| rent::raised(&notices, &own));
    let Some(raised) = raised else { return Ok(()) };
    let record = &own.row.record;
    let landlord = name_of(record);
    let message = Message {
        kind: NotificationKind::Raised,
        invoice_id: record.invoice_id.to_string(),
        subject: "Your rent is higher than usual".into(),
        text: format!(
            "The rent of {landlord} is {} % more than usual: {} instead of {}.",
            raised.percent,
            shown(record.total_amount, record),
            shown(raised.usual, record)
        ),
        facts: NotificationFacts {
            usual_amount: Some(raised.usual),
            percent: Some(raised.percent),
            ..notification_facts(record)
        },
    };
    tell(app, user, &format!("raised:{user}:{}", record.invoice_id), message).await
}

/// Stores and publishes a notification, unless it was published before.
async fn tell(app: &App, user: UserId, id: &str, message: Message) -> Result<(), Error> {
    let known = app.store().notification(user, id).await?;
    if known.is_some_and(|known| known.state == NotificationState::Sent) {
        return Ok(());
    }
    notify::publish_once(app, user, id, message).await
}

/// Whether an invoice asks for money, and no other one replaces it.
fn is_charge(row: &NoticeRow) -> bool {
    let record = &row.row.record;
    row.direction == Direction::Charge && record.total_amount > Money::ZERO && record.replaced_by.is_none()
}

/// The missing notices, each with its landlord.
fn missing(rows: &[NoticeRow], zone: ServiceZone, today: NaiveDate) -> Vec<(String, MissingNotice)> {
    let mut by_landlord: BTreeMap<&String, Vec<RentNotice>> = BTreeMap::new();
    for row in rows {
        if let (Some(landlord), Some(notice)) = (&row.row.landlord, notice(row, zone)) {
            by_landlord.entry(landlord).or_default().push(notice);
        }
    }
    let landlords = by_landlord.into_iter();
    landlords
        .filter_map(|(landlord, notices)| Some((landlord.clone(), rent::missing(&notices, today)?)))
        .collect()
}

fn notice(row: &NoticeRow, zone: ServiceZone) -> Option<RentNotice> {
    let record = &row.row.record;
    (row.direction == Direction::Charge).then_some(RentNotice {
        due_month: record.due_month()?,
        received_on: row.received_at.map(|at| zone.day(at)),
        total: record.total_amount,
        currency: Currency::shown(record.currency),
        is_replaced: record.replaced_by.is_some(),
    })
}

/// Whether it is certain that a notice has not come: its landlord is searched for, every mailbox could be read since, and no mail
/// that came may be the notice.
async fn may_tell_of(
    app: &App,
    user: UserId,
    zone: ServiceZone,
    landlord: &str,
    missing: &MissingNotice,
) -> Result<bool, Error> {
    let Ok(sender) = landlord.parse::<MailAddress>() else {
        return Ok(false);
    };
    let sources = app.sources(user).await?.active_landlords();
    let known = app.known_mail_accounts(user).await?;
    let is_readable = known.readable(user).len() == known.as_slice().len() && !known.as_slice().is_empty();
    if !is_readable
        || !sources
            .iter()
            .any(|landlord| landlord.sender.matches(&sender).is_some())
    {
        return Ok(false);
    }
    // The ingest of the current month leaves what came after the month's notice, or at the end of the month before.
    let last = app.last_rental_run(user).await?;
    let is_searched = last.is_some_and(|run| {
        let is_whole = matches!(run.state, RunState::Done) && run.report.errors.is_empty();
        is_whole && run.finished_at.is_some_and(|at| zone.day(at) >= missing.late_until)
    });
    if !is_searched {
        return Ok(false);
    }
    let since = zone.start_of(missing.usual_day - EARLY);
    let unread = app.store().unread_notices(user, since).await?;
    let late = late_mails(app, user, since).await?;
    let mut unread = unread.into_iter().chain(late.into_iter().map(|late| late.facts.sender));
    Ok(unread.all(|from| from.is_some_and(|from| from != sender)))
}

fn due_message(invoice: &RentalInvoiceRecord, due: Due<'_>) -> Message {
    let Due { day: due, amount, .. } = due;
    Message {
        kind: NotificationKind::Due,
        invoice_id: invoice.invoice_id.to_string(),
        subject: format!("Rent due on {due}"),
        text: format!("{} to {} is due on {due}.", shown(amount, invoice), name_of(invoice)),
        facts: NotificationFacts {
            amount: Some(amount),
            due_date: Some(due),
            ..notification_facts(invoice)
        },
    }
}

fn late_message(landlord: Option<String>) -> Message {
    let from = landlord
        .as_ref()
        .map(|name| format!(" from {name}"))
        .unwrap_or_default();
    Message {
        kind: NotificationKind::LateNotice,
        invoice_id: String::new(),
        subject: "A rent notice was left out".into(),
        text: format!(
            "A mail{from} came after its month's notice had been read, so it was left out. If it is another notice, release it."
        ),
        facts: NotificationFacts {
            landlord,
            ..NotificationFacts::default()
        },
    }
}

fn missing_message(landlord: &str, missing: &MissingNotice) -> Message {
    let (first, day) = (missing.due_month.first_day(), chrono::Datelike::day(&missing.usual_day));
    Message {
        kind: NotificationKind::Missing,
        invoice_id: String::new(),
        subject: "A rent notice is missing".into(),
        text: format!(
            "The notice from {landlord} for {} has not come; it usually comes by the {}.",
            first.format("%B %Y"),
            ordinal(day)
        ),
        facts: NotificationFacts {
            landlord: Some(landlord.to_owned()),
            due_month: Some(first),
            usual_day: u8::try_from(day).ok(),
            ..NotificationFacts::default()
        },
    }
}

fn name_of(record: &RentalInvoiceRecord) -> &str {
    record.landlord().unwrap_or("your landlord")
}

/// An amount in the currency of an invoice: `9,876.50 SEK`.
fn shown(amount: Money, invoice: &RentalInvoiceRecord) -> String {
    text::amount(amount, invoice.currency, Language::En)
}

/// `27th`.
fn ordinal(day: u32) -> String {
    let suffix = match (day % 10, day) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{day}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_in_a_letter() {
        let days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 27, 30, 31].map(ordinal);
        assert_eq!(
            days.join(" "),
            "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 27th 30th 31st"
        );
    }
}
