//! The user's decisions on an invoice's documents: that two invoices are one, or that a mail belongs to another invoice.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{MessageId, RetailInvoiceId, UserId};

use super::regroup::{Changed, regroup, resolve};
use super::statement::{self, Statement};
use super::stored::{Word, Words};
use crate::error::StoreError;
use crate::invoice::retail::row::RetailSummary;
use crate::invoice::retail::write::summary;
use crate::schema::{documents, messages, statements};
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::{json, text};
use crate::user::lock_live_user;

/// The result of joining two invoices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joined {
    /// They are one invoice now.
    Joined {
        /// Both as they were.
        before: Vec<RetailSummary>,
        /// The invoice.
        after: RetailSummary,
    },
    /// They were one invoice already.
    Same(RetailSummary),
    /// The user has no such invoice, or one that was read before documents had statements.
    Unknown,
    /// One is a charge and the other a refund.
    Opposite,
}

/// The result of separating a mail from an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Separated {
    /// The invoices of the mail's documents, and the one that they were separated from.
    Separated {
        /// What is left of the invoice.
        left: RetailSummary,
        /// The invoices of the mail.
        of_mail: Vec<RetailSummary>,
    },
    /// The user has no such invoice.
    Unknown,
    /// The invoice has no document of that mail, or no other.
    NotApart,
}

impl Store {
    /// Joins two invoices, by the user's word. It is kept, and undoes what the user separated before.
    pub fn join_retail(
        &self,
        user: UserId,
        id: RetailInvoiceId,
        with: RetailInvoiceId,
        now: DateTime<Utc>,
    ) -> Answer<'_, Joined> {
        self.write(move |db| {
            if !lock_live_user(db, user)? {
                return Ok(Joined::Unknown);
            }
            let (one, other) = (invoice(db, user, id)?, invoice(db, user, with)?);
            let (Some((before, one)), Some((before_other, other))) = (one, other) else {
                return Ok(Joined::Unknown);
            };
            if before.invoice_id == before_other.invoice_id {
                return Ok(Joined::Same(before));
            }
            let direction = |of: &[Statement]| of.first().map(|statement| statement.fact.direction);
            if direction(&one) != direction(&other) {
                return Ok(Joined::Opposite);
            }
            say(db, user, &one, &other, true)?;
            group_again(db, user, &one, &other, now)?;
            let into = resolve(db, user, before.invoice_id)?;
            Ok(match summary(db, user, into)? {
                Some(after) => Joined::Joined {
                    before: vec![before, before_other],
                    after,
                },
                None => Joined::Unknown,
            })
        })
    }

    /// Separates a mail's documents from an invoice, by the user's word. It is kept, and undoes what the user joined before.
    pub fn separate_retail(
        &self,
        user: UserId,
        id: RetailInvoiceId,
        message: &MessageId,
        now: DateTime<Utc>,
    ) -> Answer<'_, Separated> {
        let message = message.clone();
        self.write(move |db| {
            if !lock_live_user(db, user)? {
                return Ok(Separated::Unknown);
            }
            let Some((before, all)) = invoice(db, user, id)? else {
                return Ok(Separated::Unknown);
            };
            let mut of_mail = Vec::new();
            let mut others = Vec::new();
            for statement in all {
                let row = documents::table
                    .inner_join(messages::table)
                    .filter(documents::id.eq(statement.document))
                    .select(messages::message_id);
                let is_of_mail = row.first::<MessageId>(db).optional()?.as_ref() == Some(&message);
                if is_of_mail { &mut of_mail } else { &mut others }.push(statement);
            }
            if of_mail.is_empty() || others.is_empty() {
                return Ok(Separated::NotApart);
            }
            say(db, user, &of_mail, &others, false)?;
            group_again(db, user, &of_mail, &others, now)?;
            let (of_mail, others) = (invoices_of(db, user, &of_mail)?, invoices_of(db, user, &others)?);
            let left = others.iter().find(|other| other.invoice_id == before.invoice_id);
            let left = left.or(others.first()).cloned().unwrap_or(before);
            Ok(Separated::Separated { left, of_mail })
        })
    }
}

/// An invoice with the statements of its documents, of which there is at least one.
fn invoice(
    db: &mut Db,
    user: UserId,
    id: RetailInvoiceId,
) -> Result<Option<(RetailSummary, Vec<Statement>)>, StoreError> {
    let id = resolve(db, user, id)?;
    let statements = statement::of_invoice(db, user, id)?;
    Ok(summary(db, user, id)?
        .filter(|_| !statements.is_empty())
        .map(|summary| (summary, statements)))
}

/// The invoices that statements are a part of now.
fn invoices_of(db: &mut Db, user: UserId, statements: &[Statement]) -> Result<Vec<RetailSummary>, StoreError> {
    let mut ids = BTreeSet::new();
    for statement in statements {
        let row = statements::table
            .find(text(statement.id))
            .select(statements::invoice_id);
        ids.extend(row.first::<Option<RetailInvoiceId>>(db)?);
    }
    let mut invoices = Vec::new();
    for id in ids {
        invoices.extend(summary(db, user, id)?);
    }
    Ok(invoices)
}

/// Keeps the user's word on two sides, and takes back what it contradicts.
fn say(db: &mut Db, user: UserId, one: &[Statement], other: &[Statement], is_same: bool) -> Result<(), StoreError> {
    let names = |of: &[Statement]| -> BTreeSet<String> {
        let words = of.iter().flat_map(|statement| &statement.words.0);
        words
            .filter(|word| word.is_same != is_same)
            .map(|word| word.name.clone())
            .collect()
    };
    let undone: BTreeSet<String> = names(one).intersection(&names(other)).cloned().collect();
    let first = |of: &[Statement]| of.first().map(|statement| statement.id.to_string()).unwrap_or_default();
    let name = format!("{}:{}:{is_same}", first(one), first(other));
    // One statement of each side is enough to join them; to keep them apart takes all.
    let sides = if is_same {
        (&one[..1], &other[..1])
    } else {
        (one, other)
    };
    for (side, speaks, is_first) in [(one, sides.0, true), (other, sides.1, false)] {
        for statement in side {
            let mut words = statement.words.0.clone();
            words.retain(|word| !undone.contains(&word.name));
            if speaks.iter().any(|speaking| speaking.id == statement.id) {
                let name = name.clone();
                words.push(Word {
                    name,
                    is_same,
                    is_first,
                });
            }
            diesel::update(statements::table.find(text(statement.id)))
                .set(statements::words.eq(json(Words(words))))
                .execute(db)?;
            statement::put_keys(db, user, statement.id)?;
        }
    }
    Ok(())
}

fn group_again(
    db: &mut Db,
    user: UserId,
    one: &[Statement],
    other: &[Statement],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let changed = Changed {
        keys: [super::keys_of(one), super::keys_of(other)].concat(),
        ..Changed::default()
    };
    regroup(db, user, changed, now).map(drop)
}
