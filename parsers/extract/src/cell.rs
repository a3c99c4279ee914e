//! A cell of a document, looked through.

use crate::amounts::Amount;
use crate::dates::DateMatch;
use crate::words::Words;

/// A cell with its content.
#[derive(Debug)]
pub struct CellContent {
    /// Its words.
    pub words: Words,
    /// Its amounts.
    pub amounts: Vec<Amount>,
    /// Its dates.
    pub dates: Vec<DateMatch>,
}
