//! Documents a second through the pool, beside reading in this process and beside a child for each document; the start of a
//! child; and memory at rest and under hostile mails.
//!
//! The children run this benchmark's own program. It prints lines of JSON, which `cargo xtask bench readers` reads; with `--quick`
//! every fourth document is read, and once.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use bytes::Bytes;
use invoices_domain::ports::Reader;
use invoices_domain::reading::{DocumentKind, MailContext};
use invoices_reader::{CHILD, ReaderPool, child};
use invoices_settings::ReaderSettings;
use serde_json::json;
use tikv_jemallocator::Jemalloc;
use tokio::runtime::Runtime;

/// Number of children started one after another.
const STARTS: u32 = 20;
/// Number of documents after which a child's memory is measured.
const MANY: usize = 1_000;
/// Number of hostile mails parsed at the same time.
const HOSTILE: usize = 16;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The program's.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> Result<()> {
    if env::args().nth(1).as_deref() == Some(CHILD) {
        return child::run();
    }
    let effort = if env::args().any(|word| word == "--quick") {
        Effort { rounds: 1, every: 4 }
    } else {
        Effort { rounds: 5, every: 1 }
    };
    Runtime::new()?.block_on(measure(&effort))
}

/// How much is measured.
struct Effort {
    /// How often each set is read.
    rounds: usize,
    /// One in this many documents is parsed.
    every: usize,
}

async fn measure(effort: &Effort) -> Result<()> {
    let config = ReaderSettings {
        concurrency: 1,
        ..ReaderSettings::default()
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures");
    for (name, folder, ending, kind) in [
        ("receipts (HTML)", "receipts", "html", DocumentKind::Retail),
        ("notices (PDF)", "invoices", "pdf", DocumentKind::Rental),
    ] {
        let documents = documents(&root.join(folder), ending, effort.every)?;
        let own = in_this_process(&documents, kind, effort.rounds);
        let pool = ReaderPool::new(config.clone())?;
        let pooled = through(&pool, &documents, kind, effort.rounds).await?;
        let all_cores = ReaderPool::new(ReaderSettings {
            concurrency: 0,
            ..config.clone()
        })?;
        let parallel = at_once(&all_cores, &documents, kind, effort.rounds).await?;
        let one_each = ReaderPool::new(ReaderSettings {
            renew_after: 1,
            ..config.clone()
        })?;
        // No child reads a second document, so nothing is warmed up.
        let started = Instant::now();
        read_all(&one_each, &documents, kind).await?;
        let alone = rate(documents.len(), started.elapsed());
        let name = format!("{} {name}", documents.len());
        print(&name, "/s", "one child", pooled);
        print(&name, "/s", "in this process", own);
        print(&name, "/s", "a child on each core", parallel);
        print(&name, "/s", "one child per document", alone);
    }
    starts(&config).await?;
    after_many(&config, &root).await?;
    memory(&config).await
}

/// The memory of a child that waits after it read all receipts and notices, in turn, until they were a thousand.
async fn after_many(config: &ReaderSettings, root: &Path) -> Result<()> {
    let pool = ReaderPool::new(ReaderSettings {
        renew_after: u32::MAX,
        ..config.clone()
    })?;
    let receipts = documents(&root.join("receipts"), "html", 1)?;
    let notices = documents(&root.join("invoices"), "pdf", 1)?;
    let mut left = MANY;
    while left > 0 {
        for (documents, kind) in [(&receipts, DocumentKind::Retail), (&notices, DocumentKind::Rental)] {
            let some = &documents[..documents.len().min(left)];
            read_all(&pool, some, kind).await?;
            left -= some.len();
        }
    }
    let name = format!("the memory of a child after {MANY} documents");
    print(&name, "MiB", "service", f64::from(children("VmRSS:")?));
    Ok(())
}

fn print(name: &str, unit: &str, side: &str, value: f64) {
    println!("{}", json!({"name": name, "unit": unit, "side": side, "value": value}));
}

fn documents(folder: &Path, ending: &str, every: usize) -> Result<Vec<Bytes>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<PathBuf>>>()?;
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort();
    paths
        .iter()
        .step_by(every)
        .map(|path| Ok(fs::read(path)?.into()))
        .collect()
}

fn in_this_process(documents: &[Bytes], kind: DocumentKind, rounds: usize) -> f64 {
    let read = || {
        for document in documents {
            invoices_parsers::read(kind, document, &MailContext::default());
        }
    };
    // The first round compiles the phrases.
    read();
    let started = Instant::now();
    (0..rounds).for_each(|_| read());
    rate(documents.len() * rounds, started.elapsed())
}

