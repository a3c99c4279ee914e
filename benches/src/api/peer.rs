//! The programs of `benches/peers`, each a process.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Result, peer_python, root, tool};

/// How long a peer may take to start.
const START_LIMIT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Processes of FastAPI: one a core of the machine that the figures in docs/benchmarks.md are from.
const WORKERS: &str = "2";

/// The peers, built.
pub struct Programs {
    bare: PathBuf,
    axum: PathBuf,
    /// The Python with FastAPI.
    python: PathBuf,
}

impl Programs {
    /// Builds those in Rust, and installs the packages of those in Python.
    pub fn build() -> Result<Self> {
        let target = root().join("target/peers");
        let mut build = tool::cargo();
        build.args([
            "build",
            "--release",
            "--quiet",
            "--manifest-path",
            "benches/Cargo.toml",
            "--package",
            "bare",
            "--package",
            "axum-sqlx",
        ]);
        tool::run(build.arg("--target-dir").arg(&target))?;
        Ok(Programs {
            bare: target.join("release/bare"),
            axum: target.join("release/axum-sqlx"),
            python: peer_python("fastapi")?,
        })
    }

    /// Dropshot with these answers.
    pub fn bare(&self, answers: &Path) -> Result<Peer> {
        Peer::listening(Command::new(&self.bare).arg(answers))
    }

    /// axum and sqlx on the service's data.
    pub fn axum(&self, data: &Data<'_>) -> Result<Peer> {
        let url = match data.database.strip_prefix("sqlite:") {
            Some(path) => format!("sqlite://{path}"),
            None => data.database.to_owned(),
        };
        Peer::listening(data.set(&mut Command::new(&self.axum)).env("DATABASE_URL", url))
    }

    /// FastAPI and SQLAlchemy on the service's data.
    pub fn fastapi(&self, data: &Data<'_>) -> Result<Peer> {
        let url = match data.database.strip_prefix("sqlite:") {
            Some(path) => format!("sqlite:///{path}"),
            None => sqlalchemy(data.database)?,
        };
        // Uvicorn does not say which port it took.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut command = Command::new(&self.python);
        command
            .args(["-m", "uvicorn", "app:app", "--host", "127.0.0.1", "--no-access-log"])
            .args(["--port", &address.port().to_string(), "--workers", WORKERS])
            .current_dir(root().join("benches/peers/fastapi"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("DATABASE_URL", url);
        data.set(&mut command).stdout(Stdio::null()).stderr(Stdio::null());
        let peer = Peer {
            process: command.stdin(Stdio::null()).spawn()?,
            address: address.to_string(),
        };
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            if started.elapsed() > START_LIMIT {
                return Err("FastAPI did not start".into());
            }
            thread::sleep(POLL_INTERVAL);
        }
        Ok(peer)
    }
}

/// The address of a PostgreSQL server that listens on a socket, as SQLAlchemy spells it: the folder is a parameter.
fn sqlalchemy(url: &str) -> Result<String> {
    let parts = url.strip_prefix("postgres://").and_then(|rest| rest.split_once('@'));
    let (user, rest) = parts.ok_or("the database's address has no user")?;
    let (folder, database) = rest.split_once('/').ok_or("the database has no name")?;
    let folder = folder.replace("%2F", "/");
    Ok(format!("postgresql+psycopg://{user}@/{database}?host={folder}"))
}

/// What the service keeps, and its key for tokens.
pub struct Data<'a> {
    pub database: &'a str,
    pub folder: &'a Path,
    pub key: &'a str,
}

impl Data<'_> {
    fn set<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env("INVOICES__AUTH__JWT_SECRET", self.key);
        command.env("SECRETS_FOLDER", self.folder.join("data/secrets"))
    }
}

/// A peer's process. Dropping it ends it.
pub struct Peer {
    process: Child,
    address: String,
}

impl Peer {
    /// Starts a program that prints its address.
    fn listening(command: &mut Command) -> Result<Self> {
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let output = process.stdout.take().ok_or("the peer has no output")?;
        let mut peer = Peer {
            process,
            address: String::new(),
        };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim_end().strip_prefix("listening on ");
        address.ok_or("a peer did not start")?.clone_into(&mut peer.address);
        Ok(peer)
    }

    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // Uvicorn ends its workers when it is asked to end, but not when it is killed.
        let asked = Command::new("kill").arg(self.process.id().to_string()).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}
