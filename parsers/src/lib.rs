//! Every parser of this build, collected into one catalogue, and the one way to read a document with them.

mod explain;
mod flat;
#[cfg(feature = "fuzz")]
pub mod fuzz;
mod read;

use parser_kit::retail;
use parser_model::reading::ParserTag;
use parser_model::{Catalogue, CatalogueError};

pub use parser_extract::rule::{Example, Table};

pub use explain::explain;
pub use flat::flat;
pub use read::{FileKind, read, read_file};

include!(concat!(env!("OUT_DIR"), "/links.rs"));

/// Every parser of this build, in its version.
pub fn parsers() -> Vec<ParserTag> {
    let rental = parser_kit::rental_reader().map(|reader| (reader.tag)());
    retail::parsers().into_iter().chain(rental).collect()
}

/// The decision rules of the general reading, in the order in which they are tried.
pub fn rules() -> Vec<Table> {
    parser_extract::rules::tables()
}

/// Every linked category and its vendors.
pub fn catalogue() -> Result<Catalogue, CatalogueError> {
    let categories = parser_kit::categories();
    Catalogue::new(
        categories.iter().map(|c| c.entry()).collect(),
        categories.iter().flat_map(|c| c.vendors()).collect(),
    )
}
