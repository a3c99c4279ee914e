//! Any bytes as an `Authentication-Results` header.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| parser_document::fuzz::authentication_results(bytes));
