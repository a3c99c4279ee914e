//! What the demo runs on in place of PostgreSQL's and AWS's own servers: programs of this machine, started for it.
//!
//! Nothing is installed here: a program that is absent is named with the command that brings it.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use invoices_aws::provision::{Resources, TOPIC};
use tempfile::TempDir;

use crate::config::Config;
use crate::start;

const PATIENCE: Duration = Duration::from_mins(1);
const LOOK: Duration = Duration::from_millis(50);
/// Of `nobody`: PostgreSQL refuses to run as root.
const NOBODY: u32 = 65534;
/// Debian keeps PostgreSQL's programs here, by version, and not on the path.
const DEBIAN: &str = "/usr/lib/postgresql";
/// moto, with its address on standard output.
const MOTO: &str = include_str!("moto_server.py");
/// A server that goes when standard input closes, which the system sees to even when this process is killed.
const WATCH: &str = r#"signal="$1"; shift; "$@" >/dev/null 2>&1 & server=$!; cat >/dev/null; kill -"$signal" "$server"; wait "$server""#;

/// Where servers run already; for each that is missing, one is started.
#[derive(clap::Args)]
pub struct CloudArgs {
    /// An empty PostgreSQL database for --engine cloud, in place of a server started for it
    #[arg(long, value_name = "URL", env = "INVOICES_DEMO_POSTGRES")]
    postgres: Option<String>,

    /// What answers for AWS in --engine cloud, in place of moto started for it
    #[arg(long, value_name = "URL", env = "INVOICES_DEMO_AWS")]
    aws: Option<String>,
}

/// The servers, which end when this is dropped.
pub struct Cloud {
    _servers: Vec<Server>,
    _folder: TempDir,
}

impl CloudArgs {
    /// Starts what is missing, makes bucket, queue and topic, and sets the settings to them.
    pub async fn start(&self, config: &mut Config) -> Result<Cloud, Box<dyn Error>> {
        // Looked for before anything starts, so that everything that is missing is named at once.
        let postgres = self.postgres.is_none().then(postgres_programs);
        let moto = self.aws.is_none().then(moto_python);
        let problems: Vec<&str> = [
            postgres.as_ref().and_then(|p| p.as_ref().err()),
            moto.as_ref().and_then(|p| p.as_ref().err()),
        ]
        .into_iter()
        .flatten()
        .copied()
        .collect();
        if !problems.is_empty() {
            return Err(problems.join("\n").into());
        }
        // Short, since a socket's path has at most 107 bytes.
        let folder = tempfile::Builder::new().prefix("invoices-demo-").tempdir_in("/tmp")?;
        let mut servers = Vec::new();
        config.database.url = match (&self.postgres, postgres) {
            (None, Some(Ok(programs))) => {
                let (server, url) = start_postgres(&programs, folder.path())?;
                servers.push(server);
                url
            }
            (given, _) => given.clone().unwrap_or_default(),
        };
        let endpoint = match (&self.aws, moto) {
            (None, Some(Ok(python))) => {
                let (server, url) = start_moto(&python)?;
                servers.push(server);
                url
            }
            (given, _) => given.clone().unwrap_or_default(),
        };
        config.aws.region = Some("eu-north-1".into());
        config.aws.access_key_id = Some("demo".into());
        config.aws.secret_access_key = Some("demo".to_owned().into());
        config.aws.endpoint_url = Some(endpoint);
        config.aws.path_style = true;
        let wanted = Resources {
            bucket: format!("invoices-demo-{}", uuid::Uuid::new_v4().simple()),
            queue: "invoices-objects".into(),
            topic: TOPIC.into(),
            emails: Vec::new(),
            push_endpoints: Vec::new(),
        };
        let made = start::provision(config, &wanted, false).await?;
        let (Some(queue), Some(topic)) = (made.queue_url, made.topic_arn) else {
            return Err("queue or topic could not be made".into());
        };
        config.objects.store = format!("s3:{}", wanted.bucket);
        config.secrets.store = "secrets-manager:invoices/mail".into();
        config.topic.store = format!("sns:{topic}");
        config.inbox.queue = format!("sqs:{queue}");
        println!(
            "PostgreSQL keeps the rows, bucket {} the originals, Secrets Manager the tokens.",
            wanted.bucket
        );
        println!("The bucket tells of objects in {queue}, notifications go to {topic}.\n");
        Ok(Cloud {
            _servers: servers,
            _folder: folder,
        })
    }
}

