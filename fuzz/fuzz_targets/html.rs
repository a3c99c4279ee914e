//! Any bytes as a receipt's markup.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invoices_parsers::fuzz::html(bytes));
