//! The reader: HTML in this process, each PDF in a process of its own.
//!
//! A PDF comes from strangers, and a library that reads it may loop, exhaust memory or crash. So each is read by a
//! fresh child of this program ([`crate::commands`], `parse-child`), which limits itself before it reads a byte. Whatever
//! happens to the child, the service goes on and the file ends `failed` with the reason.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use invoices_domain::ports::{Dependency, DependencyError, Reader};
use invoices_domain::reading::{DocumentKind, MailContext, Outcome, ParserTag, Reading};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;

/// The hidden command of the child.
pub const CHILD: &str = "parse-child";
/// A reading is a few kilobytes; a child that writes more than this is broken.
const MAX_OUTPUT: u64 = 4 * 1024 * 1024;

/// The limits on one child.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReaderConfig {
    /// The program that reads; unset for this one. For tests, whose own program is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<PathBuf>,
    /// How many read at once.
    pub concurrency: usize,
    /// How long one may take by the clock.
    pub timeout_seconds: u64,
    /// How long one may use a processor.
    pub cpu_seconds: u64,
    /// How much memory one may map.
    pub memory_mib: u64,
}

impl Default for ReaderConfig {
    fn default() -> Self {
        ReaderConfig {
            program: None,
            concurrency: 2,
            timeout_seconds: 20,
            cpu_seconds: 10,
            memory_mib: 512,
        }
    }
}

/// What a child is told, on one line before the document's bytes.
#[derive(Serialize, Deserialize)]
pub struct Assignment {
    /// Its limit on processor time, in seconds.
    pub cpu_seconds: u64,
    /// Its limit on memory, in bytes.
    pub memory_bytes: u64,
    /// What the document is.
    pub kind: DocumentKind,
    /// What the mailbox knows of it.
    pub context: MailContext,
}

/// Reads with the parsers of this build.
pub struct IsolatingReader {
    program: PathBuf,
    config: ReaderConfig,
    permits: Arc<Semaphore>,
}

impl IsolatingReader {
    /// Children run the program named in the settings, else this one.
    pub fn new(config: ReaderConfig) -> io::Result<Self> {
        let program = config.program.clone().map_or_else(std::env::current_exe, Ok)?;
        Ok(IsolatingReader {
            program,
            permits: Arc::new(Semaphore::new(config.concurrency.max(1))),
            config,
        })
    }

    async fn isolated(
        &self,
        kind: DocumentKind,
        bytes: Bytes,
        context: MailContext,
    ) -> Result<Reading, DependencyError> {
        let failed = |source: io::Error| DependencyError::new(Dependency::Reader, source);
        // Closed never: the semaphore lives as long as the reader.
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
        match tokio::time::timeout(limit, converse(&mut child, &line, &bytes)).await {
            Ok(Ok(reading)) => Ok(reading),
            Ok(Err(reason)) => Ok(refused(&format!("the reader of this file {reason}"))),
            Err(_) => Ok(refused(&format!(
                "reading this file took more than {} seconds",
                limit.as_secs()
            ))),
        }
    }
}

/// Hands over the document and takes the reading; the error says what became of the child.
async fn converse(child: &mut Child, line: &[u8], bytes: &[u8]) -> Result<Reading, String> {
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("has no pipes".into());
    };
    let write = async {
        // A child that ended early closes the pipe; its end says why.
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
        return Err("said more than a reading can be".into());
    }
    let status = child.wait().await.map_err(|error| format!("was lost: {error}"))?;
    if !status.success() {
        return Err(format!(
            "ended without a result ({status}): the file needs more time or memory than a file may have"
        ));
    }
    read.map_err(|error| format!("could not be heard: {error}"))?;
    serde_json::from_slice(&output).map_err(|_| "gave no reading".into())
}

fn refused(reason: &str) -> Reading {
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
            DocumentKind::Rental => self.isolated(kind, bytes, context).await,
            // HTML is bounded by the kit's own limits and read in memory-safe code without recursion.
            DocumentKind::Retail => tokio::task::spawn_blocking(move || invoices_parsers::read(kind, &bytes, &context))
                .await
                .map_err(|_| DependencyError::new(Dependency::Reader, "reading a document panicked")),
        }
    }
}
