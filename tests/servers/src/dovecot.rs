//! Dovecot: an IMAP server with accounts of its own.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use crate::Result;
use crate::unprivileged::{Certificate, Unprivileged};

/// The command that installs Dovecot.
pub const INSTALL: &str = "apt-get install dovecot-imapd";
/// The folder of the inbox, whose mails lie in the account's folder itself.
pub const INBOX: &str = "INBOX";
/// Where Debian keeps it. This need not be on the path.
const DEBIAN: &str = "/usr/sbin/dovecot";
const START_LIMIT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Stops the server when standard input closes: the kernel closes it even when this process is killed.
const SUPERVISOR: &str = r#"
program="$1"; folder="$2"
"$program" -F -c "$folder/dovecot.conf" >>"$folder/log" 2>&1 &
server=$!
read -r _
kill "$server"
wait "$server"
rm -rf "$folder"
"#;
const CONFIGURATION: &str = r"
base_dir = FOLDER/run
state_dir = FOLDER/state
log_path = FOLDER/log
protocols = imap
listen = 127.0.0.1
default_login_user = USER
default_internal_user = USER
default_internal_group = GROUP
first_valid_uid = 1
first_valid_gid = 1
ssl = required
ssl_cert = <FOLDER/cert.pem
ssl_key = <FOLDER/key.pem
mail_location = maildir:FOLDER/mail/%u
mail_fsync = never
mailbox_list_index = no
auth_failure_delay = 0
PASSDB
userdb {
  driver = static
  args = uid=USER gid=GROUP home=FOLDER/mail/%u allow_all_users=yes
}
service anvil {
  chroot =
  # No delays after refused logins.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = PORT
    ssl = yes
  }
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Junk {
    auto = create
    special_use = \Junk
  }
  mailbox Trash {
    auto = create
    special_use = \Trash
  }
}
";

/// Accounts with passwords, in a file.
const PASSWORDS: &str = r"
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u FOLDER/users
}
";
/// Accounts with tokens, of which a provider knows whose they are.
const TOKENS: &str = r"
auth_mechanisms = xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = FOLDER/oauth2
}
";

/// A running server, on a port of 127.0.0.1 with TLS. Dropping it stops it and removes its mails.
pub struct Dovecot {
    supervisor: Child,
    place: Unprivileged,
    port: u16,
    delivered: AtomicU64,
}

/// The program. `None` if it is not installed.
pub fn find() -> Option<PathBuf> {
    let on_path = env::var_os("PATH");
    let mut on_path = on_path
        .iter()
        .flat_map(env::split_paths)
        .map(|folder| folder.join("dovecot"));
    on_path.find(|program| program.is_file()).or_else(|| {
        let debian = PathBuf::from(DEBIAN);
        debian.is_file().then_some(debian)
    })
}

impl Dovecot {
    /// Starts a server without accounts.
    pub fn start(certificate: &Certificate) -> Result<Self> {
        Self::start_with(certificate, PASSWORDS, "")
    }

    /// Starts a server that takes tokens alone, and asks this endpoint about them (RFC 7662).
    pub fn start_with_tokens(certificate: &Certificate, introspection: &str) -> Result<Self> {
        let oauth2 = format!(
            "introspection_url = {introspection}\nintrospection_mode = post\nforce_introspection = yes\n\
             client_id = dovecot\nclient_secret = dovecot\nusername_attribute = email\n\
             active_attribute = active\nactive_value = true\n"
        );
        Self::start_with(certificate, TOKENS, &oauth2)
    }

    fn start_with(certificate: &Certificate, passdb: &str, oauth2: &str) -> Result<Self> {
        let program = find().ok_or_else(|| format!("Dovecot is not installed: run `{INSTALL}`"))?;
        let place = Unprivileged::new("invoices-dc-")?;
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        place.write("cert.pem", &certificate.certificate)?;
        place.write("key.pem", &certificate.key)?;
        place.write("users", "")?;
        place.write("oauth2", oauth2)?;
        for name in ["run", "state", "mail"] {
            let folder = place.folder.join(name);
            fs::create_dir(&folder)?;
            place.give(&folder)?;
        }
        place.write("dovecot.conf", &configuration(&place, port, passdb)?)?;
        let supervisor = place
            .command(Path::new("/bin/sh"))
            .args(["-c", SUPERVISOR, "supervisor"])
            .args([&program, &place.folder])
            // Outside the terminal's process group: an interrupt ends this process, and that stops the server.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let server = Dovecot {
            supervisor,
            place,
            port,
            delivered: AtomicU64::new(0),
        };
        server.wait_until_ready()?;
        Ok(server)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Sets the accounts, by name and password, and waits until the first can log in.
    pub fn set_accounts(&self, accounts: &[(&str, &str)]) -> Result<()> {
        let lines = accounts
            .iter()
            .map(|(user, password)| format!("{user}:{{PLAIN}}{password}\n"));
        self.place.write("users", &lines.collect::<String>())?;
        let Some((user, password)) = accounts.first() else {
            return Ok(());
        };
        // The server reads the file again at most once a second.
        let started = Instant::now();
        while started.elapsed() < START_LIMIT {
            if self.administrate(&["auth", "test", user, password])?.status.success() {
                return Ok(());
            }
            thread::sleep(POLL_INTERVAL);
        }
        Err(format!("Dovecot did not take the accounts:\n{}", self.log()).into())
    }

