//! Every parser of this build, collected into one catalogue, and the one way to read a document with them.

mod explain;
mod flat;
pub mod fuzz;
mod read;

use invoices_domain::reading::ParserTag;
use invoices_domain::{Catalogue, CatalogueError};
use parser_kit::{register, retail};

pub use explain::explain;
pub use flat::flat;
pub use read::{FileKind, read, read_file};

include!(concat!(env!("OUT_DIR"), "/links.rs"));

/// Every parser of this build, in its version.
pub fn parsers() -> Vec<ParserTag> {
    let rental = register::rental_reader().map(|reader| (reader.tag)());
    retail::parsers().into_iter().chain(rental).collect()
}

/// Every linked category and its vendors.
pub fn catalogue() -> Result<Catalogue, CatalogueError> {
    let categories = register::categories();
    Catalogue::new(
        categories.iter().map(|c| c.entry()).collect(),
        categories.iter().flat_map(|c| c.vendors()).collect(),
    )
}
