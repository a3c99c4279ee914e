//! Purchases as people make them, their mails, and what must be counted in the end.

mod grouping;
mod kinds;
mod mails;
mod purchase;
mod reading;
mod service;

/// The seeds of a property's runs. `INVOICES_PURCHASE_SEEDS` makes it run more often.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let variable = "INVOICES_PURCHASE_SEEDS";
    let seeds = std::env::var(variable).ok().map(|text| text.parse().expect(variable));
    0..seeds.unwrap_or(usual)
}
