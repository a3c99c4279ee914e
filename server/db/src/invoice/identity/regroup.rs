//! Groups a block again and writes the difference.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::identity::{Fact, Group, Member, Step, group};
use invoices_domain::{RetailInvoiceId, UserId};

use super::block;
use super::ledger;
use super::source::{add_source, has_sources, is_stated_elsewhere, remove_sources_except};
use super::statement::{self, Statement};
use super::stored::GroupWarnings;
use super::values::{self, Part};
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::invoice::correction::{self, CorrectedInvoice};
use crate::invoice::retail::row::RetailInvoice;
use crate::invoice::retail::watch::Watched;
use crate::invoice::retail::write::{put, remove};
use crate::schema::{retail_aliases, retail_invoices, statements};
use crate::store::connection::{Db, Prepared, match_backend};
use crate::types::text;

/// What a transaction has changed in a user's statements.
#[derive(Default)]
pub(crate) struct Changed {
    /// The keys of what was written or removed.
    pub keys: Vec<String>,
    /// The statements that were written, each with its record.
    pub written: BTreeMap<RetailInvoiceId, Option<RetailInvoice>>,
    /// Those of them whose document had none before.
    pub new: BTreeSet<RetailInvoiceId>,
    /// The invoices that removed statements were a part of.
    pub left: BTreeSet<RetailInvoiceId>,
}

/// Groups the blocks of what has changed, writes the invoices that are different then, and announces them. Returns the statements
/// that belong only to deleted ones.
pub(crate) fn regroup(
    db: &mut Db,
    user: UserId,
    changed: Changed,
    now: DateTime<Utc>,
) -> Result<BTreeSet<RetailInvoiceId>, StoreError> {
    let statements = block::load(db, user, changed.keys.clone())?;
    let facts: Vec<Fact> = statements.iter().map(|statement| statement.fact.clone()).collect();
    let groups = group(&facts, &block::words(&statements));
    let mut regrouping = Regrouping {
        user,
        now,
        held: held(db, user, &statements, &changed.left)?,
        owners: HashMap::new(),
        moved: BTreeSet::new(),
        buried: BTreeSet::new(),
        facts,
        statements,
        changed,
        watched: Watched::begin(db, user)?,
    };
    regrouping.find_owners(db, &groups)?;
    for (at, group) in groups.iter().enumerate() {
        regrouping.take_back(db, at, group)?;
    }
    for (at, group) in groups.iter().enumerate() {
        regrouping.write(db, at, group)?;
    }
    regrouping.remove_left(db)?;
    regrouping.watched.announce(db, now)?;
    Ok(regrouping.buried)
}

/// An invoice that statements of the block are a part of.
#[derive(Queryable, Selectable)]
#[diesel(table_name = retail_invoices)]
struct Held {
    created_at: DateTime<Utc>,
    cancelled: Option<bool>,
    group_warnings: Option<GroupWarnings>,
}

struct Regrouping {
    user: UserId,
    now: DateTime<Utc>,
    facts: Vec<Fact>,
    statements: Vec<Statement>,
    changed: Changed,
    watched: Watched,
    /// The invoices of the block before.
    held: BTreeMap<RetailInvoiceId, Held>,
    /// The group that each of these becomes, by its place.
    owners: HashMap<RetailInvoiceId, usize>,
    /// The documents that state another invoice than before.
    moved: BTreeSet<DocumentId>,
    /// The statements that were live and belong only to deleted ones.
    buried: BTreeSet<RetailInvoiceId>,
}

fn held(
    db: &mut Db,
    user: UserId,
    statements: &[Statement],
    left: &BTreeSet<RetailInvoiceId>,
) -> Result<BTreeMap<RetailInvoiceId, Held>, StoreError> {
    let mut ids: BTreeSet<RetailInvoiceId> = statements.iter().filter_map(|statement| statement.invoice_id).collect();
    ids.extend(left);
    let mut held = BTreeMap::new();
    for id in ids {
        let row = retail_invoices::table
            .find(text(id))
            .filter(retail_invoices::user_id.eq(text(user)))
            .select(Held::as_select());
        held.extend(row.first(db).optional()?.map(|row| (id, row)));
    }
    Ok(held)
}

