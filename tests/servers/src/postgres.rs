//! Throwaway PostgreSQL servers: one for a test run, or one for a test that stops it or asks for TLS.

use std::ffi::OsString;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::Result;

const START_LIMIT: Duration = Duration::from_secs(30);
/// Of `nobody`: PostgreSQL refuses to run as root.
const NOBODY: u32 = 65534;

/// The server goes when its standard input closes, which the system sees to even when this process is killed. With a
/// word before that it goes at once, as in a crash, and leaves its data.
const WATCH: &str = r#"
programs="$1"; folder="$2"; shift 2
"$programs/postgres" -D "$folder/data" -k "$folder" -c max_connections=300 "$@" >>"$folder/log" 2>&1 &
server=$!
read -r word
kill -QUIT "$server"
wait "$server"
[ -n "$word" ] || rm -rf "$folder"
"#;
/// What a server that nobody mourns need not do.
const CARELESS: &[&str] = &["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
const NO_NETWORK: &str = "listen_addresses=";

/// A certificate and its key, in PEM.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The certificate.
    pub certificate: String,
    /// Its private key.
    pub key: String,
}

/// A running server. It listens on a socket in a folder of its own, and is gone with its folder when dropped.
pub struct Postgres {
    watch: Child,
    folder: PathBuf,
    programs: PathBuf,
    root: bool,
    settings: Vec<String>,
    port: Option<u16>,
}

impl Postgres {
    /// Starts one; installs PostgreSQL first where it is absent and this user may.
    pub fn start() -> Result<Self> {
        Self::set_up(None, CARELESS)
    }

    /// Starts one that is as careful with its data as in service. What it takes can be measured.
    pub fn durable() -> Result<Self> {
        Self::set_up(None, &[])
    }

    /// Starts one that also listens on a port of 127.0.0.1, with TLS and without.
    pub fn with_tls(certificate: &Certificate) -> Result<Self> {
        Self::set_up(Some(certificate), CARELESS)
    }

    fn set_up(certificate: Option<&Certificate>, care: &[&str]) -> Result<Self> {
        let root = text(Command::new("id").arg("-u"))?.trim() == "0";
        let programs = match find() {
            Some(programs) => programs,
            None => install(root)?,
        };
        // Short, since a socket's path has at most 107 bytes.
        let folder = tempfile::Builder::new()
            .prefix("invoices-pg-")
            .tempdir_in("/tmp")?
            .keep();
        if root {
            chown(&folder, Some(NOBODY), Some(NOBODY))?;
        }
        let options = [
            "-U",
            "postgres",
            "-A",
            "trust",
            "-N",
            "--no-instructions",
            "-E",
            "UTF8",
            "--locale=C",
            "-D",
        ];
        text(
            command(&programs.join("initdb"), &folder, root)
                .args(options)
                .arg(folder.join("data")),
        )?;
        let mut settings: Vec<String> = care.iter().map(ToString::to_string).collect();
        let mut port = None;
        match certificate {
            None => settings.push(NO_NETWORK.into()),
            Some(certificate) => {
                let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
                port = Some(free);
                settings.extend([
                    "listen_addresses=127.0.0.1".into(),
                    format!("port={free}"),
                    "ssl=on".into(),
                ]);
                for (name, text) in [("cert", &certificate.certificate), ("key", &certificate.key)] {
                    let file = folder.join(format!("server.{name}"));
                    fs::write(&file, text)?;
                    fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
                    if root {
                        chown(&file, Some(NOBODY), Some(NOBODY))?;
                    }
                    settings.push(format!("ssl_{name}_file={}", file.display()));
                }
            }
        }
        let watch = watch(&programs, &folder, root, &settings)?;
        let server = Postgres {
            watch,
            folder,
            programs,
            root,
            settings,
            port,
        };
        server.wait()?;
        Ok(server)
    }

    /// Kills it where it stands. Its data stay.
    pub fn crash(&mut self) -> Result<()> {
        if let Some(mut input) = self.watch.stdin.take() {
            input.write_all(b"crash\n")?;
        }
        self.watch.wait()?;
        Ok(())
    }

    /// Starts it again on the same data.
    pub fn recover(&mut self) -> Result<()> {
        self.watch = watch(&self.programs, &self.folder, self.root, &self.settings)?;
        self.wait()
    }

    /// The port on 127.0.0.1, with TLS.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// The address of its first database.
    pub fn url(&self) -> String {
        let folder = self.folder.to_string_lossy().replace('/', "%2F");
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("postgres://postgres@{folder}{port}/postgres")
    }

    fn wait(&self) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < START_LIMIT {
            let mut ready = Command::new(self.programs.join("pg_isready"));
            ready.arg("-q").arg("-h").arg(&self.folder);
            ready.args(self.port.map(|port| format!("-p{port}")));
            if ready.status()?.success() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        Err(format!("PostgreSQL did not start:\n{log}").into())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.watch.stdin.take().is_none() {
            // It crashed and never recovered; its folder is left.
            let _ = fs::remove_dir_all(&self.folder);
        }
        // Nothing to be done about a server that is gone already.
        let _ = self.watch.wait();
    }
}

/// A program that runs as a user who may run PostgreSQL.
fn command(program: &Path, folder: &Path, root: bool) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .env("HOME", folder)
        .env("LC_ALL", "C")
        .env_remove("PGDATA");
    if root {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

fn watch(programs: &Path, folder: &Path, root: bool, settings: &[String]) -> Result<Child> {
    let settings = settings.iter().flat_map(|setting| ["-c", setting]).map(OsString::from);
    let mut shell = command(Path::new("/bin/sh"), folder, root);
    Ok(shell
        .args(["-c", WATCH, "watch"])
        .args([programs, folder])
        .args(settings)
        // Apart from the terminal's group: an interrupt ends this process, and with it the server.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?)
}

/// The folder of PostgreSQL's programs: the newest of Debian's, else one of the path's.
fn find() -> Option<PathBuf> {
    let complete = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_isready"]
            .iter()
            .all(|p| folder.join(p).exists())
    };
    let version = |folder: &Path| folder.file_name()?.to_string_lossy().parse::<u32>().ok();
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = installed
        .filter_map(|entry| Some((version(&entry.path())?, entry.path().join("bin"))))
        .filter(|(_, folder)| complete(folder))
        .max();
    newest
        .map(|(_, folder)| folder)
        .or_else(|| env::split_paths(&env::var_os("PATH")?).find(complete))
}

fn install(root: bool) -> Result<PathBuf> {
    const COMMAND: &str = "apt-get install --yes postgresql";
    if !root {
        return Err(format!("the tests need PostgreSQL; install it with `sudo {COMMAND}`").into());
    }
    println!("PostgreSQL is absent: {COMMAND}");
    let mut words = COMMAND.split(' ');
    let program = words.next().unwrap_or_default();
    let status = Command::new(program)
        .args(words)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status();
    let found = status.is_ok_and(|status| status.success()).then(find).flatten();
    found.ok_or_else(|| format!("PostgreSQL could not be installed; try `{COMMAND}`").into())
}

/// What a program prints; its complaints are the error.
fn text(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} failed:\n{complaint}", command.get_program().to_string_lossy()).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
