//! What strangers wrote can't stop the service: confined processes read it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use bytes::Bytes;
use invoices_domain::ports::{Reader, ReaderError};
use invoices_domain::reading::{Authentication, DocumentKind, MailContext, Outcome, Reading};
use invoices_sandbox::sample::{RentNotice, rent_notice_pdf};
use invoices_service::reader::{ReaderPool, frame};
use invoices_service::settings::{Confine, ReaderSettings, Seconds};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use serde_json::json;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_invoices");

fn pool(change: impl FnOnce(&mut ReaderSettings)) -> ReaderPool {
    let mut config = ReaderSettings {
        program: Some(PROGRAM.into()),
        concurrency: 1,
        ..ReaderSettings::default()
    };
    change(&mut config);
    ReaderPool::new(config).unwrap()
}

async fn read(pool: &ReaderPool, bytes: &[u8]) -> Result<Reading, ReaderError> {
    let bytes = Bytes::copy_from_slice(bytes);
    pool.read(DocumentKind::Rental, bytes, MailContext::default()).await
}

fn notice() -> Vec<u8> {
    rent_notice_pdf(&RentNotice::issued_on("2026-11-02".parse().unwrap()))
}

#[track_caller]
fn gave_up<T: std::fmt::Debug>(read: Result<T, ReaderError>) -> String {
    match read {
        Err(ReaderError::GaveUp(reason)) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

/// A program that does as a shell script says the first time it is started, and is the real reader from then on. The script
/// begins when it has read the first assignment, and finds in `ready` the answer of a reader that has started.
struct Impostor {
    folder: TempDir,
    program: PathBuf,
}

impl Impostor {
    fn that(does: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut ready = Vec::new();
        frame::write(&mut ready, &json!({"ready": {"files": true, "calls": true}}), &[]).unwrap();
        std::fs::write(path("ready"), ready).unwrap();
        let mut lie = Vec::new();
        frame::write(
            &mut lie,
            &json!({"not_a_mail": {"reason": {"code": "not-a-mail"}}}),
            &[],
        )
        .unwrap();
        std::fs::write(path("lie"), lie).unwrap();
        let mut start = Vec::new();
        let memory_bytes = ReaderSettings::default().memory_mib << 20;
        frame::write(&mut start, &json!({"start": {"memory_bytes": memory_bytes}}), &[]).unwrap();
        let length = start.len();
        let (at, program) = (folder.path().display(), path("program"));
        let script = format!(
            "#!/bin/sh\ncd {at}\necho start >> starts\nif [ -e started ]; then exec {PROGRAM} \"$@\"; fi\n: > started\nhead -c {length} > /dev/null\nnext() {{ head -c 1 > /dev/null; }}\n{does}\n"
        );
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
        Impostor { folder, program }
    }

    fn pool(&self) -> ReaderPool {
        pool(|config| {
            config.program = Some(self.program.clone());
            config.timeout_seconds = Seconds::new(5);
        })
    }

    fn starts(&self) -> usize {
        let starts = std::fs::read_to_string(self.folder.path().join("starts"));
        starts.unwrap_or_default().lines().count()
    }
}

#[tokio::test]
async fn a_child_reads_the_same_as_this_process() {
    let context = MailContext {
        subject: Some("Hyresavi".into()),
        ..MailContext::default()
    };
    let pool = pool(|_| {});
    let html = &b"<p>Order 1001</p><p>Total 125.00 EUR</p>"[..];
    for (kind, bytes) in [
        (DocumentKind::Rental, Bytes::from(notice())),
        (DocumentKind::Retail, Bytes::from_static(html)),
    ] {
        let in_process = invoices_parsers::read(kind, &bytes, &context);
        let in_child = pool.read(kind, bytes, context.clone()).await.unwrap();
        assert!(
            matches!(in_process.outcome, Outcome::Rental { .. } | Outcome::Retail { .. }),
            "{in_process:?}"
        );
        assert_eq!(in_process, in_child);
    }
}

#[tokio::test]
async fn a_child_takes_a_mail_apart() {
    let mail = "Authentication-Results: mx.example.com; dmarc=pass header.from=example.com\r\n\
        From: Shop <shop@example.com>\r\nSubject: Receipt\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
        --b\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>49 kr</p>\r\n\
        --b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjc=\r\n--b--\r\n";
    let pool = pool(|_| {});
    let content = pool
        .open_mail(Bytes::from(mail), Some("mx.example.com"), &[])
        .await
        .unwrap()
        .unwrap();
    assert_eq!(content.sender.unwrap().as_str(), "shop@example.com");
    assert_eq!(content.subject, "Receipt");
    assert!(
        matches!(content.authentication, Authentication::Trusted(_)),
        "{:?}",
        content.authentication
    );
    let html = content.html.unwrap();
    assert_eq!(&html.bytes[..], b"<p>49 kr</p>");
    assert_eq!(html.charset.as_deref(), Some("iso-8859-1"));
    let [pdf] = &content.pdfs[..] else {
        panic!("{:?}", content.pdfs)
    };
    assert_eq!((pdf.name.as_deref(), &pdf.bytes[..]), (Some("a.pdf"), &b"%PDF-1.7"[..]));
    let reason = |message: String| {
        let pool = &pool;
        async move {
            pool.open_mail(Bytes::from(message), Some("mx.example.com"), &[])
                .await
                .unwrap()
                .unwrap_err()
                .to_string()
        }
    };
    assert_eq!(reason(String::new()).await, "it is no mail");
    assert_eq!(
        reason("a:\n".repeat(200_000)).await,
        "the mail passes a limit: too many header lines"
    );
}

// Shows: Threats | A mail or document takes over…
#[tokio::test]
async fn a_child_is_confined_before_it_reads() {
    let named = NamedProgram::new();
    let pool = pool(|config| {
        config.program = Some(named.path());
        config.confine = Confine::Required;
    });
    assert!(pool.check().await.unwrap().is_complete());
    // The kernel's own word.
    let child = named.running().unwrap();
    let status = std::fs::read_to_string(child.join("status")).unwrap();
    let line = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!((line("Seccomp:").as_str(), line("NoNewPrivs:").as_str()), ("2", "1"));
    let limits = std::fs::read_to_string(child.join("limits")).unwrap();
    let memory = limits
        .lines()
        .find(|line| line.starts_with("Max address space"))
        .unwrap();
    assert!(memory.contains(" 536870912 "), "{memory}");
    let own = niceness(Path::new("/proc/self"));
    assert_eq!(niceness(&child), (own + 5).min(19));
}

/// Field 19 of `proc_pid_stat(5)`, counted from after the name, which may have spaces.
fn niceness(process: &Path) -> i32 {
    let fields = std::fs::read_to_string(process.join("stat")).unwrap();
    let (_, fields) = fields.rsplit_once(')').unwrap();
    fields.split_whitespace().nth(16).unwrap().parse().unwrap()
}

/// The program under a name of its own, by which its processes are found.
struct NamedProgram(TempDir);

impl NamedProgram {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(PROGRAM, folder.path().join("reader")).unwrap();
        NamedProgram(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("reader")
    }

    /// The folder in `/proc` of a process that runs it.
    fn running(&self) -> Option<PathBuf> {
        let program = self.path().display().to_string();
        let mut folders = std::fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
        let runs = |folder: &PathBuf| {
            let command = std::fs::read_to_string(folder.join("cmdline")).unwrap_or_default();
            command.starts_with(&program)
        };
        folders.find(runs)
    }
}

// Shows: Threats | A mail or document takes all memory or time, or kills its reader | mails and documents are parsed in child processes with limits on memory, time and output; three attempts each
#[tokio::test]
async fn a_file_that_needs_more_memory_than_it_may_have_is_given_up() {
    let mut large = notice();
    large.resize(128 << 20, b'\n');
    let named = NamedProgram::new();
    let usual = pool(|config| {
        config.program = Some(named.path());
        config.memory_mib = 4096;
    });
    let reading = read(&usual, &notice()).await.unwrap();
    assert!(matches!(reading.outcome, Outcome::Rental { .. }), "{reading:?}");
    // What the process has mapped without a document depends on the build.
    let status = std::fs::read_to_string(named.running().unwrap().join("status")).unwrap();
    let size = status.lines().find_map(|line| line.strip_prefix("VmPeak:")).unwrap();
    let kib: u64 = size.split_whitespace().next().unwrap().parse().unwrap();
    assert!(read(&usual, &large).await.is_ok());
    let small = pool(|config| config.memory_mib = kib / 1024 + 64);
    let reason = gave_up(read(&small, &large).await);
    assert!(reason.contains("more memory than the limit"), "{reason}");
    let reading = read(&small, &notice()).await.unwrap();
    assert!(matches!(reading.outcome, Outcome::Rental { .. }), "{reading:?}");
}

/// How many children the pool's metrics say were killed.
fn killed(pool: &ReaderPool) -> u32 {
    let (mut registry, mut text) = (Registry::default(), String::new());
    pool.metrics().register(&mut registry);
    encode(&mut text, &registry).unwrap();
    let counts = text.lines().filter(|line| line.starts_with("reader_killed_total{"));
    let counts = counts.filter_map(|line| line.rsplit(' ').next()?.parse::<u32>().ok());
    counts.sum()
}

// Shows: Threats | A mail or document takes all…
// Shows: Threats | What a reader answers…
#[tokio::test]
async fn a_child_that_fails_costs_one_attempt_of_one_document() {
    for (does, reason) in [
        ("cat ready; exec sleep 600", "took more than 5 seconds"),
        // The length of a head, and less than that, byte by byte.
        (
            "cat ready; next; printf '\\0\\0\\020\\0\\0\\0\\0\\0'; while printf x; do sleep 1; done",
            "took more than 5 seconds",
        ),
        ("cat ready; exit 3", "ended without an answer"),
        ("cat ready; kill -9 $$", "ended without an answer"),
        (
            "cat ready; next; echo hello there; exec sleep 600",
            "gave no answer that can be read",
        ),
        ("cat ready; next; exec yes", "gave no answer that can be read"),
        ("cat ready; next; head -c 5 ready; exit", "ended without an answer"),
        (
            "cat ready; next; cat ready; exec sleep 600",
            "answered something else than asked",
        ),
        (
            "cat ready; next; cat lie; exec sleep 600",
            "answered something else than asked",
        ),
    ] {
        let impostor = Impostor::that(does);
        let (pool, started) = (impostor.pool(), Instant::now());
        let said = gave_up(read(&pool, &notice()).await);
        assert!(said.contains(reason), "{does}: {said}");
        assert_eq!(killed(&pool), 1, "{does}");
        assert!(started.elapsed() < Duration::from_secs(30), "{does}");
        for _ in 0..2 {
            let reading = read(&pool, &notice()).await.unwrap();
            assert!(matches!(reading.outcome, Outcome::Rental { .. }), "{does}: {reading:?}");
        }
        assert_eq!(
            impostor.starts(),
            2,
            "{does}: the child that failed, and one for all that follows"
        );
    }
}

/// It would count as the answer about the next document, perhaps another user's.
#[tokio::test]
async fn a_child_that_answers_in_advance_is_not_asked_again() {
    let impostor = Impostor::that("cat ready; next; cat twice; exec sleep 600");
    let reading = invoices_parsers::read(DocumentKind::Rental, &notice(), &MailContext::default());
    let mut twice = Vec::new();
    for _ in 0..2 {
        frame::write(&mut twice, &json!({"reading": reading}), &[]).unwrap();
    }
    std::fs::write(impostor.folder.path().join("twice"), twice).unwrap();
    let pool = impostor.pool();
    let said = gave_up(read(&pool, &notice()).await);
    assert!(said.contains("gave no answer that can be read"), "{said}");
    assert!(read(&pool, &notice()).await.is_ok());
    assert_eq!(impostor.starts(), 2);
}

#[tokio::test]
async fn a_child_that_was_killed_while_it_waited_costs_no_attempt() {
    let named = NamedProgram::new();
    let pool = pool(|config| config.program = Some(named.path()));
    read(&pool, &notice()).await.unwrap();
    let child = named.running().unwrap();
    let id = child.file_name().unwrap().to_str().unwrap();
    assert!(Command::new("kill").args(["-KILL", id]).status().unwrap().success());
    // Its memory goes first, then it can be waited for.
    let status = child.join("status");
    let ended = Instant::now() + Duration::from_secs(30);
    while std::fs::read_to_string(&status).is_ok_and(|status| !status.contains("State:\tZ")) && Instant::now() < ended {
        std::thread::yield_now();
    }
    let reading = read(&pool, &notice()).await.unwrap();
    assert!(matches!(reading.outcome, Outcome::Rental { .. }), "{reading:?}");
}

// Shows: Threats | A mail or document takes over…
#[tokio::test]
async fn a_child_is_replaced_after_its_share() {
    let impostor = Impostor::that("exec ./none");
    std::fs::write(impostor.folder.path().join("started"), "").unwrap();
    let pool = pool(|config| {
        config.program = Some(impostor.program.clone());
        config.renew_after = 3;
    });
    for _ in 0..7 {
        read(&pool, &notice()).await.unwrap();
    }
    assert_eq!(impostor.starts(), 3);
}

#[tokio::test]
async fn nothing_is_left_of_a_pool_that_is_gone() {
    let named = NamedProgram::new();
    let pool = pool(|config| config.program = Some(named.path()));
    read(&pool, &notice()).await.unwrap();
    assert!(named.running().is_some());
    drop(pool);
    assert_eq!(named.running(), None);
}

#[tokio::test]
async fn hostile_files_end_in_a_reading() {
    let pool = pool(|_| {});
    let good = notice();
    for bytes in [
        &b""[..],
        b"%PDF-1.7",
        &good[..good.len() / 2],
        &[b"%PDF-1.4\n".as_slice(), &vec![0xff; 100_000]].concat(),
    ] {
        let reading = read(&pool, bytes).await.unwrap();
        assert!(matches!(reading.outcome, Outcome::Failed { .. }), "{reading:?}");
    }
}

#[tokio::test]
async fn a_missing_reader_is_a_failed_dependency() {
    let nowhere = pool(|config| config.program = Some("/no/such/program".into()));
    for _ in 0..2 {
        assert!(matches!(read(&nowhere, b"").await, Err(ReaderError::Dependency(_))));
    }
}