    /// Puts a mail into a folder of an account, as received at this time.
    pub fn deliver(&self, account: &str, folder: &str, received_at: SystemTime, message: &[u8]) -> Result<()> {
        let messages = self.messages(account, folder)?;
        let seconds = received_at.duration_since(UNIX_EPOCH)?.as_secs();
        let number = self.delivered.fetch_add(1, Ordering::Relaxed);
        // A reader must not see half of it.
        let (part, whole) = (
            self.place.folder.join(format!("part-{number}")),
            messages.join(format!("{seconds}.M{number}.test:2,")),
        );
        fs::write(&part, message)?;
        fs::File::options().write(true).open(&part)?.set_modified(received_at)?;
        self.place.give(&part)?;
        fs::rename(part, whole)?;
        Ok(())
    }

    /// Moves the mails of one folder to another.
    pub fn move_all(&self, account: &str, from: &str, to: &str) -> Result<()> {
        let (from, to) = (self.messages(account, from)?, self.messages(account, to)?);
        for message in fs::read_dir(from)? {
            let message = message?;
            fs::rename(message.path(), to.join(message.file_name()))?;
        }
        Ok(())
    }

    /// Deletes the mails of a folder.
    pub fn delete_all(&self, account: &str, folder: &str) -> Result<()> {
        for message in fs::read_dir(self.messages(account, folder)?)? {
            fs::remove_file(message?.path())?;
        }
        Ok(())
    }

    /// Loses the numbers of a folder's messages, as a server does that is restored from a backup: they get others, and the
    /// folder another `UIDVALIDITY`.
    pub fn renumber(&self, account: &str, folder: &str) -> Result<()> {
        let messages = self.messages(account, folder)?;
        let folder = messages.parent().ok_or("a folder without a parent")?;
        for file in fs::read_dir(folder)? {
            let file = file?;
            if file.file_name().to_string_lossy().starts_with("dovecot") && file.file_type()?.is_file() {
                fs::remove_file(file.path())?;
            }
        }
        // The server takes the second for the new number.
        thread::sleep(Duration::from_millis(1_100));
        Ok(())
    }

    /// Ends the connections of an account.
    pub fn kick(&self, account: &str) -> Result<()> {
        let output = self.administrate(&["kick", account])?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("doveadm kick failed:\n{}", String::from_utf8_lossy(&output.stderr)).into())
    }

    /// Runs doveadm, which is installed beside the server or on the path.
    fn administrate(&self, arguments: &[&str]) -> Result<Output> {
        let beside = find().map(|program| program.with_file_name("doveadm"));
        let doveadm = beside
            .filter(|program| program.is_file())
            .unwrap_or_else(|| "doveadm".into());
        let mut command = self.place.command(&doveadm);
        let configuration = self.place.folder.join("dovecot.conf");
        Ok(command.arg("-c").arg(configuration).args(arguments).output()?)
    }

    /// The flags of a folder's messages, such as `S` for those that were read.
    pub fn flags(&self, account: &str, folder: &str) -> Result<Vec<String>> {
        let messages = fs::read_dir(self.messages(account, folder)?)?;
        let flags = messages.map(|message| {
            let name = message?.file_name().to_string_lossy().into_owned();
            Ok(name
                .rsplit_once(":2,")
                .map(|(_, flags)| flags.to_owned())
                .unwrap_or_default())
        });
        flags.collect()
    }

    /// What the server has logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.place.folder.join("log")).unwrap_or_default()
    }

    /// The folder with the mails of a mailbox. Creates it.
    fn messages(&self, account: &str, folder: &str) -> Result<PathBuf> {
        let account = self.place.folder.join("mail").join(account);
        let maildir = if folder == INBOX {
            account.clone()
        } else {
            account.join(format!(".{}", folder.replace('/', ".")))
        };
        let parts = ["cur", "new", "tmp"].map(|part| maildir.join(part));
        for folder in [&account, &maildir].into_iter().chain(&parts) {
            if !folder.is_dir() {
                fs::create_dir(folder)?;
                self.place.give(folder)?;
            }
        }
        let [messages, ..] = parts;
        Ok(messages)
    }

    fn wait_until_ready(&self) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < START_LIMIT {
            if TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok() {
                return Ok(());
            }
            thread::sleep(POLL_INTERVAL);
        }
        Err(format!("Dovecot did not start:\n{}", self.log()).into())
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        drop(self.supervisor.stdin.take());
        // An error means that the server has ended already.
        let _ = self.supervisor.wait();
    }
}

fn configuration(place: &Unprivileged, port: u16, passdb: &str) -> Result<String> {
    let (user, group) = place.ids()?;
    let folder = place.folder.to_str().ok_or("the folder's name is not UTF-8")?;
    Ok(CONFIGURATION
        .replace("PASSDB", passdb)
        .replace("FOLDER", folder)
        .replace("USER", &name_of("passwd", user)?)
        .replace("GROUP", &name_of("group", group)?)
        .replace("PORT", &port.to_string()))
}

/// The name of a user or group, which Dovecot wants instead of its number.
fn name_of(database: &str, id: u32) -> Result<String> {
    let table = fs::read_to_string(format!("/etc/{database}"))?;
    let mut lines = table.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let line = lines.find(|line| line.get(2) == Some(&id.to_string().as_str()));
    let name = line.and_then(|line| line.first().copied());
    Ok(name
        .ok_or_else(|| format!("/etc/{database} has no name for {id}"))?
        .to_owned())
}
