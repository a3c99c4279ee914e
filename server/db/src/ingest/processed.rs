//! The rental mails that mark a month of their landlord as processed.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::{AccountName, DocumentState, MailAddress, Source, UserId};

use crate::message::MessageFacts;
use crate::schema::{documents, messages};
use crate::store::{Answer, Store};
use crate::types::{text, text_list};

/// A rental mail whose PDF is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessedMail {
    /// When the provider received it.
    pub received_at: DateTime<Utc>,
    /// Its sender.
    pub sender: MailAddress,
    /// Its subject.
    pub subject: String,
    /// When its documents were stored.
    pub since: DateTime<Utc>,
}

impl Store {
    /// The rental mails with a PDF that marks a month of their landlord as processed, in the order of receipt.
    pub fn processed_mails(&self, user: UserId, account: &AccountName) -> Answer<'_, Vec<ProcessedMail>> {
        let account = account.clone();
        self.read(move |db| {
            let processing = DocumentState::ALL
                .iter()
                .copied()
                .filter(|state| state.processes_month());
            // The transaction that marks the documents stored is the last one that changes a fetched message.
            let mails: Vec<(MessageFacts, DateTime<Utc>)> = documents::table
                .inner_join(messages::table)
                .filter(documents::state.eq_any(text_list(processing)))
                .filter(messages::user_id.eq(text(user)))
                .filter(messages::account.eq(text(account)))
                .filter(messages::source.eq(text(Source::Rental)))
                .order(messages::received_at)
                .select((MessageFacts::as_select(), messages::updated_at))
                .distinct()
                .load(db)?;
            let processed = |(facts, since): (MessageFacts, _)| {
                Some(ProcessedMail {
                    received_at: facts.received_at?,
                    sender: facts.sender?,
                    subject: facts.subject.unwrap_or_default(),
                    since,
                })
            };
            Ok(mails.into_iter().filter_map(processed).collect())
        })
    }
}
