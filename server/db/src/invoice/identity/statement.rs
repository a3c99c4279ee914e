//! What a document states of one retail invoice.

use diesel::dsl::exists;
use diesel::prelude::*;
use hmac::{Hmac, KeyInit, Mac};
use invoices_domain::identity::{Fact, Step};
use invoices_domain::{RetailInvoiceId, UserId, random};
use serde_json::Value;
use sha2::Sha256;

use super::stored::Words;
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::invoice::correction::{self, CorrectedInvoice, undecodable};
use crate::invoice::retail::row::RetailInvoice;
use crate::schema::{identity_keys, retail_aliases, statement_keys, statements};
use crate::store::connection::{Db, Prepared, match_backend};
use crate::types::{Record, json, text};

/// A statement to write.
#[derive(Clone, Debug, PartialEq)]
pub struct NewStatement {
    /// The id of the invoice that it is alone.
    pub id: RetailInvoiceId,
    /// What grouping compares.
    pub fact: Fact,
    /// The invoice as the document states it; `None` if it only says something of another one's.
    pub invoice: Option<RetailInvoice>,
}

/// A stored statement, without its record.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = statements)]
pub(crate) struct Statement {
    #[diesel(column_name = statement_id)]
    pub id: RetailInvoiceId,
    pub document: DocumentId,
    pub invoice_id: Option<RetailInvoiceId>,
    pub step: Option<Step>,
    pub joined_with: Option<DocumentId>,
    pub deleted: bool,
    pub fact: Fact,
    pub words: Words,
}

impl Statement {
    /// Whether its document states a total: only then it can be an invoice of its own.
    pub fn states_total(&self) -> bool {
        self.fact.total.is_some()
    }

    /// What connects it with others.
    pub fn keys(&self) -> Vec<String> {
        let joined = self.words.0.iter().filter(|word| word.is_same);
        let words = joined.map(|word| format!("word:{}", word.name));
        self.fact.keys().into_iter().chain(words).collect()
    }
}

/// The statements of a document.
pub(crate) fn of_document(db: &mut Db, document: DocumentId) -> Result<Vec<Statement>, StoreError> {
    let rows = statements::table.filter(statements::document.eq(document));
    Ok(rows.select(Statement::as_select()).load(db)?)
}

/// The statements of a user.
pub(crate) fn of_user(db: &mut Db, user: UserId) -> Result<Vec<Statement>, StoreError> {
    let rows = statements::table.filter(statements::user_id.eq(text(user)));
    Ok(rows.select(Statement::as_select()).load(db)?)
}

/// Whether a document has statements.
pub(crate) fn has_statements(db: &mut Db, document: DocumentId) -> Result<bool, StoreError> {
    let rows = statements::table.filter(statements::document.eq(document));
    Ok(diesel::select(exists(rows)).get_result(db)?)
}

