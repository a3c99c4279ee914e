//! Invoices that are related with another one.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use invoices_domain::identity::{Fact, Relation, group, related};
use invoices_domain::{RetailInvoiceId, UserId};

use super::{block, statement};
use crate::schema::retail_invoices;
use crate::store::{Answer, Store};
use crate::types::text;

/// The invoices that are related with another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelatedRetail {
    /// Their ids, newest first.
    pub ids: Vec<RetailInvoiceId>,
    /// Whether one of them is of another vendor and may be about the same purchase.
    pub may_be_same: bool,
}

impl Store {
    /// The invoices that are related with one, at most `limit`.
    pub fn related_retail(&self, user: UserId, id: RetailInvoiceId, limit: usize) -> Answer<'_, RelatedRetail> {
        self.look_up(move |db| {
            let keys = super::keys_of(&statement::of_invoice(db, user, id)?);
            let block = block::load(db, user, keys)?;
            let invoices: BTreeSet<RetailInvoiceId> =
                block.iter().filter_map(|statement| statement.invoice_id).collect();
            if invoices.len() < 2 {
                return Ok(RelatedRetail::default());
            }
            let facts: Vec<Fact> = block.iter().map(|statement| statement.fact.clone()).collect();
            let groups = group(&facts, &block::words(&block));
            let invoice_of = |at: usize| {
                let mut members = groups[at].members.iter();
                members.find_map(|member| block[member.fact].invoice_id)
            };
            let mut others: BTreeMap<RetailInvoiceId, Relation> = BTreeMap::new();
            for ((one, other), relation) in related(&facts, &groups) {
                match (invoice_of(one), invoice_of(other)) {
                    (Some(one), Some(other)) if one == id => drop(others.insert(other, relation)),
                    (Some(one), Some(other)) if other == id => drop(others.insert(one, relation)),
                    _ => {}
                }
            }
            others.remove(&id);
            let may_be_same = others.values().any(|relation| *relation == Relation::MaySamePurchase);
            let mut dated = Vec::new();
            for other in others.into_keys() {
                let row = retail_invoices::table
                    .find(text(other))
                    .filter(retail_invoices::user_id.eq(text(user)))
                    .select(retail_invoices::received_at);
                let received: Option<chrono::DateTime<chrono::Utc>> = row.first(db).optional()?;
                dated.extend(received.map(|received| (received, other)));
            }
            dated.sort_by(|one, other| other.cmp(one));
            let ids = dated.into_iter().take(limit).map(|(_, id)| id).collect();
            Ok(RelatedRetail { ids, may_be_same })
        })
    }
}
