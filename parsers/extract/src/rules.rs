//! All tables of rules, in the order of `docs/reading.md`.

use crate::rule::Table;
use crate::{
    classification, currency, direction, document_dates, finish, giro, identity, items, numbers, structured, total,
    vendor,
};

/// Every table of this crate.
pub fn tables() -> Vec<Table> {
    let mut tables = classification::tables();
    tables.extend(total::tables());
    tables.extend(currency::tables());
    tables.extend(direction::tables());
    tables.extend(vendor::tables());
    tables.extend(document_dates::tables());
    tables.extend(numbers::tables());
    tables.extend(identity::tables());
    tables.extend(giro::tables());
    tables.extend(items::tables());
    tables.extend([structured::table(), finish::table()]);
    tables
}

#[cfg(test)]
pub(crate) mod tests;
