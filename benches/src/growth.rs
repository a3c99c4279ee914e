//! What an account's calls cost as its invoices become more.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use test_servers::postgres::{self, Postgres};

use crate::Result;
use crate::api::{Database, import};
use crate::report::{Figure, Report};
use crate::served::{Connection, Served};

const EMAIL: &str = "alva@example.com";
/// The receipts that are imported. All others are copies of their rows: an import of a hundred thousand takes an hour.
const IMPORTED: u32 = 1_000;
/// How many times as many there are, and the name of the side.
const SIZES: [(u32, &str); 3] = [(1, "1,000"), (10, "10,000"), (100, "100,000")];
/// How long a call is repeated, and the most that it is.
const TURN: Duration = Duration::from_secs(2);
const CALLS: usize = 50;

/// How many times a call is asked while rows and statements are counted.
const COUNTED: u32 = 10;
/// A session of PostgreSQL reports what it read when it has been idle for ten seconds.
const REPORTED: Duration = Duration::from_secs(11);
/// The rows that were read of what is the user's, and the statements. Jobs are looked for all the time.
const ROWS: &str =
    "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables WHERE relname !~ 'jobs|ticks'";
const STATEMENTS: &str = "SELECT count(*) FROM regexp_matches(pg_read_file(current_setting('unix_socket_directories') || '/log'), \
                          'execute (?![^\\n]*(jobs|ticks))', 'g')";

/// Measures each call with few and many invoices, on both databases, and counts what PostgreSQL does for it.
pub fn run(service: &Path, quick: bool) -> Result<Report> {
    let mut report = Report::new("growth");
    for database in [Database::Sqlite, Database::Postgres] {
        let postgres = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(Postgres::durable()?),
        };
        let url = postgres.as_ref().map(Postgres::url);
        let mut settings = vec![("INVOICES__PIPELINE__CHECK_SENDER", "false")];
        settings.extend(url.as_deref().map(|url| ("INVOICES__DATABASE__URL", url)));
        let served = Served::start(service, &settings)?;
        let account = format!(r#"{{"email": "{EMAIL}", "name": "Alva", "password": "a password of some length"}}"#);
        let session = ask(&mut served.connect()?, "POST", "/v1/auth/signup", "", &account)?;
        let token = session["data"]["access_token"].as_str().ok_or("no token")?.to_owned();
        import(service, served.folder(), &settings, EMAIL, IMPORTED)?;
        let (mut had, mut measured, mut counted) = (1, vec![], vec![]);
        for (times, name) in &SIZES[..SIZES.len() - usize::from(quick)] {
            // Texts that come one after the other leave the index small. Here all are in no segment at once.
            let sql = "REINDEX INDEX retail_texts_without_segment; VACUUM ANALYZE;";
            let analyze = || url.iter().try_for_each(|url| execute(&served, Some(url.as_str()), sql));
            execute(&served, url.as_deref(), &copies(database, had, *times))?;
            analyze()?;
            pack(&served, &token)?;
            analyze()?;
            had = *times;
            let paths = paths(&served, &token)?;
            measured.push((*name, calls(&served, &token, &paths)?));
            if let Some(url) = &url {
                counted.push((*name, counts(&served, &token, &paths, url)?));
            }
        }
        add(&mut report, database, "ms", measured);
        let (rows, statements) = counted
            .into_iter()
            .map(|(name, (rows, statements))| ((name, rows), (name, statements)))
            .unzip();
        add(&mut report, database, "rows", rows);
        add(&mut report, database, "statements", statements);
    }
    Ok(report)
}

