//! Mails of the sample that aren't invoices.

use chrono::{DateTime, Utc};

use super::draft::Draft;
use super::expectation::{Expectation, SampleMail};
use super::rent::{LANDLORD, RENT_SUBJECT, RentNotice, rent_mail};
use super::shops::{Shop, days_ago, shop_mail};

/// Advertising, a shipping notice, a private mail, and two mails with forged senders.
pub(super) fn mails(now: DateTime<Utc>) -> Vec<SampleMail> {
    let no_invoice = Expectation::NoInvoice { vendor_id: "power" };
    let mails = [
        (newsletter(days_ago(now, 3)), Expectation::Ignored),
        (shipping_notice(days_ago(now, 6)), no_invoice),
        (friend(days_ago(now, 1)), Expectation::Ignored),
        (forged_receipt(days_ago(now, 4)), Expectation::Quarantined),
        (lookalike_landlord(days_ago(now, 8)), Expectation::Ignored),
    ];
    let mails = mails.into_iter().map(|(draft, what)| SampleMail {
        eml: draft.eml(),
        received_at: draft.received_at,
        what,
    });
    mails.collect()
}

fn newsletter(received_at: DateTime<Utc>) -> Draft {
    Draft {
        html: Some(include_str!("templates/newsletter.html").to_owned()),
        ..Draft::new(
            "Clas Ohlson",
            "noreplyclubclas@clasohlson.com",
            "Veckans erbjudanden",
            received_at,
        )
    }
}

/// The service searches for this subject, but the mail has no amount.
fn shipping_notice(received_at: DateTime<Utc>) -> Draft {
    let subject = "Vi har behandlat din order: 31588204";
    Draft {
        html: Some(include_str!("templates/shipping.html").to_owned()),
        ..Draft::new("POWER", "no-reply@power.se", subject, received_at)
    }
}

fn friend(received_at: DateTime<Utc>) -> Draft {
    Draft {
        text: "Hej!\n\nJag la ut 240 kr för maten, swisha när du hinner. Ses på fredag?\n\nBo\n".to_owned(),
        ..Draft::new("Bo Testsson", "bo@example.org", "Middagen", received_at)
    }
}

/// A receipt whose sender the provider could not confirm.
fn forged_receipt(received_at: DateTime<Utc>) -> Draft {
    let results = "mx.google.com; dkim=none; spf=fail smtp.mailfrom=bounce.example.net; \
                   dmarc=fail (p=REJECT) header.from=mail.foodora.se";
    Draft {
        authentication_results: Some(results.to_owned()),
        ..shop_mail(&Shop::ALL[0], received_at)
    }
}

/// A rent notice from a domain that only starts like the landlord's.
fn lookalike_landlord(received_at: DateTime<Utc>) -> Draft {
    let notice = RentNotice {
        number: "6660000001".into(),
        ..RentNotice::issued_on(received_at.date_naive())
    };
    Draft {
        from: format!("{LANDLORD}.example.net"),
        subject: RENT_SUBJECT.to_owned(),
        ..rent_mail(&notice, received_at)
    }
}
