//! A stand-in for AWS for one test run: moto, from `PyPI`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Result;

/// The demo starts the same.
const SERVE: &str = include_str!("moto_server.py");

/// A running server. It keeps everything in memory and is gone when dropped.
pub struct Moto {
    server: Child,
    url: String,
}

impl Moto {
    /// Starts one with the Python of an environment that has moto.
    pub fn start(python: &Path) -> Result<Self> {
        let mut server = Command::new(python)
            .args(["-c", SERVE])
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

    /// Where it answers for every service of AWS.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        drop(self.server.stdin.take());
        // Nothing to be done about a server that is gone already.
        let _ = self.server.wait();
    }
}
