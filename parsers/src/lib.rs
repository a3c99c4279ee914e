//! Every parser of this build, collected into one catalogue.

use invoices_domain::{Catalogue, CatalogueError};
use parser_kit::register;

include!(concat!(env!("OUT_DIR"), "/links.rs"));

/// Every linked category and its vendors.
pub fn catalogue() -> Result<Catalogue, CatalogueError> {
    let categories = register::categories();
    Catalogue::new(
        categories.iter().map(|c| c.entry()).collect(),
        categories.iter().flat_map(|c| c.vendors()).collect(),
    )
}
