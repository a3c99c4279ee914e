//! Any bytes as a mail: opened as the service opens it, and read as a file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = parser_document::mail::Mail::read(bytes);
    invoices_parsers::fuzz::mail(bytes);
});
