//! Any bytes as the XML of an e-invoice.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invoices_parsers::fuzz::einvoice(bytes));
