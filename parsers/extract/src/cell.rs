//! A cell of a document, looked through.

use crate::amounts::Amount;
use crate::dates::DateMatch;
use crate::words::Words;

#[derive(Debug)]
pub struct CellContent {
    pub words: Words,
    pub amounts: Vec<Amount>,
    pub dates: Vec<DateMatch>,
}

impl CellContent {
    /// Whether it has an amount that is money for certain.
    pub fn has_money(&self) -> bool {
        self.amounts.iter().any(|amount| amount.strong)
    }
}
