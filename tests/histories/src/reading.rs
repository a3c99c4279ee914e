//! The reader: it finds what the bytes of an invented document say.

use invoices_domain::identity::Role;
use invoices_domain::ports::ReaderError;
use invoices_domain::reading::{MailContext, Outcome, ParserTag, Reading, RentalRecord, RetailRecord, Stated};
use invoices_domain::{Money, Reason};
use serde_json::{Map, json};

use crate::mails::{Paper, Says};

/// The name of the only parser.
pub const PARSER: &str = "grocery";

/// Reads a document with the parser of a version.
pub fn read(bytes: &[u8], context: &MailContext, version: u32) -> Result<Reading, ReaderError> {
    let Ok(paper) = serde_json::from_slice::<Paper>(bytes) else {
        return Err(ReaderError::GaveUp(Reason::NoRecord));
    };
    let outcome = match paper.says {
        Says::TooHard => return Err(ReaderError::GaveUp(Reason::NoRecord)),
        Says::Receipt | Says::Announcement | Says::Invoice => retail(&paper, context, paper.read_total(version)),
        Says::Question => match &context.answer {
            Some(answer) => retail(&paper, context, answer.total_amount),
            None => Outcome::Asked {
                reason: Reason::NoTotal,
                candidates: paper.candidates(),
                stated: Box::new(stated(&paper, None)),
            },
        },
        Says::Dispatch | Says::Cancellation | Says::Nothing => Outcome::NotAnInvoice {
            reason: Reason::NoTotal,
            stated: Box::new(stated(&paper, None)),
        },
        Says::Notice => Outcome::Rental {
            record: Box::new(RentalRecord {
                stated: stated(&paper, Some(paper.read_total(version))),
                payments: Vec::new(),
                labelled: Map::new(),
            }),
        },
    };
    Ok(Reading {
        parser: tag(version),
        outcome,
        evidence: Vec::new(),
        label: None,
    })
}

/// The parser of a version.
pub fn tag(version: u32) -> ParserTag {
    ParserTag {
        name: PARSER.into(),
        version,
    }
}

fn retail(paper: &Paper, context: &MailContext, total: Money) -> Outcome {
    let sub_type = context.sub_type.clone();
    let sub_type = sub_type.unwrap_or_else(|| PARSER.parse().expect("a category"));
    let detail = json!({
        "sub_type": sub_type, "total_amount": total, "order_id": paper.number, "invoice_date": paper.day,
    });
    let record = RetailRecord {
        sub_type,
        stated: stated(paper, Some(total)),
        detail: detail.as_object().cloned().unwrap_or_default(),
    };
    Outcome::Retail { records: vec![record] }
}

fn stated(paper: &Paper, total: Option<Money>) -> Stated {
    let mut stated = Stated {
        vendor_name: Some("Butiken".into()),
        total_amount: total,
        ..Stated::default()
    };
    let identity = &mut stated.identity;
    identity.role = match paper.says {
        Says::Announcement | Says::Dispatch => Role::Announcement,
        Says::Invoice | Says::Notice => Role::Invoice,
        Says::Cancellation => Role::Cancellation,
        _ => Role::Receipt,
    };
    if paper.says == Says::Notice {
        stated.due_date = Some(paper.day);
        stated.invoice_number = Some(paper.number.clone());
        return stated;
    }
    if paper.says != Says::Nothing {
        identity.order_number = Some(paper.number.clone());
        stated.order_id = Some(paper.number.clone());
    }
    if paper.says == Says::Invoice {
        identity.invoice_number = Some(format!("F{}", paper.number));
    }
    identity.own_day = Some(paper.day);
    stated.invoice_date = Some(paper.day);
    stated
}
