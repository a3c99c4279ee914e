//! All parsers, linked into one catalogue, and the functions that read a document with them.

#[cfg(feature = "command")]
pub mod command;
mod explain;
mod flat;
#[cfg(feature = "fuzz")]
pub mod fuzz;
mod lines;
mod read;
mod vendors;

use parser_kit::retail;
use parser_model::reading::ParserTag;
use parser_model::{Catalogue, CatalogueError};

pub use parser_extract::rule::{Example, Table};
#[cfg(feature = "overrides")]
pub use parser_extract::{phrases, words};

pub use explain::explain;
pub use flat::flat;
pub use lines::lines;
pub use read::{FileKind, read, read_file};
pub use vendors::{check_labels, read_vendors};

include!(concat!(env!("OUT_DIR"), "/links.rs"));
include!(concat!(env!("OUT_DIR"), "/words.rs"));

parser_kit::register!(parser_kit::CategoryWords {
    index: parser_kit::Index::compiled(include_bytes!(concat!(env!("OUT_DIR"), "/words"))),
    weights: WEIGHTS,
});

/// The name and version of every parser of this build.
pub fn parsers() -> Vec<ParserTag> {
    let rental = parser_kit::rental_reader().map(|reader| (reader.tag)());
    retail::parsers().into_iter().chain(rental).collect()
}

/// The tables of rules of the general reading. The rules of a table are in the order in which they are tried.
pub fn rules() -> Vec<Table> {
    parser_extract::rules::tables()
}

/// The linked categories and their built-in vendors.
///
/// An error is a bug of this build: no category is linked, or two have the same name.
pub fn catalogue() -> Result<Catalogue, CatalogueError> {
    let categories = parser_kit::categories();
    Catalogue::new(
        categories.iter().map(|c| c.entry()).collect(),
        categories.iter().flat_map(|c| c.vendors()).collect(),
    )
}
