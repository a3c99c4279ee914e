//! Any bytes as a text with amounts.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invoices_parsers::fuzz::money(bytes));