/// The statements of an invoice.
pub(crate) fn of_invoice(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Vec<Statement>, StoreError> {
    let rows = statements::table
        .filter(statements::user_id.eq(text(user)))
        .filter(statements::invoice_id.eq(Some(id)));
    Ok(rows.select(Statement::as_select()).load(db)?)
}

/// The invoice as a statement's document states it.
pub(crate) fn record(db: &mut Db, id: RetailInvoiceId) -> Result<Option<RetailInvoice>, StoreError> {
    let record: Option<Record> = statements::table.find(text(id)).select(statements::record).first(db)?;
    let invoice = record.map(|record| serde_json::from_value(Value::Object(record)));
    invoice.transpose().map_err(undecodable)
}

/// Whether the user deleted the invoice of a statement. `None` if there is no such statement.
pub(crate) fn is_deleted(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Option<bool>, StoreError> {
    let row = statements::table
        .find(text(id))
        .filter(statements::user_id.eq(text(user)))
        .select(statements::deleted);
    Ok(row.first(db).optional()?)
}

/// Adds a statement, or replaces it if there is one with its id: then it keeps its group and the user's words until it is grouped
/// again.
pub(crate) fn put(
    db: &mut Db,
    user: UserId,
    document: DocumentId,
    new: &NewStatement,
    is_known: bool,
) -> Result<(), StoreError> {
    let record = new.invoice.as_ref().map(serde_json::to_value).transpose();
    let record = match record.map_err(undecodable)? {
        Some(Value::Object(record)) => Some(record),
        _ => None,
    };
    let columns = (
        statements::document.eq(document),
        statements::fact.eq(json(&new.fact)),
        statements::record.eq(record),
    );
    if is_known {
        let known = statements::table
            .find(text(new.id))
            .filter(statements::user_id.eq(text(user)));
        let update = diesel::update(known).set(columns);
        match_backend!(db, connection => Prepared(update).execute(connection))?;
        return put_keys(db, user, new.id);
    }
    let row = (
        statements::statement_id.eq(text(new.id)),
        statements::user_id.eq(text(user)),
        statements::deleted.eq(false),
        statements::words.eq(json(Words::default())),
        columns,
    );
    diesel::insert_into(statements::table).values(row).execute(db)?;
    add_keys(db, user, new.id, &new.fact.keys())
}

/// Writes the keys of a statement again.
pub(crate) fn put_keys(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<(), StoreError> {
    let statement: Statement = statements::table
        .find(text(id))
        .select(Statement::as_select())
        .first(db)?;
    let old = statement_keys::table.filter(statement_keys::statement_id.eq(text(id)));
    diesel::delete(old).execute(db)?;
    add_keys(db, user, id, &statement.keys())
}

fn add_keys(db: &mut Db, user: UserId, id: RetailInvoiceId, keys: &[String]) -> Result<(), StoreError> {
    let row = |key: &String| {
        (
            statement_keys::user_id.eq(text(user)),
            statement_keys::key.eq(key.clone()),
            statement_keys::statement_id.eq(text(id)),
        )
    };
    match_backend!(
        db,
        sqlite(sqlite) => {
            for key in keys {
                let insert = diesel::insert_into(statement_keys::table).values(row(key));
                insert.on_conflict_do_nothing().execute(sqlite)?;
            }
        },
        // A round trip for all.
        postgres(postgres) => {
            let rows: Vec<_> = keys.iter().map(row).collect();
            if !rows.is_empty() {
                let insert = diesel::insert_into(statement_keys::table).values(rows);
                Prepared(insert.on_conflict_do_nothing()).execute(postgres)?;
            }
        },
    );
    Ok(())
}

/// Removes statements without a trace.
pub(crate) fn remove<'a>(db: &mut Db, ids: impl IntoIterator<Item = &'a RetailInvoiceId>) -> Result<(), StoreError> {
    for id in ids {
        diesel::delete(statements::table.find(text(id))).execute(db)?;
    }
    Ok(())
}

/// Marks a statement as deleted. What grouping compares stays, so that the same invoice does not come back.
pub(crate) fn bury(db: &mut Db, id: RetailInvoiceId) -> Result<(), StoreError> {
    diesel::update(statements::table.find(text(id)))
        .set((
            statements::deleted.eq(true),
            statements::invoice_id.eq(None::<RetailInvoiceId>),
            statements::record.eq(None::<Record>),
        ))
        .execute(db)?;
    Ok(())
}

/// Makes a document's statements those of a live document again. They are grouped again when it is read.
pub(crate) fn unbury(db: &mut Db, document: DocumentId) -> Result<(), StoreError> {
    diesel::update(statements::table.filter(statements::document.eq(document)))
        .set(statements::deleted.eq(false))
        .execute(db)?;
    Ok(())
}

/// Marks the statements of an invoice as deleted, and forgets the ids of the invoices that were joined with it.
pub(crate) fn bury_invoice(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<(), StoreError> {
    for statement in of_invoice(db, user, id)? {
        bury(db, statement.id)?;
    }
    let aliases = retail_aliases::table
        .filter(retail_aliases::user_id.eq(text(user)))
        .filter(retail_aliases::invoice_id.eq(text(id)));
    let joined: Vec<RetailInvoiceId> = aliases.select(retail_aliases::alias).load(db)?;
    for alias in joined {
        correction::delete(db, &CorrectedInvoice::retail(user, alias))?;
        diesel::delete(retail_aliases::table.find((text(user), text(alias)))).execute(db)?;
    }
    Ok(())
}

/// Replaces what identifies a user's documents by keyed hashes, so that the remains of a deleted invoice reveal nothing.
pub(crate) fn sealing(db: &mut Db, user: UserId) -> Result<impl Fn(&str) -> String + use<>, StoreError> {
    let key = match key_of(db, user)? {
        Some(key) => key,
        None => {
            let mut bytes = [0; 16];
            random::fill(&mut bytes).map_err(|_| StoreError::NoRandomness)?;
            let key = hex(bytes);
            let row = (identity_keys::user_id.eq(text(user)), identity_keys::key.eq(&key));
            diesel::insert_into(identity_keys::table).values(row).execute(db)?;
            key
        }
    };
    Ok(move |value: &str| seal(&key, value))
}

/// The same without writing. A user without a key has no statements, so that any key will do.
pub(crate) fn known_sealing(db: &mut Db, user: UserId) -> Result<impl Fn(&str) -> String + use<>, StoreError> {
    let key = key_of(db, user)?.unwrap_or_default();
    Ok(move |value: &str| seal(&key, value))
}

fn key_of(db: &mut Db, user: UserId) -> Result<Option<String>, StoreError> {
    let row = identity_keys::table.find(text(user)).select(identity_keys::key);
    Ok(row.first(db).optional()?)
}

fn seal(key: &str, value: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("a key of any length");
    mac.update(value.as_bytes());
    let digest: [u8; 32] = mac.finalize().into_bytes().into();
    hex(digest.first_chunk().copied().unwrap_or_default())
}

fn hex(bytes: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(bytes))
}
