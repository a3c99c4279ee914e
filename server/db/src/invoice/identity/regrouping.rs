//! What grouping documents again changes, for an upgrade.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::identity::{Fact, group};
use invoices_domain::{RetailInvoiceId, UserId};

use super::block;
use super::statement::{self, Statement};
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::schema::retail_invoices;
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::text;

/// A document that was read again, with what it states now.
#[derive(Clone, Debug, PartialEq)]
pub struct RereadDocument {
    /// The document.
    pub document: DocumentId,
    /// For each invoice that it states, its id if the document is alone, and what grouping compares.
    pub facts: Vec<(RetailInvoiceId, Fact)>,
}

/// Which invoices are joined and separated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regrouped {
    /// Invoices that become one with another one, and that one.
    pub joined: Vec<(RetailInvoiceId, RetailInvoiceId)>,
    /// Invoices whose documents become several, and how many.
    pub separated: Vec<(RetailInvoiceId, usize)>,
}

impl Store {
    /// Compares the groups of a user's documents, some of which were read again, with the invoices that they state now.
    pub fn regrouped(&self, user: UserId, reread: Vec<RereadDocument>) -> Answer<'_, Regrouped> {
        self.read(move |db| {
            let statements = statements(db, user, reread)?;
            let facts: Vec<Fact> = statements.iter().map(|statement| statement.fact.clone()).collect();
            let groups = group(&facts, &block::words(&statements));
            let mut parts: BTreeMap<RetailInvoiceId, BTreeSet<usize>> = BTreeMap::new();
            let mut regrouped = Regrouped::default();
            for (at, group) in groups.iter().enumerate() {
                let members = group.members.iter().map(|member| &statements[member.fact]);
                let members = members.filter(|statement| !statement.deleted);
                let invoices: BTreeSet<RetailInvoiceId> =
                    members.filter_map(|statement| statement.invoice_id).collect();
                for id in &invoices {
                    parts.entry(*id).or_default().insert(at);
                }
                if let Some((stays, others)) = by_creation(db, user, invoices)?.split_first() {
                    regrouped.joined.extend(others.iter().map(|id| (*id, *stays)));
                }
            }
            let several = parts.into_iter().filter(|(_, groups)| groups.len() > 1);
            regrouped.separated = several.map(|(id, groups)| (id, groups.len())).collect();
            Ok(regrouped)
        })
    }
}

/// The statements that a user's documents have after some of them were read again, each with its invoice now.
fn statements(db: &mut Db, user: UserId, reread: Vec<RereadDocument>) -> Result<Vec<Statement>, StoreError> {
    let seal = statement::known_sealing(db, user)?;
    let documents: BTreeSet<DocumentId> = reread.iter().map(|document| document.document).collect();
    let (replaced, mut statements): (Vec<Statement>, Vec<Statement>) = statement::of_user(db, user)?
        .into_iter()
        .partition(|statement| documents.contains(&statement.document) && !statement.deleted);
    let mut known: HashMap<RetailInvoiceId, Statement> = HashMap::new();
    known.extend(replaced.into_iter().map(|statement| (statement.id, statement)));
    let deleted: BTreeSet<RetailInvoiceId> = statements.iter().map(|statement| statement.id).collect();
    for RereadDocument { document, facts } in reread {
        // Before documents had statements, one that stated several invoices did not say which is which.
        let stated = super::ids_by_document(db, user, document)?;
        let only = stated.first().copied().filter(|_| stated.len() == 1);
        for (id, fact) in facts.into_iter().filter(|(id, _)| !deleted.contains(id)) {
            let known = known.remove(&id);
            statements.push(Statement {
                id,
                document,
                invoice_id: known.as_ref().map_or(only, |known| known.invoice_id),
                step: None,
                joined_with: None,
                deleted: false,
                fact: fact.sealed(&seal),
                words: known.map(|known| known.words).unwrap_or_default(),
            });
        }
    }
    Ok(statements)
}

/// The ids of invoices, the one that was created first at the front.
fn by_creation(db: &mut Db, user: UserId, ids: BTreeSet<RetailInvoiceId>) -> Result<Vec<RetailInvoiceId>, StoreError> {
    if ids.len() < 2 {
        return Ok(ids.into_iter().collect());
    }
    let mut created = Vec::with_capacity(ids.len());
    for id in ids {
        let row = retail_invoices::table
            .find(text(id))
            .filter(retail_invoices::user_id.eq(text(user)))
            .select(retail_invoices::created_at);
        let at: Option<DateTime<Utc>> = row.first(db).optional()?;
        created.extend(at.map(|at| (at, id)));
    }
    created.sort_unstable();
    Ok(created.into_iter().map(|(_, id)| id).collect())
}
