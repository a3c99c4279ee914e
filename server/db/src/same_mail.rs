//! One mail that is found more than once: in two accounts, after it was moved, or in a file that a user handed over.

use diesel::dsl::not;
use diesel::prelude::*;
use invoices_domain::{AccountName, MessageId, MessageState};

use crate::error::StoreError;
use crate::message::{Inbox, MessageFacts};
use crate::schema::messages;
use crate::store::Store;
use crate::types::text;

impl Store {
    /// Another message of the ledger that is the same mail and was fetched: it has the same bytes, or lies in another account
    /// and has the same `Message-ID` and sender. Within an account a shop's program may repeat a `Message-ID`.
    pub async fn same_mail(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        facts: &MessageFacts,
    ) -> Result<Option<(AccountName, MessageId)>, StoreError> {
        let (inbox, id, facts) = (inbox.clone(), id.clone(), facts.clone());
        self.read(move |db| {
            let same_account = messages::account.eq(text(inbox.account.clone()));
            let others = messages::table
                .filter(messages::user_id.eq(text(inbox.user_id)))
                .filter(messages::source.eq(text(inbox.source)))
                .filter(messages::state.eq(text(MessageState::Fetched)))
                .filter(not(same_account.and(messages::message_id.eq(text(id)))))
                .order(messages::id)
                .select((messages::id, messages::account, messages::message_id));
            // Two statements, each with an index of its own: for either condition at once SQLite reads every message.
            let same_bytes = messages::digest.is_not_null().and(messages::digest.eq(facts.digest));
            let by_bytes: Option<(i64, AccountName, MessageId)> = others
                .clone()
                .filter(same_bytes.assume_not_null())
                .first(db)
                .optional()?;
            let same_header = messages::header_id
                .is_not_null()
                .and(messages::header_id.eq(facts.header_id))
                .and(messages::sender.eq(facts.sender))
                .and(messages::account.ne(text(inbox.account)));
            let by_header = others.filter(same_header.assume_not_null()).first(db).optional()?;
            let first = by_bytes.into_iter().chain(by_header).min_by_key(|(row, ..)| *row);
            Ok(first.map(|(_, account, id)| (account, id)))
        })
        .await
    }
}
