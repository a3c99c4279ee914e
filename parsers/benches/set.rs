//! How long whole sets of documents take: `cargo bench -p invoices-parsers --bench set`.
//!
//! Each document is read until a few milliseconds have gone by, and its time is the median of the runs. A set's figures
//! are the median and the 95th percentile of its documents. With `--json FILE` every document's time is written there.

mod corpus;

use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{env, fs};

use parser_document::Document;
use parser_document::pdf;
use parser_kit::rental_reader;
use parser_kit::retail;
use parser_model::reading::{DocumentKind, MailContext};
use serde_json::json;

use corpus::{Sample, sets};

/// How long a document is parsed repeatedly, at least [`RUNS`] times.
const ENOUGH: Duration = Duration::from_millis(15);
const RUNS: usize = 5;

/// Microseconds of a document's steps.
struct Split {
    /// HTML: the library's parser, alone. PDF: opening the file and finding its pages.
    parse: f64,
    /// The rest of the way to the document model.
    model: f64,
    /// From the model to the values.
    read: f64,
}

impl Split {
    fn of(sample: &Sample) -> Split {
        let bytes = &sample.bytes;
        let context = MailContext::default();
        let (parse, document, whole) = match sample.kind {
            DocumentKind::Retail | DocumentKind::RetailPdf | DocumentKind::RetailAttachment => {
                let document = Document::from_html(bytes);
                let made = median(|| Document::from_html(black_box(bytes)));
                (
                    median(|| scraper::Html::parse_document(&parser_document::decode(black_box(bytes), None))),
                    made,
                    made + median(|| retail::read(black_box(&document), &context)),
                )
            }
            DocumentKind::Rental => {
                let reader = rental_reader().expect("the reader of rental invoices is linked");
                (
                    median(|| pdf::page_count(black_box(bytes))),
                    median(|| pdf::read(black_box(bytes))),
                    median(|| (reader.read)(black_box(bytes), &context)),
                )
            }
        };
        // Steps are differences of what is measured apart: a step of next to nothing may come out below it.
        Split {
            parse,
            model: (document - parse).max(0.0),
            read: (whole - document).max(0.0),
        }
    }

    fn whole(&self) -> f64 {
        self.parse + self.model + self.read
    }
}

/// The median time of a run, in microseconds.
fn median<T>(run: impl Fn() -> T) -> f64 {
    // The first run compiles vocabularies and warms caches.
    black_box(run());
    let started = Instant::now();
    let mut times = Vec::new();
    while times.len() < RUNS || started.elapsed() < ENOUGH {
        let started = Instant::now();
        black_box(run());
        times.push(started.elapsed().as_secs_f64() * 1e6);
    }
    percentile(times, 50)
}

fn percentile(mut values: Vec<f64>, percent: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) * percent / 100]
}

fn main() {
    let mut arguments = env::args().skip_while(|argument| argument != "--json").skip(1);
    let mut documents = Vec::new();
    println!("microseconds per document       parse     model      read     whole   (length)");
    for (name, samples) in sets() {
        let splits: Vec<Split> = samples.iter().map(Split::of).collect();
        for (word, percent) in [("median", 50), ("p95", 95)] {
            let figure = |of: fn(&Split) -> f64| percentile(splits.iter().map(of).collect(), percent);
            let mut lengths: Vec<usize> = samples.iter().map(|sample| sample.bytes.len()).collect();
            lengths.sort_unstable();
            println!(
                "{name:>14} {:>4} {word:>6} {:>9.0} {:>9.0} {:>9.0} {:>9.0}   ({} bytes)",
                samples.len(),
                figure(|split| split.parse),
                figure(|split| split.model),
                figure(|split| split.read),
                figure(Split::whole),
                lengths[(lengths.len() - 1) * percent / 100],
            );
        }
        for (sample, split) in samples.iter().zip(&splits) {
            documents.push(json!({ "file": sample.path, "set": name, "micros": split.whole() }));
        }
    }
    if let Some(file) = arguments.next() {
        let text = serde_json::to_string(&documents).expect("figures are JSON");
        fs::write(file, text).expect("the figures can be written");
    }
}
