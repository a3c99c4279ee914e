//! moto, from `PyPI`: a simulation of AWS that answers over HTTP.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Result;

const SCRIPT: &str = include_str!("moto_server.py");

/// A running server. It keeps everything in memory. Dropping it stops it.
pub struct Moto {
    server: Child,
    url: String,
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
