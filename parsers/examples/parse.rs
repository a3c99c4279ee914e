//! Reads files and prints what they state.
//!
//! `parse --json FILES…` prints one JSON object a file, `parse --explain FILES…` where each value came from,
//! `parse --detail FILES…` the whole reading, `parse --lines FILES…` the document as the readers see it, and
//! `parse --time FILES…` how long it took. A first argument `parse` is skipped.

use std::fs;
use std::path::Path;
use std::time::Instant;

use invoices_parsers::{explain, flat, read_file};
use parser_model::reading::MailContext;
use tikv_jemallocator::Jemalloc;

/// The program's.
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
            "--lines" => lines(&file, &bytes),
            "--time" => time(&file, &bytes),
            _ => println!("{}", flat(&file, &reading)),
        }
    }
}

/// The first reading, which compiles the vocabularies, and the median of a hundred more.
fn time(file: &str, bytes: &[u8]) {
    let one = || {
        let started = Instant::now();
        read_file(file, bytes, None, &MailContext::default());
        started.elapsed()
    };
    let first = one();
    let mut times: Vec<_> = (0..100).map(|_| one()).collect();
    times.sort_unstable();
    println!("{:>10.1?} {first:>10.1?} {:>7} {file}", times[50], bytes.len());
}

/// The document as the readers see it.
fn lines(file: &str, bytes: &[u8]) {
    use parser_document::Document;
    use parser_document::mail::{Body, Mail};
    let document = if Path::new(file)
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("eml"))
    {
        let body = Mail::read(bytes).and_then(|mail| mail.body);
        let original = body.map(Body::into_original).unwrap_or_default();
        Document::from_html_in(&original.bytes, original.charset.as_deref())
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
