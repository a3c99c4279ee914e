//! Reads files and prints their readings.
//!
//! `parse --json FILES…` prints one JSON object for each file, `parse --explain FILES…` the evidence of each value,
//! `parse --detail FILES…` the whole reading, `parse --lines FILES…` the document as parsers see it, and `parse --time FILES…`
//! how long reading takes. A first argument `parse` is ignored.

use std::fs;
use std::path::Path;
use std::time::Instant;

use invoices_parsers::{explain, flat, read_file};
use parser_document::steps;
use parser_model::reading::MailContext;
use tikv_jemallocator::Jemalloc;

/// The allocator of the program `invoices`, so that times are comparable.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() {
    let mut mode = "--json".to_owned();
    let mut files = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--json" | "--explain" | "--detail" | "--lines" | "--time" => mode = argument,
            "parse" if files.is_empty() => {}
            _ => files.push(argument),
        }
    }
    for file in files {
        let bytes = fs::read(&file).unwrap_or_default();
        let reading = read_file(&file, &bytes, None, &MailContext::default());
        match mode.as_str() {
            "--explain" => println!("{file}\n{}", explain(&reading)),
            "--detail" => println!("{}", serde_json::to_string_pretty(&reading).expect("a reading is JSON")),
            "--lines" => print_lines(&file, &bytes),
            "--time" => print_times(&file, &bytes),
            _ => println!("{}", flat(&file, &reading)),
        }
    }
}

/// Prints the median time of a hundred readings, the time of the first, which compiles the vocabularies, the steps and the size.
fn print_times(file: &str, bytes: &[u8]) {
    let measure = || {
        let started = Instant::now();
        read_file(file, bytes, None, &MailContext::default());
        started.elapsed()
    };
    let first = measure();
    let mut times: Vec<_> = (0..100).map(|_| measure()).collect();
    times.sort_unstable();
    let steps = steps::within(u64::MAX, || read_file(file, bytes, None, &MailContext::default())).steps;
    println!(
        "{:>10.1?} {first:>10.1?} {steps:>9} {:>7} {file}",
        times[50],
        bytes.len()
    );
}

/// Prints the document as parsers see it.
fn print_lines(file: &str, bytes: &[u8]) {
    use parser_document::Document;
    use parser_document::mail::{Body, Mail};
    use parser_kit::retail::in_context;
    let document = if Path::new(file)
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("eml"))
    {
        let mail = Mail::read(bytes).ok();
        let context = mail.as_ref().map(Mail::context).unwrap_or_default();
        let original = mail
            .and_then(|mail| mail.body)
            .map(Body::into_original)
            .unwrap_or_default();
        let document = Document::from_html_in(&original.bytes, original.charset.as_deref());
        in_context(document, &context)
    } else if bytes.starts_with(b"%PDF") {
        parser_document::pdf::read(bytes)
            .map(|pdf| pdf.document)
            .unwrap_or_default()
    } else {
        Document::from_html(bytes)
    };
    println!(
        "title: {}\nsubject: {}\nfrom: {} <{}>",
        document.title, document.subject, document.from_name, document.from_address
    );
    for (number, line) in document.lines.iter().enumerate() {
        let cells: Vec<String> = line
            .iter()
            .map(|c| format!("[{:.0}-{:.0}] {}", c.x0, c.x1, c.text))
            .collect();
        println!("{number:3} {}", cells.join(" | "));
    }
    for image in document.images.iter().filter(|i| !i.alt.is_empty()) {
        println!("image: {}", image.alt);
    }
    println!("{:?} {:?}", document.e_invoices, document.linked_data);
}