/// The values of each call.
type Calls = Vec<(&'static str, Vec<f64>)>;

/// Adds the values of each call with few and many invoices.
fn add(report: &mut Report, database: Database, unit: &str, mut sizes: Vec<(&str, Calls)>) {
    if sizes.is_empty() {
        return;
    }
    // Most invoices are compared with few.
    sizes.rotate_right(1);
    for (number, (call, _)) in sizes[0].1.iter().enumerate() {
        let sides: Vec<_> = sizes
            .iter()
            .map(|(name, calls)| (*name, calls[number].1.clone()))
            .collect();
        report.add(Figure::new(&format!("{}: {call}", database.name()), unit, &sides));
    }
}

/// Corrects invoices, so that the service makes segments of the texts that were copied: one in 32 has it look for those.
fn pack(served: &Served, token: &str) -> Result<()> {
    let mut connection = served.connect()?;
    let list = ask(&mut connection, "GET", "/v1/invoices/retail?limit=300", token, "")?;
    for invoice in list["data"]["invoices"].as_array().ok_or("there are no invoices")? {
        let id = invoice["invoice_id"].as_str().ok_or("an invoice has no id")?;
        let same = serde_json::json!({"vendor_name": invoice["vendor_name"]}).to_string();
        let (status, _) = connection.ask("PATCH", &format!("/v1/invoices/retail/{id}"), token, &same)?;
        if status != 200 {
            return Err(format!("the correction was answered with {status}").into());
        }
    }
    Ok(())
}

/// The calls.
fn paths(served: &Served, token: &str) -> Result<[(&'static str, String); 15]> {
    let mut connection = served.connect()?;
    let oldest = ask(
        &mut connection,
        "GET",
        "/v1/invoices/retail?sort=oldest&limit=300",
        token,
        "",
    )?;
    let day = oldest["data"]["invoices"][299]["invoice_date"]
        .as_str()
        .ok_or("an invoice has no date")?;
    let early = format!("/v1/invoices/retail?limit=100&to={day}");
    let cursor = ask(&mut connection, "GET", &early, token, "")?;
    let cursor = cursor["data"]["next_cursor"]
        .as_str()
        .ok_or_else(|| format!("{early} has one page: {cursor}"))?
        .to_owned();
    Ok([
        ("the first page", "/v1/invoices/retail?limit=100".to_owned()),
        (
            "the last page",
            format!("/v1/invoices/retail?limit=100&cursor={cursor}"),
        ),
        (
            "a page of a vendor",
            "/v1/invoices/retail?limit=100&vendor=ICA".to_owned(),
        ),
        (
            "a page in a rare currency",
            "/v1/invoices/retail?limit=100&currency=EUR".to_owned(),
        ),
        ("counts", "/v1/invoices/retail?counts=true".to_owned()),
        (
            "counts from a day on",
            "/v1/invoices/retail?counts=true&from=2020-01-15".to_owned(),
        ),
        (
            "a search that finds one",
            "/v1/invoices/retail?limit=100&q=1000464".to_owned(),
        ),
        (
            "counts of a search that finds all",
            "/v1/invoices/retail?counts=true&q=brod%207".to_owned(),
        ),
        (
            "a search that finds all",
            "/v1/invoices/retail?limit=100&q=brod%207".to_owned(),
        ),
        ("spending by month", "/v1/statistics/spending?by=month".to_owned()),
        ("usage", "/v1/user/me/usage".to_owned()),
        ("a page of mails", "/v1/mail/messages?limit=100".to_owned()),
        (
            "mails that failed",
            "/v1/mail/messages?limit=100&state=failed".to_owned(),
        ),
        (
            "mails that are parsed",
            "/v1/mail/messages?limit=100&state=parsed".to_owned(),
        ),
        ("mails of rent", "/v1/mail/messages?limit=100&type=rental".to_owned()),
    ])
}

/// The times of each call in ms.
fn calls(served: &Served, token: &str, paths: &[(&'static str, String)]) -> Result<Calls> {
    let mut connection = served.connect()?;
    let mut measured = vec![];
    for (name, path) in paths {
        let (began, mut times) = (Instant::now(), vec![]);
        while times.len() < CALLS && (times.len() < 3 || began.elapsed() < TURN) {
            let asked = Instant::now();
            let (status, _) = connection.ask("GET", path, token, "")?;
            times.push(asked.elapsed().as_secs_f64() * 1e3);
            if status != 200 {
                return Err(format!("{path} was answered with {status}").into());
            }
        }
        measured.push((*name, times));
    }
    Ok(measured)
}

/// The rows that PostgreSQL reads for each call, and the statements that it runs.
fn counts(served: &Served, token: &str, paths: &[(&'static str, String)], url: &str) -> Result<(Calls, Calls)> {
    let mut connection = served.connect()?;
    let log = |level: &str| {
        execute(
            served,
            Some(url),
            &format!("ALTER SYSTEM SET log_statement = '{level}'; SELECT pg_reload_conf()"),
        )
    };
    let (mut rows, mut statements) = (vec![], vec![]);
    log("all")?;
    thread::sleep(REPORTED);
    for (name, path) in paths {
        let before = (number(url, ROWS)?, number(url, STATEMENTS)?);
        for _ in 0..COUNTED {
            connection.ask("GET", path, token, "")?;
        }
        let ran = number(url, STATEMENTS)?;
        thread::sleep(REPORTED);
        let each = |after: f64, before: f64| vec![(after - before) / f64::from(COUNTED)];
        rows.push((*name, each(number(url, ROWS)?, before.0)));
        statements.push((*name, each(ran, before.1)));
    }
    log("none")?;
    Ok((rows, statements))
}

/// A number that a statement gives.
fn number(url: &str, sql: &str) -> Result<f64> {
    let folder = postgres::find().ok_or("PostgreSQL is not installed")?;
    let output = Command::new(folder.join("psql")).args(["-XAtc", sql, url]).output()?;
    let text = String::from_utf8(output.stdout)?;
    text.trim()
        .parse()
        .map_err(|_| format!("{sql} gave {text:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
}

/// Copies the rows of the imported receipts, so that there are `times` as many of them; `had` as many there are. Copies are older by
/// six weeks each, one vendor in ten has the imported name, and one currency in fifty is another. Each has a number and an article that no
/// other has.
fn copies(database: Database, had: u32, times: u32) -> String {
    let digits = |value: &str| match database {
        Database::Sqlite => format!("substr('0000000000000000' || ({value}), -16)"),
        Database::Postgres => format!("right('0000000000000000' || ({value}), 16)"),
    };
    let date = match database {
        Database::Sqlite => "date(invoice_date, (-42 * n) || ' days')",
        Database::Postgres => "CAST(CAST(invoice_date AS DATE) - 42 * n AS TEXT)",
    };
    let mark = match database {
        Database::Sqlite => "char(1)",
        Database::Postgres => "chr(1)",
    };
    let document = digits("documents.id + n * 1000000");
    let invoice = |column: &str| {
        format!(
            "substr({column}, 1, 24) || substr({}, 5)",
            digits("s.document + n * 1000000")
        )
    };
    let invoice_id = invoice("s.invoice_id");
    let series = format!(
        "WITH RECURSIVE series(n) AS (SELECT {had} UNION ALL SELECT n + 1 FROM series WHERE n < {})",
        times - 1
    );
    let mut sql = String::from("BEGIN;");
    if times > had {
        for (table, columns, values) in [
            (
                "messages",
                "id, user_id, account, source, message_id, state, vendor_id, sender, subject, received_at, released, found_at, updated_at",
                "id + n * 1000000, user_id, account, source, message_id || '-' || n, state, vendor_id, sender, subject, received_at, \
                 released, found_at, updated_at FROM messages, series WHERE id < 1000000"
                    .to_owned(),
            ),
            (
                "documents",
                "id, message, user_id, part, state, object_key, sha256, attempts, parser, parser_version, created_at, updated_at, bytes",
                format!(
                    "id + n * 1000000, message + n * 1000000, user_id, part, state, \
                     substr(object_key, 1, length(object_key) - 21) || {document} || '.html', sha256, attempts, parser, \
                     parser_version, created_at, updated_at, bytes FROM documents, series WHERE id < 1000000"
                ),
            ),
            (
                "retail_invoices",
                "invoice_id, user_id, vendor_id, vendor_name, sub_type, direction, invoice_date, total_amount, currency, \
                 received_at, created_at, updated_at",
                format!(
                    "{invoice_id}, i.user_id, CASE n % 10 WHEN 0 THEN vendor_id ELSE 'shop-' || (n % 10) END, \
                     CASE n % 10 WHEN 0 THEN vendor_name ELSE 'Shop ' || (n % 10) END, sub_type, direction, {date}, total_amount, \
                     CASE s.document % 50 WHEN 0 THEN 'EUR' ELSE currency END, received_at, created_at, updated_at \
                     FROM retail_invoices i JOIN retail_sources s ON s.invoice_id = i.invoice_id, series WHERE s.document < 1000000"
                ),
            ),
            (
                "retail_details",
                "sub_type, invoice_id, user_id, detail",
                format!(
                    "sub_type, {invoice_id}, d.user_id, detail \
                     FROM retail_details d JOIN retail_sources s ON s.invoice_id = d.invoice_id, series WHERE s.document < 1000000"
                ),
            ),
            (
                "retail_texts",
                "invoice_id, user_id, text",
                format!(
                    "{invoice_id}, t.user_id, replace(text, '1000', '1' || (1000 + n)) || 'article ' || n || '-' || s.document || {mark} \
                     FROM retail_texts t JOIN retail_sources s ON s.invoice_id = t.invoice_id, series WHERE s.document < 1000000"
                ),
            ),
            (
                "retail_sources",
                "invoice_id, document, user_id, deleted",
                format!(
                    "{invoice_id}, document + n * 1000000, user_id, deleted \
                     FROM retail_sources s, series WHERE document < 1000000"
                ),
            ),
        ] {
            // Writing to a string never fails.
            let _ = write!(sql, "INSERT INTO {table} ({columns}) {series} SELECT {values};");
        }
    }
    sql.push_str("COMMIT;");
    sql
}

/// Runs statements in the service's database, by Python's SQLite or by psql.
fn execute(served: &Served, url: Option<&str>, sql: &str) -> Result<()> {
    let mut client = if let Some(url) = url {
        let folder = postgres::find().ok_or("PostgreSQL is not installed")?;
        let mut psql = Command::new(folder.join("psql"));
        psql.args(["--quiet", "--set=ON_ERROR_STOP=1", url]);
        psql
    } else {
        let mut python = Command::new("python3");
        let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())";
        python
            .args(["-c", script])
            .arg(served.folder().join("data/invoices.db"));
        python
    };
    // What a statement gives is nothing to read.
    let mut client = client.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    client
        .stdin
        .take()
        .ok_or("the client has no input")?
        .write_all(sql.as_bytes())?;
    if !client.wait()?.success() {
        return Err("the rows were not copied".into());
    }
    Ok(())
}

fn ask(connection: &mut Connection, method: &str, path: &str, token: &str, body: &str) -> Result<Value> {
    let (_, answer) = connection.ask(method, path, token, body)?;
    Ok(serde_json::from_slice(&answer)?)
}
