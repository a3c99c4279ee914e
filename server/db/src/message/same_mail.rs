//! One mail that is found more than once: in two accounts, after it was moved, or in a file that a user submitted.

use diesel::dsl::not;
use diesel::prelude::*;
use invoices_domain::{AccountName, MailAddress, MessageId, MessageState};

use crate::message::{Inbox, MessageFacts};
use crate::schema::messages;
use crate::store::{Answer, Store};
use crate::types::text;

/// Account and id of a message, its `Message-ID` and its sender.
type Row = (AccountName, MessageId, Option<String>, Option<MailAddress>);

impl Store {
    /// Another message of the ledger that is the same mail and was fetched: it has the same `Message-ID`, sender and digest.
    /// A shop's program may use a `Message-ID` again for another mail.
    pub fn same_mail(
        &self,
        inbox: &Inbox,
        id: &MessageId,
        facts: &MessageFacts,
    ) -> Answer<'_, Option<(AccountName, MessageId)>> {
        let (inbox, id, facts) = (inbox.clone(), id.clone(), facts.clone());
        self.look_up(move |db| {
            let same_account = messages::account.eq(text(inbox.account));
            let same = messages::table
                .filter(messages::user_id.eq(text(inbox.user_id)))
                .filter(messages::source.eq(text(inbox.source)))
                .filter(messages::state.eq(text(MessageState::Fetched)))
                .filter(not(same_account.and(messages::message_id.eq(text(id)))))
                .filter(
                    messages::digest
                        .is_not_null()
                        .and(messages::digest.eq(facts.digest))
                        .assume_not_null(),
                )
                .order(messages::id)
                .select((
                    messages::account,
                    messages::message_id,
                    messages::header_id,
                    messages::sender,
                ));
            let same: Vec<Row> = same.load(db)?;
            let is_same = |row: &Row| row.2 == facts.header_id && row.3 == facts.sender;
            let found = same.into_iter().find(is_same);
            Ok(found.map(|(account, id, ..)| (account, id)))
        })
    }
}
