//! The reader that starts a child process for each PDF.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use invoices_domain::ports::{Dependency, DependencyError, Reader};
use invoices_domain::reading::{DocumentKind, MailContext, Outcome, ParserTag, Reading};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;

use super::assignment::{Assignment, CHILD};
use super::config::ReaderConfig;

/// A reading has a few kilobytes.
const MAX_OUTPUT: u64 = 4 * 1024 * 1024;

/// Reads with the parsers of this build.
pub struct IsolatingReader {
    program: PathBuf,
    config: ReaderConfig,
    permits: Arc<Semaphore>,
}

impl IsolatingReader {
    /// Fails if the settings name no program and that of this process is unknown.
    pub fn new(config: ReaderConfig) -> io::Result<Self> {
        let program = config.program.clone().map_or_else(std::env::current_exe, Ok)?;
        Ok(IsolatingReader {
            program,
            permits: Arc::new(Semaphore::new(config.concurrency.max(1))),
            config,
        })
    }

    async fn read_in_child(
        &self,
        kind: DocumentKind,
        bytes: Bytes,
        context: MailContext,
    ) -> Result<Reading, DependencyError> {
        let failed = |source: io::Error| DependencyError::new(Dependency::Reader, source);
        // An error would mean a closed semaphore, and nothing closes it.
        let _permit = self
            .permits
            .acquire()
            .await
            .map_err(|error| DependencyError::new(Dependency::Reader, error))?;
        let assignment = Assignment {
            cpu_seconds: self.config.cpu_seconds,
            memory_bytes: self.config.memory_mib.saturating_mul(1024 * 1024),
            kind,
            context,
        };
        let mut line =
            serde_json::to_vec(&assignment).map_err(|error| DependencyError::new(Dependency::Reader, error))?;
        line.push(b'\n');
        let mut child = Command::new(&self.program)
            .arg(CHILD)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let limit = Duration::from_secs(self.config.timeout_seconds);
        match tokio::time::timeout(limit, exchange(&mut child, &line, &bytes)).await {
            Ok(Ok(reading)) => Ok(reading),
            Ok(Err(reason)) => Ok(failure(&format!("the reader of this file {reason}"))),
            Err(_) => Ok(failure(&format!(
                "reading this file took more than {} seconds",
                limit.as_secs()
            ))),
        }
    }
}

/// Sends the assignment and the document, and receives the reading. The error says why there is none.
async fn exchange(child: &mut Child, line: &[u8], bytes: &[u8]) -> Result<Reading, String> {
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("has no pipes".into());
    };
    let write = async {
        // A child that ends early closes the pipe. Its exit status is the error below.
        let _ = async {
            stdin.write_all(line).await?;
            stdin.write_all(bytes).await?;
            stdin.shutdown().await
        }
        .await;
        drop(stdin);
    };
    let mut output = Vec::new();
    let mut bounded = stdout.take(MAX_OUTPUT);
    let ((), read) = tokio::join!(write, bounded.read_to_end(&mut output));
    if output.len() as u64 >= MAX_OUTPUT {
        return Err("wrote more than a reading can contain".into());
    }
    let status = child
        .wait()
        .await
        .map_err(|error| format!("has no exit status: {error}"))?;
    if !status.success() {
        return Err(format!(
            "ended without a result ({status}): the file needs more time or memory than the limit"
        ));
    }
    read.map_err(|error| format!("closed its output: {error}"))?;
    serde_json::from_slice(&output).map_err(|_| "wrote no reading".into())
}

fn failure(reason: &str) -> Reading {
    Reading {
        parser: ParserTag {
            name: "rental".into(),
            version: 0,
        },
        outcome: Outcome::Failed {
            reason: reason.to_owned(),
            stated: Box::default(),
        },
        evidence: Vec::new(),
    }
}

#[async_trait]
impl Reader for IsolatingReader {
    fn parsers(&self) -> Vec<ParserTag> {
        invoices_parsers::parsers()
    }

    async fn read(&self, kind: DocumentKind, bytes: Bytes, context: MailContext) -> Result<Reading, DependencyError> {
        match kind {
            DocumentKind::Rental => self.read_in_child(kind, bytes, context).await,
            // The parsers limit the size and depth of HTML themselves, and use no recursion and no unsafe code.
            DocumentKind::Retail => tokio::task::spawn_blocking(move || invoices_parsers::read(kind, &bytes, &context))
                .await
                .map_err(|_| DependencyError::new(Dependency::Reader, "reading a document panicked")),
        }
    }
}
