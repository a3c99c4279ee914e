//! Any bytes as a PDF.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invoices_parsers::fuzz::pdf(bytes));
