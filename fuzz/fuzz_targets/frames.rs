//! Any bytes as what a child and the service write to each other.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invoices_reader::fuzz::frames(bytes));