impl Regrouping {
    /// An invoice stays with the document that gave its id, or else with the earliest of its documents.
    fn find_owners(&mut self, db: &mut Db, groups: &[Group]) -> Result<(), StoreError> {
        let mut by_statement: HashMap<RetailInvoiceId, usize> = HashMap::new();
        let mut earliest: HashMap<RetailInvoiceId, usize> = HashMap::new();
        for (at, group) in groups.iter().enumerate() {
            for member in &group.members {
                let statement = &self.statements[member.fact];
                if !statement.deleted && statement.states_total() {
                    by_statement.insert(statement.id, at);
                }
                if let Some(id) = statement.invoice_id {
                    // Groups are in canonical order.
                    earliest.entry(id).or_insert(at);
                }
            }
        }
        for &id in self.held.keys() {
            let owner = match by_statement.get(&id) {
                Some(giver) => Some(*giver),
                None if is_stated_elsewhere(db, id, &self.statements)? => None,
                None => earliest.get(&id).copied(),
            };
            self.owners.extend(owner.map(|owner| (id, owner)));
        }
        Ok(())
    }

    /// The invoices that a group becomes, the one that was created first at the front.
    fn claims(&self, at: usize) -> Vec<RetailInvoiceId> {
        let owned = self.owners.iter().filter(|(_, owner)| **owner == at);
        let mut claims: Vec<RetailInvoiceId> = owned.map(|(id, _)| *id).collect();
        claims.sort_by_key(|id| (self.held[id].created_at, *id));
        claims
    }

    /// Gives a new invoice its id and corrections back from the one that it was joined with, which is written afterwards.
    fn take_back(&self, db: &mut Db, at: usize, group: &Group) -> Result<(), StoreError> {
        let is_new = self.claims(at).is_empty() && !self.is_deleted(group);
        let mut live = self.live(group);
        if let Some((_, first)) = live.find(|(_, statement)| statement.states_total()).filter(|_| is_new) {
            let alias = retail_aliases::table.find((text(self.user), text(first.id)));
            if diesel::delete(alias).execute(db)? > 0 {
                correction::take_back(db, &CorrectedInvoice::retail(self.user, first.id))?;
            }
        }
        Ok(())
    }

    /// Writes a group: its statements, its invoice, and the ids that it takes over.
    fn write(&mut self, db: &mut Db, at: usize, group: &Group) -> Result<(), StoreError> {
        if self.is_deleted(group) {
            let live: Vec<RetailInvoiceId> = self.live(group).map(|(_, statement)| statement.id).collect();
            for id in live {
                statement::bury(db, id)?;
                self.buried.insert(id);
            }
            return Ok(());
        }
        let live: Vec<(Member, Statement)> = self.live(group).map(|(member, of)| (*member, of.clone())).collect();
        let gives_id = live.iter().find(|(_, statement)| statement.states_total());
        let Some((_, first)) = gives_id.or(live.first()) else {
            return Ok(());
        };
        let claims = self.claims(at);
        let id = claims.first().copied().unwrap_or(first.id);
        let warnings = GroupWarnings(group.described_warnings(&self.facts));
        if claims.len() == 1 && self.is_unchanged(id, group, &live, &warnings) {
            return self.write_statements(db, Some(id), &live);
        }
        let mut parts = Vec::new();
        for (member, statement) in &live {
            let decides = member.decides;
            let record = match self.changed.written.get(&statement.id) {
                Some(written) => written.clone(),
                None => statement::record(db, statement.id)?,
            };
            parts.extend(record.map(|invoice| Part { invoice, decides }));
        }
        let Some(merged) = values::merge(parts, &warnings) else {
            for claim in claims {
                self.watched.note(db, claim)?;
                remove(db, self.user, claim)?;
            }
            return self.write_statements(db, None, &live);
        };
        self.watched.note(db, id)?;
        for &other in claims.iter().skip(1) {
            self.take_over(db, other, id)?;
        }
        let mut invoice = RetailInvoice {
            invoice_id: id,
            ..merged
        };
        values::mark_paid(&mut invoice, live.iter().map(|(_, statement)| &statement.fact));
        let is_held = self.held.contains_key(&id);
        put(
            db,
            self.user,
            &invoice,
            is_held,
            group.is_cancelled,
            &warnings,
            self.now,
        )?;
        self.write_statements(db, Some(id), &live)
    }

