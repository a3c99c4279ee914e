//! What a document states, for grouping.

use chrono::{DateTime, NaiveDate, Utc};
use invoices_db::{Document, NewStatement};
use invoices_domain::identity::{Fact, Position, Role};
use invoices_domain::reading::Stated;
use invoices_domain::{ObjectKey, Question, RetailInvoiceId, RetailPart};

use crate::app::App;

/// When a document's mail was received. Of an object that no ingest stored, only the day is known.
pub(super) fn received_at(app: &App, document: &Document, date: NaiveDate) -> DateTime<Utc> {
    let known = document.facts.received_at;
    known.unwrap_or_else(|| app.settings().zone.start_of(date))
}

/// What a document that states no invoice says of another one's: that it is cancelled, paid, asked for or replaced. An invoice,
/// a receipt or an announcement without a total doesn't mention another.
pub(super) fn of_another(app: &App, document: &Document, stated: &Stated) -> Option<NewStatement> {
    if matches!(stated.identity.role, Role::Invoice | Role::Receipt | Role::Announcement) {
        return None;
    }
    Some(NewStatement {
        id: RetailInvoiceId::derive(document.user_id, &document.object_key, None),
        fact: fact(app, document, stated, 0)?,
        invoice: None,
    })
}

/// What a document says that is asked about, so that another document of its invoice can answer the question.
pub(super) fn asked_about(
    app: &App,
    document: &Document,
    stated: &Stated,
    question: &Question,
) -> Option<NewStatement> {
    let fact = fact(app, document, stated, 0)?;
    let candidates = question.candidates.iter().map(|candidate| candidate.value).collect();
    Some(NewStatement {
        id: RetailInvoiceId::derive(document.user_id, &document.object_key, None),
        fact: Fact { candidates, ..fact },
        invoice: None,
    })
}

/// The facts that identify the invoice that a document belongs to. `None` for a landlord's.
pub(super) fn fact(app: &App, document: &Document, stated: &Stated, nth: u16) -> Option<Fact> {
    let ObjectKey::Retail {
        vendor,
        date,
        hash,
        part,
        ..
    } = &document.object_key
    else {
        return None;
    };
    let (header, sender) = (&document.facts.header_id, &document.facts.sender);
    // A page isn't a file that comes twice: two mails may have the same words.
    let file = match part {
        RetailPart::Html => None,
        RetailPart::Page(_) => Some(format!("{hash} {}", document.sha256)),
        RetailPart::EInvoice(_) | RetailPart::Pdf(_) => Some(document.sha256.clone()),
    };
    let place = RetailPart::all().position(|known| known == *part);
    let identity = &stated.identity;
    Some(Fact {
        vendor: vendor.clone(),
        direction: stated.direction,
        role: identity.role,
        numbers: identity.into(),
        own_day: identity.own_day,
        received_on: *date,
        total: stated.total_amount,
        candidates: Vec::new(),
        currency: stated.currency,
        is_paid: identity.paid,
        mail: hash.clone(),
        message: header
            .as_ref()
            .zip(sender.as_ref())
            .map(|(header, sender)| format!("{header} {sender}")),
        file,
        position: Position {
            received_at: received_at(app, document, *date),
            message: header.clone().unwrap_or_else(|| hash.clone()),
            part: place.and_then(|place| place.try_into().ok()).unwrap_or(u16::MAX),
            nth,
        },
    })
}