async fn through(pool: &ReaderPool, documents: &[Bytes], kind: DocumentKind, rounds: usize) -> Result<f64> {
    read_all(pool, documents, kind).await?;
    let started = Instant::now();
    for _ in 0..rounds {
        read_all(pool, documents, kind).await?;
    }
    Ok(rate(documents.len() * rounds, started.elapsed()))
}

async fn read_all(pool: &ReaderPool, documents: &[Bytes], kind: DocumentKind) -> Result<()> {
    for document in documents {
        pool.read(kind, document.clone(), MailContext::default()).await?;
    }
    Ok(())
}

async fn at_once(pool: &ReaderPool, documents: &[Bytes], kind: DocumentKind, rounds: usize) -> Result<f64> {
    let halves: Vec<&[Bytes]> = documents.chunks(documents.len().div_ceil(2)).collect();
    let [one, other] = halves.as_slice() else {
        return Err("too few documents".into());
    };
    tokio::try_join!(read_all(pool, one, kind), read_all(pool, other, kind))?;
    let started = Instant::now();
    for _ in 0..rounds {
        tokio::try_join!(read_all(pool, one, kind), read_all(pool, other, kind))?;
    }
    Ok(rate(documents.len() * rounds, started.elapsed()))
}

#[allow(clippy::cast_precision_loss, reason = "counts of documents are small")]
fn rate(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

async fn starts(config: &ReaderSettings) -> Result<()> {
    let started = Instant::now();
    for _ in 0..STARTS {
        ReaderPool::new(config.clone())?.check().await?;
    }
    let milliseconds = (started.elapsed() / STARTS).as_secs_f64() * 1e3;
    print("the start of a child, confined", "ms", "service", milliseconds);
    Ok(())
}

/// Memory of the children of this process: at rest, after a document, and the highest under hostile mails.
async fn memory(config: &ReaderSettings) -> Result<()> {
    let config = ReaderSettings {
        concurrency: 0,
        ..config.clone()
    };
    let pool = ReaderPool::new(config)?;
    pool.check().await?;
    print(
        "the memory of a child at rest",
        "MiB",
        "service",
        f64::from(children("VmRSS:")?),
    );
    let hostile = [
        "From: a@example.com\r\nContent-Type: text/plain\r\n\r\n".to_owned() + &"\t".repeat(600_000),
        "From: a@example.com\r\nContent-Type: text/plain\r\n\r\n".to_owned() + &"10 kr   ".repeat(75_000),
        "From: a@example.com\r\nContent-Type: text/html\r\n\r\n<p ".to_owned() + &numbered(600_000),
        "From: a@example.com\r\n".to_owned() + &"a:\n".repeat(3_000_000),
    ];
    let started = Instant::now();
    let mut readings = tokio::task::JoinSet::new();
    let pool = std::sync::Arc::new(pool);
    for mail in hostile.into_iter().map(Bytes::from).cycle().take(HOSTILE) {
        let pool = pool.clone();
        readings.spawn(async move { open_and_read(&pool, mail).await });
    }
    let mut highest = 0;
    while !readings.is_empty() {
        highest = highest.max(children("VmRSS:")?);
        if let Ok(Some(ended)) = tokio::time::timeout(Duration::from_millis(5), readings.join_next()).await {
            ended?;
        }
    }
    let name = format!("{HOSTILE} hostile mails at once");
    print(&name, "s", "service", started.elapsed().as_secs_f64());
    print(&format!("{name}: all children"), "MiB", "service", f64::from(highest));
    Ok(())
}

fn numbered(size: usize) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() > size {
            break;
        }
        let _ = write!(text, "a{number} ");
    }
    text
}

/// Reads a mail as an ingest does. That it is refused is a result.
async fn open_and_read(pool: &ReaderPool, mail: Bytes) {
    if let Ok(Ok(mail)) = pool.open_mail(mail, Some("mx.example.com"), &[]).await
        && let Some(html) = mail.html
    {
        // A refusal that names the limit, or the pool's.
        let _refused = pool
            .read(DocumentKind::Retail, html.bytes, MailContext::default())
            .await;
    }
}

/// A value of all children of this process together, in MiB.
fn children(value: &str) -> Result<u32> {
    let mut kib = 0;
    for task in fs::read_dir("/proc/self/task")? {
        let ids = fs::read_to_string(task?.path().join("children")).unwrap_or_default();
        for id in ids.split_whitespace() {
            // It may have ended.
            let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix(value));
            let size = line.and_then(|line| line.split_whitespace().next());
            kib += size.map_or(Ok(0), str::parse)?;
        }
    }
    Ok(kib / 1024)
}