/// A process that ends with this one.
struct Server(Child);

impl Server {
    /// One that does not look at its standard input.
    fn watched(program: &Path, arguments: &[&str], signal: &str, user: Option<u32>) -> Result<Self, Box<dyn Error>> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", WATCH, "watch", signal]).arg(program).args(arguments);
        shell.stdout(Stdio::null());
        if let Some(user) = user {
            shell.uid(user).gid(user);
        }
        Server::spawn(shell)
    }

    /// One that ends when its standard input closes.
    fn spawn(mut command: Command) -> Result<Self, Box<dyn Error>> {
        // Apart from the terminal's group: an interrupt ends this process, and with it the server.
        command.process_group(0).current_dir("/");
        command.stdin(Stdio::piped()).stderr(Stdio::null());
        Ok(Server(command.spawn()?))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // Nothing to be done about a server that is gone already.
        let _ = self.0.wait();
    }
}

/// The Python that has moto: the one beside its command, as in a virtual environment, or else the path's.
fn moto_python() -> Result<PathBuf, &'static str> {
    let paths = env::var_os("PATH").unwrap_or_default();
    let folder = env::split_paths(&paths)
        .find(|folder| folder.join("moto_server").is_file())
        .ok_or(
            "moto, which stands in for AWS, is absent: run `python3 -m venv moto && moto/bin/pip install 'moto[server]==5.2.5'` \
             and put moto/bin on the PATH, or name what answers for AWS with --aws",
        )?;
    let beside = folder.join("python3");
    Ok(if beside.is_file() { beside } else { "python3".into() })
}

fn postgres_programs() -> Result<PathBuf, &'static str> {
    let complete = |folder: &PathBuf| {
        ["initdb", "postgres", "pg_isready"]
            .iter()
            .all(|name| folder.join(name).exists())
    };
    let version = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let installed = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let newest = installed
        .filter_map(|entry| Some((version(&entry.path())?, entry.path().join("bin"))))
        .filter(|(_, folder)| complete(folder))
        .max();
    let paths = env::var_os("PATH").unwrap_or_default();
    let found = newest
        .map(|(_, folder)| folder)
        .or_else(|| env::split_paths(&paths).find(complete));
    found.ok_or(
        "PostgreSQL's server is absent: run `apt-get install postgresql`, or name an empty database with --postgres",
    )
}

/// A server on a socket in the folder, with nothing in it.
fn start_postgres(programs: &Path, folder: &Path) -> Result<(Server, String), Box<dyn Error>> {
    let data = folder.join("data");
    // Whose folder it is, is who we are.
    let user = (fs::metadata(folder)?.uid() == 0).then_some(NOBODY);
    let mut initdb = Command::new(programs.join("initdb"));
    if let Some(user) = user {
        chown(folder, Some(user), Some(user))?;
        initdb.uid(user).gid(user);
    }
    initdb.args([
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
    ]);
    let made = initdb.arg(&data).current_dir("/").stdin(Stdio::null()).output()?;
    if !made.status.success() {
        return Err(format!("initdb failed: {}", String::from_utf8_lossy(&made.stderr)).into());
    }
    let (data, socket) = (data.display().to_string(), folder.display().to_string());
    let arguments = ["-D", &data, "-k", &socket, "-c", "listen_addresses="];
    let server = Server::watched(&programs.join("postgres"), &arguments, "QUIT", user)?;
    wait_until("PostgreSQL", || {
        let ready = Command::new(programs.join("pg_isready"))
            .args(["-q", "-h", &socket])
            .status();
        ready.is_ok_and(|status| status.success())
    })?;
    Ok((
        server,
        format!("postgres://postgres@{}/postgres", socket.replace('/', "%2F")),
    ))
}

fn start_moto(python: &Path) -> Result<(Server, String), Box<dyn Error>> {
    let mut command = Command::new(python);
    command.args(["-c", MOTO]).stdout(Stdio::piped());
    let mut server = Server::spawn(command)?;
    let mut url = String::new();
    if let Some(output) = server.0.stdout.take() {
        BufReader::new(output).read_line(&mut url)?;
    }
    let url = url.trim();
    if url.is_empty() {
        return Err(format!("{} could not start moto", python.display()).into());
    }
    Ok((server, url.to_owned()))
}

fn wait_until(what: &str, ready: impl Fn() -> bool) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if ready() {
            return Ok(());
        }
        std::thread::sleep(LOOK);
    }
    Err(format!("{what} did not start").into())
}
