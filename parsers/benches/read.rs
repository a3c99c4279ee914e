//! How long one document takes, step by step: `cargo bench -p invoices-parsers --bench read`.
//!
//! Each step holds the ones before it. `library` is what the HTML parser alone takes, which no reader can be faster than.

mod corpus;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parser_document::Document;
use parser_document::pdf;
use parser_model::reading::DocumentKind;

use corpus::{NOTICE, RECEIPT, Sample, USUAL_RECEIPT, fixture, fixtures, styled};

fn receipt(criterion: &mut Criterion) {
    let sample = |bytes| Sample {
        path: fixtures().join(RECEIPT),
        kind: DocumentKind::Retail,
        bytes,
    };
    let short = sample(fixture(RECEIPT));
    let long = sample(styled(&short.bytes, USUAL_RECEIPT));
    assert_eq!(long.read().outcome, short.read().outcome, "styles change no value");
    for sample in [long, short] {
        let length = sample.bytes.len();
        let mut group = criterion.benchmark_group(format!("receipt of {} KB", length.div_ceil(1_000)));
        group.throughput(Throughput::Bytes(length as u64));
        group.bench_function("library", |b| {
            b.iter(|| scraper::Html::parse_document(&parser_document::decode(black_box(&sample.bytes), None)));
        });
        group.bench_function("document", |b| b.iter(|| Document::from_html(black_box(&sample.bytes))));
        group.bench_function("reading", |b| b.iter(|| black_box(&sample).read()));
        group.finish();
    }
}

fn notice(criterion: &mut Criterion) {
    let sample = Sample {
        path: fixtures().join(NOTICE),
        kind: DocumentKind::Rental,
        bytes: fixture(NOTICE),
    };
    let mut group = criterion.benchmark_group("rent notice");
    group.throughput(Throughput::Bytes(sample.bytes.len() as u64));
    group.bench_function("load", |b| b.iter(|| pdf::page_count(black_box(&sample.bytes))));
    group.bench_function("document", |b| b.iter(|| pdf::read(black_box(&sample.bytes))));
    group.bench_function("reading", |b| b.iter(|| black_box(&sample).read()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1_200));
    targets = receipt, notice
}
criterion_main!(benches);
