//! The service and its peers on one database, with one user and their invoices.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use test_servers::postgres::Postgres;

use super::load::{self, Load, Request};
use super::mailbox;
use super::operation::{Database, Operation};
use super::peer::{Data, Peer, Programs};
use crate::Result;
use crate::served::{Connection, Served, unlimited_logins};

/// Invoices of the user.
const INVOICES: u32 = 1_000;
const EMAIL: &str = "alva@example.com";
const PASSWORD: &str = "a password of some length";
/// The key of tokens, which the peers verify as well.
const KEY: &str = "a key of more than 32 bytes that only benchmarks use";

/// What is measured, built.
pub struct Built {
    pub service: PathBuf,
    /// The statements alone: `server/db/benches/queries`.
    pub queries: PathBuf,
    pub peers: Programs,
    pub wrk: PathBuf,
    /// Another build of the program, to measure beside this one.
    pub other: Option<PathBuf>,
}

/// A side of the comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Service,
    Other,
    Bare,
    Queries,
    Axum,
    FastApi,
}

impl Side {
    /// The order of the figures.
    pub const ALL: [Side; 6] = [
        Side::Service,
        Side::Other,
        Side::Bare,
        Side::Queries,
        Side::Axum,
        Side::FastApi,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Side::Service => "service",
            Side::Other => "the other build",
            Side::Bare => "bare dropshot",
            Side::Queries => "statements in process",
            Side::Axum => "axum, sqlx",
            Side::FastApi => "FastAPI, SQLAlchemy",
        }
    }
}

/// The processes on one database.
pub struct Stage<'a> {
    built: &'a Built,
    url: String,
    invoice: String,
    token: String,
    bare: Peer,
    axum: Peer,
    fastapi: Peer,
    other: Option<Served>,
    service: Served,
    _answers: TempDir,
    _postgres: Option<Postgres>,
}

impl<'a> Stage<'a> {
    /// Starts everything: signs the user up, imports their receipts, and keeps the service's answers for the bare server.
    pub fn set(built: &'a Built, database: Database) -> Result<Self> {
        let postgres = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(Postgres::durable()?),
        };
        let server = postgres.as_ref().map(Postgres::url);
        let mut settings = unlimited_logins();
        settings.extend([
            ("INVOICES__AUTH__JWT_SECRET", KEY),
            ("INVOICES__PIPELINE__CHECK_SENDER", "false"),
            // The peers write no line for each request.
            ("INVOICES__LOG__FILTER", "info,invoices_api=warn"),
        ]);
        settings.extend(server.as_deref().map(|url| ("INVOICES__DATABASE__URL", url)));
        let service = Served::start(&built.service, &settings)?;
        let account = json!({"email": EMAIL, "name": "Alva", "password": PASSWORD});
        let session = ask(&service, "POST", "/v1/auth/signup", "", &account.to_string())?;
        let token = text(&session, "/data/access_token")?;
        import(&built.service, service.folder(), &settings, EMAIL, INVOICES)?;
        let list = ask(&service, "GET", &Operation::List.path(""), &token, "")?;
        let invoice = text(&list, "/data/invoices/0/invoice_id")?;
        let file = service.folder().join("data/invoices.db");
        let url = server.clone().unwrap_or_else(|| format!("sqlite:{}", file.display()));
        let answers = keep_answers(&service, &token, &invoice)?;
        settings.push(("INVOICES__DATABASE__URL", &url));
        let other = built
            .other
            .as_ref()
            .map(|program| Served::start(program, &settings))
            .transpose()?;
        let data = Data {
            database: &url,
            folder: service.folder(),
            key: KEY,
        };
        Ok(Stage {
            built,
            bare: built.peers.bare(answers.path())?,
            axum: built.peers.axum(&data)?,
            fastapi: built.peers.fastapi(&data)?,
            other,
            url: url.clone(),
            invoice,
            token,
            service,
            _answers: answers,
            _postgres: postgres,
        })
    }

    /// A side's answers per second; `None` if it has no such operation.
    pub fn measure(&self, side: Side, operation: Operation, load: Load) -> Result<Option<f64>> {
        let address = match (side, &self.other) {
            (Side::Service, _) => self.service.address(),
            (Side::Other, Some(other)) => other.address(),
            (Side::Other, None) => return Ok(None),
            (Side::Bare, _) => self.bare.address(),
            (Side::Axum, _) => self.axum.address(),
            (Side::FastApi, _) => self.fastapi.address(),
            (Side::Queries, _) => return self.queries(operation, load),
        };
        let request = Request {
            path: operation.path(&self.invoice),
            token: operation.is_with_token().then(|| self.token.clone()),
            body: (operation == Operation::Login).then(|| json!({"email": EMAIL, "password": PASSWORD}).to_string()),
        };
        let rate = load::http(&self.built.wrk, address, &request, load);
        if operation == Operation::Login {
            // Passwords that still wait are hashed although nobody waits for the answers, and would slow the next side down.
            let body = request.body.unwrap_or_default();
            Connection::to(address)?.ask("POST", &request.path, "", &body)?;
        }
        Ok(Some(rate.map_err(|error| format!("{}: {error}", side.name()))?))
    }

    /// The statements of an operation, in a process of their own.
    fn queries(&self, operation: Operation, load: Load) -> Result<Option<f64>> {
        let name = match operation {
            // Without statements; with hardly anything but the hash.
            Operation::Refusal | Operation::Login => return Ok(None),
            Operation::Profile => "profile",
            Operation::List => "list",
            Operation::Detail => "detail",
        };
        let mut command = Command::new(&self.built.queries);
        command.args([&self.url, EMAIL, &self.invoice, name]);
        command.args([load.connections, load.seconds].map(|number| number.to_string()));
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        let rate = String::from_utf8(output.stdout)?.trim().parse();
        Ok(Some(rate.map_err(|_| "the statements could not be measured")?))
    }
}

