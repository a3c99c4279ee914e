//! PostgreSQL: a server for a test run, or for one test that stops it or uses TLS.

use std::ffi::OsString;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::Result;
use crate::unprivileged::{Certificate, Unprivileged};

/// The command that installs PostgreSQL.
const INSTALL: &str = "apt-get install postgresql";
/// Where Debian keeps PostgreSQL's programs, by version. They are not on the path.
const DEBIAN: &str = "/usr/lib/postgresql";
const PROGRAMS: [&str; 3] = ["initdb", "postgres", "pg_isready"];
/// The beginning of the names of servers' folders.
const PREFIX: &str = "invoices-pg-";
const START_LIMIT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Stops the server when standard input closes: the kernel closes it even when this process is killed. A word on standard
/// input stops the server at once, as a crash does, and keeps its data.
const SUPERVISOR: &str = r#"
programs="$1"; folder="$2"; shift 2
"$programs/postgres" -D "$folder/data" -k "$folder" -c max_connections=300 "$@" >>"$folder/log" 2>&1 &
server=$!
read -r word
kill -QUIT "$server"
wait "$server"
[ -n "$word" ] || rm -rf "$folder"
"#;
const INITDB: &[&str] = &[
    "-U",
    "postgres",
    "-A",
    "trust",
    "-N",
    "--no-instructions",
    "-E",
    "UTF8",
    "--locale=C",
];
/// Settings of a server whose data may be lost.
const NOT_DURABLE: &[&str] = &["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
const NO_NETWORK: &str = "listen_addresses=";

/// A running server. It listens on a socket in a folder of its own. Dropping it stops it and removes the folder.
pub struct Postgres {
    supervisor: Child,
    host: Host,
    settings: Vec<String>,
    port: Option<u16>,
}

/// What a server is started from.
struct Host {
    programs: PathBuf,
    place: Unprivileged,
}

/// The folder of PostgreSQL's programs: the newest of Debian's, else one of the path's. `None` if it is not installed.
pub fn find() -> Option<PathBuf> {
    let is_complete = |folder: &PathBuf| PROGRAMS.iter().all(|program| folder.join(program).exists());
    let version = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let installed = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let newest = installed
        .filter_map(|entry| Some((version(&entry.path())?, entry.path().join("bin"))))
        .filter(|(_, folder)| is_complete(folder))
        .max();
    newest
        .map(|(_, folder)| folder)
        .or_else(|| env::split_paths(&env::var_os("PATH")?).find(is_complete))
}

impl Postgres {
    /// Starts a server.
    pub fn start() -> Result<Self> {
        Self::start_with(None, NOT_DURABLE)
    }

    /// Starts a server with PostgreSQL's default durability, for measurements.
    pub fn durable() -> Result<Self> {
        Self::start_with(None, &[])
    }

    /// Starts a server that also listens on a port of 127.0.0.1, with TLS and without.
    pub fn with_tls(certificate: &Certificate) -> Result<Self> {
        Self::start_with(Some(certificate), NOT_DURABLE)
    }

    fn start_with(certificate: Option<&Certificate>, settings: &[&str]) -> Result<Self> {
        let place = if settings.is_empty() {
            Unprivileged::new(PREFIX)?
        } else {
            // Creating a database takes half the time in memory.
            Unprivileged::in_memory(PREFIX)?
        };
        let host = Host::new(place)?;
        host.init_database()?;
        let mut settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        let mut port = None;
        match certificate {
            None => settings.push(NO_NETWORK.into()),
            Some(certificate) => {
                let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
                port = Some(free);
                settings.extend(host.tls_settings(certificate, free)?);
            }
        }
        let server = Postgres {
            supervisor: host.supervise(&settings)?,
            host,
            settings,
            port,
        };
        server.wait_until_ready()?;
        Ok(server)
    }

    /// Stops the server as a crash does. Its data stay.
    pub fn crash(&mut self) -> Result<()> {
        if let Some(mut input) = self.supervisor.stdin.take() {
            input.write_all(b"crash\n")?;
        }
        self.supervisor.wait()?;
        Ok(())
    }

    /// Starts the server again on the same data.
    pub fn recover(&mut self) -> Result<()> {
        self.supervisor = self.host.supervise(&self.settings)?;
        self.wait_until_ready()
    }

    /// The port on 127.0.0.1; `None` without TLS.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// The address of the database `postgres`.
    pub fn url(&self) -> String {
        let folder = self.host.place.folder.to_string_lossy().replace('/', "%2F");
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("postgres://postgres@{folder}{port}/postgres")
    }

    fn wait_until_ready(&self) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < START_LIMIT {
            let mut ready = Command::new(self.host.programs.join("pg_isready"));
            ready.arg("-q").arg("-h").arg(&self.host.place.folder);
            ready.args(self.port.map(|port| format!("-p{port}")));
            if ready.status()?.success() {
                return Ok(());
            }
            thread::sleep(POLL_INTERVAL);
        }
        let log = fs::read_to_string(self.host.place.folder.join("log")).unwrap_or_default();
        Err(format!("PostgreSQL did not start:\n{log}").into())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.supervisor.stdin.take().is_none() {
            // The supervisor of a crashed server keeps the folder.
            let _ = fs::remove_dir_all(&self.host.place.folder);
        }
        // An error means that the server has ended already.
        let _ = self.supervisor.wait();
    }
}

impl Host {
    fn new(place: Unprivileged) -> Result<Self> {
        let programs = find().ok_or_else(|| format!("PostgreSQL is not installed: run `{INSTALL}`"))?;
        Ok(Host { programs, place })
    }

    fn init_database(&self) -> Result<()> {
        let mut initdb = self.command(&self.programs.join("initdb"));
        initdb.args(INITDB).arg("-D").arg(self.place.folder.join("data"));
        let output = initdb.stdin(Stdio::null()).output()?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("initdb failed:\n{}", String::from_utf8_lossy(&output.stderr)).into())
    }

    fn tls_settings(&self, certificate: &Certificate, port: u16) -> Result<Vec<String>> {
        let mut settings = vec![
            "listen_addresses=127.0.0.1".into(),
            format!("port={port}"),
            "ssl=on".into(),
        ];
        for (name, text) in [("cert", &certificate.certificate), ("key", &certificate.key)] {
            let file = self.place.write(&format!("server.{name}"), text)?;
            settings.push(format!("ssl_{name}_file={}", file.display()));
        }
        Ok(settings)
    }

    fn supervise(&self, settings: &[String]) -> Result<Child> {
        let settings = settings.iter().flat_map(|setting| ["-c", setting]).map(OsString::from);
        let mut shell = self.command(Path::new("/bin/sh"));
        Ok(shell
            .args(["-c", SUPERVISOR, "supervisor"])
            .args([&self.programs, &self.place.folder])
            .args(settings)
            // Outside the terminal's process group: an interrupt ends this process, and that stops the server.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?)
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = self.place.command(program);
        command.env_remove("PGDATA");
        command
    }
}
