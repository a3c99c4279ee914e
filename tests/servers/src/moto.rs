//! moto, from `PyPI`: a simulation of AWS that answers over HTTP.

use std::env;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Result;

/// The command that installs moto in an environment of its own. Its folder `moto/bin` must be on the path then.
pub const INSTALL: &str = "python3 -m venv moto && moto/bin/pip install 'moto[server]==5.2.5'";
const SCRIPT: &str = include_str!("moto_server.py");

/// A running server. It keeps everything in memory. Dropping it stops it.
pub struct Moto {
    server: Child,
    url: String,
}

/// A Python that has moto: the one beside `moto_server` on the path, else the path's. `None` if moto is not installed.
pub fn find_python() -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let folder = env::split_paths(&paths).find(|folder| folder.join("moto_server").is_file())?;
    let beside = folder.join("python3");
    Some(if beside.is_file() { beside } else { "python3".into() })
}

impl Moto {
    /// Starts a server on a free port with a Python that has moto.
    pub fn start(python: &Path) -> Result<Self> {
        let mut server = Command::new(python)
            .args(["-c", SCRIPT])
            // Outside the terminal's process group: an interrupt ends this process, and that stops the server.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut url = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut url)?;
        }
        let started = Moto {
            server,
            url: url.trim().to_owned(),
        };
        if started.url.is_empty() {
            return Err(format!("{} could not start moto", python.display()).into());
        }
        Ok(started)
    }

    /// The address that answers for every service of AWS.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        drop(self.server.stdin.take());
        // An error means that the server has ended already.
        let _ = self.server.wait();
    }
}
