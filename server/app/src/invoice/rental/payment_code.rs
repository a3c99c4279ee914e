//! Codes that a bank's app reads to pay a rental invoice.

use invoices_db::RentalPayee;
use invoices_domain::payment_code::{self, Payee};
use invoices_domain::ports::NotificationKind;
use invoices_domain::{NotificationFacts, RentalInvoiceId, RentalInvoiceRecord, UserId};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

use crate::app::App;
use crate::error::Error;
use crate::invoice::retail::not_found;
use crate::notification::notify::{self, Message};

/// The side of the picture at least, in pixels.
const SIDE: u32 = 240;

impl App {
    /// The code of a rental invoice as an SVG picture. [`Error::NotFound`] says why there is none, [`Error::PayeeChanged`] that the
    /// account is another one than that of the landlord's notice before.
    pub async fn payment_code(&self, user: UserId, id: &RentalInvoiceId) -> Result<String, Error> {
        let none = |why: &str| Error::NotFound(format!("There is no payment code: {why}."));
        let stated = self.store().rental_payee(user, id).await?;
        let stated = stated.ok_or_else(not_found)?;
        if !stated.is_authentic {
            return Err(none("the notice is not a mail of an authenticated sender"));
        }
        match change(&stated) {
            PayeeChange::Same => {}
            PayeeChange::Unknown => return Err(none("there is no earlier notice with an account to compare")),
            PayeeChange::Changed(..) => return Err(Error::PayeeChanged),
        }
        let text = payment_code::text(&stated.record).map_err(|why| none(&why.to_string()))?;
        // Level M is that of EPC069-12.
        let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(Error::internal)?;
        Ok(code.render::<svg::Color<'_>>().min_dimensions(SIDE, SIDE).build())
    }
}

/// How the account of a notice compares with that of the landlord's notice before.
enum PayeeChange {
    Same,
    /// One of them states none, or there is none before.
    Unknown,
    /// The account before, and now.
    Changed(Payee, Payee),
}

/// Tells a user whose new invoice is to be paid to another account than the landlord's before. `key` is that of the change.
pub(super) async fn tell_if_changed(
    app: &App,
    user: UserId,
    key: &str,
    new: &RentalInvoiceRecord,
) -> Result<(), Error> {
    let Some(stated) = app.store().rental_payee(user, &new.invoice_id).await? else {
        return Ok(());
    };
    let PayeeChange::Changed(before, now) = change(&stated) else {
        return Ok(());
    };
    let landlord = new.landlord().unwrap_or("your landlord");
    let message = Message {
        kind: NotificationKind::PayeeChanged,
        invoice_id: new.invoice_id.to_string(),
        subject: "The account to pay your rent to has changed".into(),
        text: format!(
            "The new notice of {landlord} is to be paid to {now}, the one before to {before}. Ask your landlord before you pay."
        ),
        facts: NotificationFacts {
            landlord: new.landlord().map(str::to_owned),
            payee: Some(now.to_string()),
            payee_before: Some(before.to_string()),
            ..NotificationFacts::default()
        },
    };
    notify::publish_once(app, user, &format!("payee:{key}"), message).await
}

fn change(stated: &RentalPayee) -> PayeeChange {
    let before = stated.before.as_ref().and_then(Payee::of);
    match (before, Payee::of(&stated.record)) {
        (Some(before), Some(now)) if before == now => PayeeChange::Same,
        (Some(before), Some(now)) => PayeeChange::Changed(before, now),
        _ => PayeeChange::Unknown,
    }
}
