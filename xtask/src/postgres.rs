//! A throwaway PostgreSQL server for one test run.

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

/// The server goes when its standard input closes, which the system sees to even when this process is killed.
const WATCH: &str = r#"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=300 \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off >"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT "$server"
wait "$server"
rm -rf "$2"
"#;

/// A running server. It listens on a socket in a folder of its own, and is gone with its folder when dropped.
pub struct Postgres {
    watch: Child,
    folder: PathBuf,
}

impl Postgres {
    /// Starts one; installs PostgreSQL first where it is absent and this user may.
    pub fn start() -> Result<Self> {
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
        let command = |program: &Path| {
            let mut command = Command::new(program);
            command
                .current_dir(&folder)
                .env("HOME", &folder)
                .env("LC_ALL", "C")
                .env_remove("PGDATA");
            if root {
                command.uid(NOBODY).gid(NOBODY);
            }
            command
        };
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
        text(command(&programs.join("initdb")).args(options).arg(folder.join("data")))?;
        let watch = command(Path::new("/bin/sh"))
            .args(["-c", WATCH, "watch"])
            .args([&programs, &folder])
            // Apart from the terminal's group: an interrupt ends this process, and with it the server.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let server = Postgres { watch, folder };
        server.wait(&programs)?;
        Ok(server)
    }

    /// The address of its first database.
    pub fn url(&self) -> String {
        let folder = self.folder.to_string_lossy().replace('/', "%2F");
        format!("postgres://postgres@{folder}/postgres")
    }

    fn wait(&self, programs: &Path) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < START_LIMIT {
            let mut ready = Command::new(programs.join("pg_isready"));
            if ready.arg("-q").arg("-h").arg(&self.folder).status()?.success() {
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
        drop(self.watch.stdin.take());
        // Nothing to be done about a server that is gone already.
        let _ = self.watch.wait();
    }
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
