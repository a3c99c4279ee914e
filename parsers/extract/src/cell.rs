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