    /// The statements of a group that are not deleted.
    fn live<'g>(&'g self, group: &'g Group) -> impl Iterator<Item = (&'g Member, &'g Statement)> {
        let members = group
            .members
            .iter()
            .map(|member| (member, &self.statements[member.fact]));
        members.filter(|(_, statement)| !statement.deleted)
    }

    /// Whether an invoice has the same documents, which state the same, as before.
    fn is_unchanged(
        &self,
        id: RetailInvoiceId,
        group: &Group,
        live: &[(Member, Statement)],
        warnings: &GroupWarnings,
    ) -> bool {
        let held = &self.held[&id];
        let of_invoice = self
            .statements
            .iter()
            .filter(|statement| statement.invoice_id == Some(id));
        let is_same = |(_, statement): &(Member, Statement)| {
            statement.invoice_id == Some(id) && !self.changed.written.contains_key(&statement.id)
        };
        held.cancelled.unwrap_or_default() == group.is_cancelled
            && held.group_warnings.as_ref().unwrap_or(&GroupWarnings::default()) == warnings
            && !self.changed.left.contains(&id)
            && of_invoice.count() == live.len()
            && live.iter().all(is_same)
    }

    /// Whether a group is that of deleted documents, and of new ones that belong to these alone.
    fn is_deleted(&self, group: &Group) -> bool {
        let members = group.members.iter().map(|member| &self.statements[member.fact]);
        let mut known = members
            .filter(|statement| !self.changed.new.contains(&statement.id))
            .peekable();
        known.peek().is_some() && known.all(|statement| statement.deleted)
    }

    /// Merges an invoice into another one: its id and its corrections refer to the other one.
    fn take_over(&mut self, db: &mut Db, from: RetailInvoiceId, to: RetailInvoiceId) -> Result<(), StoreError> {
        self.watched.note(db, from)?;
        let aliases = retail_aliases::table
            .filter(retail_aliases::user_id.eq(text(self.user)))
            .filter(retail_aliases::invoice_id.eq(text(from)));
        diesel::update(aliases)
            .set(retail_aliases::invoice_id.eq(text(to)))
            .execute(db)?;
        let row = (
            retail_aliases::user_id.eq(text(self.user)),
            retail_aliases::alias.eq(text(from)),
            retail_aliases::invoice_id.eq(text(to)),
        );
        diesel::insert_into(retail_aliases::table).values(row).execute(db)?;
        let of = |id| CorrectedInvoice::retail(self.user, id);
        correction::move_to(db, &of(from), &of(to))?;
        remove(db, self.user, from)
    }

    /// Writes which invoice statements are a part of, and why.
    fn write_statements(
        &mut self,
        db: &mut Db,
        id: Option<RetailInvoiceId>,
        live: &[(Member, Statement)],
    ) -> Result<(), StoreError> {
        for (member, statement) in live {
            if !statement.fact.candidates.is_empty() {
                let is_of_text = member.joined.is_some_and(|joined| joined.step == Step::Answered);
                let mut others = live.iter().map(|(_, other)| &other.fact);
                let is_answered =
                    id.is_some() && (is_of_text || others.any(|other| statement.fact.is_answered_by(other)));
                ledger::put_question(
                    db,
                    statement.document,
                    &statement.fact.candidates,
                    is_answered,
                    self.now,
                )?;
            }
            let step = member.joined.map(|joined| joined.step);
            let with = member.joined.map(|joined| self.statements[joined.with].document);
            let has_moved = statement.invoice_id != id || self.changed.written.contains_key(&statement.id);
            if has_moved || (statement.step, statement.joined_with) != (step, with) {
                let grouped = diesel::update(statements::table.find(text(statement.id))).set((
                    statements::invoice_id.eq(id),
                    statements::step.eq(step),
                    statements::joined_with.eq(with),
                ));
                match_backend!(db, connection => Prepared(grouped).execute(connection))?;
                if step.or(statement.step).is_some() {
                    ledger::explain(db, statement.document, step.zip(with))?;
                }
            }
            if has_moved {
                // A document that stated nothing before has no other invoice to leave.
                if !(self.changed.new.contains(&statement.id) && self.changed.left.is_empty()) {
                    self.moved.insert(statement.document);
                }
                if let Some(id) = id {
                    add_source(db, self.user, id, statement.document)?;
                }
            }
        }
        Ok(())
    }

    /// Removes what is left of the invoices that no group is: the documents that state others now, and the invoice unless a
    /// document without statements states it.
    fn remove_left(&mut self, db: &mut Db) -> Result<(), StoreError> {
        for &document in &self.moved {
            let stated = statement::of_document(db, document)?;
            let stated = stated.iter().filter_map(|statement| statement.invoice_id).collect();
            remove_sources_except(db, document, &stated)?;
        }
        for &id in self.held.keys().filter(|id| !self.owners.contains_key(id)) {
            if !has_sources(db, id)? {
                self.watched.note(db, id)?;
                remove(db, self.user, id)?;
            }
        }
        Ok(())
    }
}

/// The invoice that an id stands for: its own, or the one that it was joined with.
pub(crate) fn resolve(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<RetailInvoiceId, StoreError> {
    let row = retail_aliases::table
        .find((text(user), text(id)))
        .select(retail_aliases::invoice_id);
    Ok(row.first(db).optional()?.unwrap_or(id))
}
