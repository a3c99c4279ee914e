//! The `invoices` program.
fn main() {}
