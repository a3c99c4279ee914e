//! The list of invoices.

mod contents;
mod filters;
mod pages;
mod parameters;
mod whole;

use invoices_domain::SubType;
use invoices_tests::support::world::World;

const RETAIL: &str = "/v1/invoices/retail";

/// The names of the categories of this build, sorted.
fn sub_types(world: &World) -> Vec<&str> {
    world.app.catalogue().sub_types().map(SubType::as_str).collect()
}
