//! Load from wrk, or from the store itself: a number of concurrent callers, each of which repeats as soon as it gets a response.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::{Result, root, tool};

/// The largest share of requests that may have no answer. With hundreds of connections wrk reports a broken one now and then.
const MOST_BROKEN: f64 = 0.001;

/// How a side is loaded.
#[derive(Clone, Copy)]
pub struct Load {
    pub connections: u32,
    pub seconds: u32,
}

/// What wrk counted.
#[derive(Deserialize)]
struct Counted {
    requests: f64,
    micros: f64,
    /// Answers with a status of 400 or above.
    refused: f64,
    /// Connections that broke, and answers that took too long.
    broken: f64,
}

/// A request, and what its answer should be.
#[derive(Clone)]
pub struct Request {
    pub path: String,
    /// Without a token it is refused, which is what is measured then.
    pub token: Option<String>,
    /// The body of a POST.
    pub body: Option<String>,
}

impl Request {
    fn is_refused(&self) -> bool {
        self.token.is_none() && self.body.is_none()
    }
}

/// The path of wrk, installed by apt if it is absent.
pub fn wrk() -> Result<PathBuf> {
    tool::from_apt("wrk", "wrk").ok_or_else(|| "wrk is missing: apt-get install wrk".into())
}

/// The answers a second that are as expected. Fails if there is none.
pub fn http(wrk: &Path, address: &str, request: &Request, load: Load) -> Result<f64> {
    let mut command = Command::new(wrk);
    command.args(["--threads", "1", "--timeout", "10"]);
    command.args(["--connections", &load.connections.to_string()]);
    command.args(["--duration", &format!("{}s", load.seconds)]);
    command.arg("--script").arg(root().join("benches/src/api/load.lua"));
    if let Some(token) = &request.token {
        command.args(["--header", &format!("Authorization: Bearer {token}")]);
    }
    command.arg(format!("http://{address}{}", request.path));
    command.arg("--").args(&request.body);
    let output = command.output()?;
    let text = String::from_utf8(output.stdout)?;
    let line = text.lines().find(|line| line.starts_with('{'));
    let line = line.ok_or_else(|| format!("wrk counted nothing: {text}"))?;
    let counted: Counted = serde_json::from_str(line)?;
    let answered = if request.is_refused() {
        counted.refused
    } else {
        counted.requests - counted.refused
    };
    if answered <= 0.0 || counted.broken > counted.requests * MOST_BROKEN {
        return Err(format!("{address}{}: {line}", request.path).into());
    }
    Ok(answered / counted.micros * 1e6)
}
