//! What grouping documents anew changes, for an upgrade.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use invoices_domain::identity::{Fact, group};
use invoices_domain::{AccountName, MessageState, RetailInvoiceId, UserId};

use crate::document::DocumentId;
use crate::error::StoreError;
use crate::reason::reason_columns;
use crate::schema::messages;
use crate::store::Store;
use crate::types::{text, timestamp};

/// How many invoices are joined and separated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Regrouped {
    /// Invoices that become one with another one.
    pub joined: u64,
    /// Invoices whose documents become several.
    pub separated: u64,
}

/// Mails that were skipped as copies by an older rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkippedCopies {
    /// Those that the next run fetches and compares anew.
    pub found_again: u64,
    /// Those that were imported: only the user can import them again.
    pub imported: u64,
}

/// The sentence by which such mails are known: they have no code.
const IS_COPY: &str = "messages.reason_code IS NULL AND messages.reason LIKE 'it is the same mail as %'";

impl Store {
    /// Compares groups of documents with the invoices that they state now.
    pub async fn regrouped(&self, user: UserId, facts: Vec<(DocumentId, Fact)>) -> Result<Regrouped, StoreError> {
        self.read(move |db| {
            let (documents, facts): (Vec<DocumentId>, Vec<Fact>) = facts.into_iter().unzip();
            let mut groups_of: BTreeMap<RetailInvoiceId, BTreeSet<usize>> = BTreeMap::new();
            let mut joined = BTreeSet::new();
            for (at, group) in group(&facts, &[]).iter().enumerate() {
                let mut invoices = BTreeSet::new();
                for member in &group.members {
                    let stated = super::ids_by_document(db, user, documents[member.fact])?;
                    // A document with several orders states several invoices.
                    invoices.extend(stated.first().filter(|_| stated.len() == 1));
                }
                for id in &invoices {
                    groups_of.entry(*id).or_default().insert(at);
                }
                joined.extend(invoices.into_iter().skip(1));
            }
            let separated = groups_of.values().filter(|groups| groups.len() > 1).count();
            Ok(Regrouped {
                joined: joined.len() as u64,
                separated: separated as u64,
            })
        })
        .await
    }

    /// Sets mails to found again that were skipped as copies by an older rule. A dry run only counts them.
    pub async fn find_skipped_copies(
        &self,
        dry_run: bool,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Result<SkippedCopies, StoreError> {
        self.write(move |db| {
            let skipped = messages::table
                .filter(messages::state.eq(text(MessageState::Skipped)))
                .filter(sql::<Bool>(IS_COPY))
                .select((messages::id, messages::account));
            let skipped: Vec<(i64, AccountName)> = skipped.load(db)?;
            let (imported, others): (Vec<_>, Vec<_>) = skipped
                .into_iter()
                .partition(|(_, account)| *account == AccountName::Import);
            if !dry_run {
                for (id, _) in &others {
                    diesel::update(messages::table.find(id))
                        .set((
                            messages::state.eq(text(MessageState::Found)),
                            reason_columns!(messages, None),
                            messages::updated_at.eq(timestamp(now)),
                        ))
                        .execute(db)?;
                }
            }
            Ok(SkippedCopies {
                found_again: others.len() as u64,
                imported: imported.len() as u64,
            })
        })
        .await
    }
}