/// Imports receipts of a user, and waits until all are recorded.
pub fn import(program: &Path, folder: &Path, settings: &[(&str, &str)], user: &str, receipts: u32) -> Result<()> {
    let file = folder.join("receipts.mbox");
    fs::write(&file, mailbox::receipts(receipts))?;
    let mut import = Command::new(program);
    import.args(["import", "--user", user]).arg(&file);
    import.current_dir(folder).env_remove("INVOICES_CONFIG");
    import.envs(settings.iter().copied());
    let output = import.stdin(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && said.contains(&format!("{receipts} invoices and receipts newly recorded")) {
        return Ok(());
    }
    Err(format!("the import failed: {said}{}", String::from_utf8_lossy(&output.stderr)).into())
}

/// Writes the service's answers into a folder, for the bare server.
fn keep_answers(service: &Served, token: &str, invoice: &str) -> Result<TempDir> {
    let folder = TempDir::new()?;
    let mut connection = service.connect()?;
    for operation in Operation::ALL {
        let (method, token, body) = match operation {
            Operation::Login => ("POST", "", json!({"email": EMAIL, "password": PASSWORD}).to_string()),
            _ if operation.is_with_token() => ("GET", token, String::new()),
            _ => ("GET", "", String::new()),
        };
        let (_, answer) = connection.ask(method, &operation.path(invoice), token, &body)?;
        fs::write(folder.path().join(operation.name()).with_extension("json"), answer)?;
    }
    Ok(folder)
}

fn ask(service: &Served, method: &str, path: &str, token: &str, body: &str) -> Result<Value> {
    let (_, answer) = service.connect()?.ask(method, path, token, body)?;
    Ok(serde_json::from_slice(&answer)?)
}

fn text(answer: &Value, pointer: &str) -> Result<String> {
    let found = answer.pointer(pointer).and_then(Value::as_str);
    Ok(found
        .ok_or_else(|| format!("there is no {pointer} in {answer}"))?
        .to_owned())
}
