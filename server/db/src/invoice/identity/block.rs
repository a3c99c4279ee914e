//! Blocks: the statements that are connected by keys.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use diesel::prelude::*;
use invoices_domain::identity::UserWord;
use invoices_domain::{RetailInvoiceId, UserId};

use super::statement::Statement;
use super::stored::Word;
use crate::error::StoreError;
use crate::schema::{statement_keys, statements};
use crate::store::connection::{Db, Prepared, match_backend};
use crate::types::text;

/// The maximum number of keys in one statement. Few documents have more, and a connection keeps the statement for each number.
const KEYS: usize = 16;

/// Every statement that is connected with one of these keys, in the order of their ids.
pub(crate) fn load(
    db: &mut Db,
    user: UserId,
    keys: impl IntoIterator<Item = String>,
) -> Result<Vec<Statement>, StoreError> {
    let mut open: Vec<String> = keys.into_iter().collect();
    let mut seen: BTreeSet<String> = open.iter().cloned().collect();
    let mut found: BTreeMap<RetailInvoiceId, Statement> = BTreeMap::new();
    while !open.is_empty() {
        let keys = open.split_off(open.len().saturating_sub(KEYS));
        let with_key = statement_keys::table
            .filter(statement_keys::user_id.eq(text(user)))
            .filter(statement_keys::key.eq_any(keys))
            .select(statement_keys::statement_id);
        let with_key = statements::table.filter(statements::statement_id.eq_any(with_key));
        let with_key: Vec<Statement> = match_backend!(db, connection => {
            Prepared(with_key.select(Statement::as_select())).load(connection)
        })?;
        for statement in with_key {
            if let Entry::Vacant(vacant) = found.entry(statement.id) {
                let new = statement.keys().into_iter().filter(|key| seen.insert(key.clone()));
                open.extend(new);
                vacant.insert(statement);
            }
        }
    }
    Ok(found.into_values().collect())
}

/// The keys of statements.
pub(crate) fn keys_of(statements: &[Statement]) -> Vec<String> {
    statements.iter().flat_map(Statement::keys).collect()
}

/// What the user said of the statements of a block, by their places in the list.
pub(crate) fn words(block: &[Statement]) -> Vec<UserWord> {
    let mut sides: HashMap<&str, Vec<(usize, &Word)>> = HashMap::new();
    for (at, statement) in block.iter().enumerate() {
        for word in &statement.words.0 {
            sides.entry(&word.name).or_default().push((at, word));
        }
    }
    let mut words = Vec::new();
    for side in sides.values() {
        let (first, second): (Vec<_>, Vec<_>) = side.iter().partition(|(_, word)| word.is_first);
        for (one, word) in &first {
            let is_same = word.is_same;
            words.extend(second.iter().map(|(other, _)| UserWord {
                one: *one,
                other: *other,
                is_same,
            }));
        }
    }
    words.sort_by_key(|word| (word.one, word.other));
    words
}
