//! The child process that reads one document.

use std::error::Error;
use std::io::{self, BufRead, Read, Write};

use rlimit::Resource;

use super::assignment::Assignment;

/// An assignment has a few hundred bytes.
const MAX_LINE: u64 = 64 * 1024;
/// The largest document of a message.
const MAX_DOCUMENT: u64 = 64 * 1024 * 1024;

/// Limits this process, reads one assignment and its document from standard input, and writes the reading.
pub fn run() -> Result<(), Box<dyn Error>> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    let assignment: Assignment = serde_json::from_slice(&line)?;
    // Before it reads a byte of the document.
    Resource::CORE.set(0, 0)?;
    Resource::CPU.set(assignment.cpu_seconds, assignment.cpu_seconds)?;
    Resource::AS.set(assignment.memory_bytes, assignment.memory_bytes)?;
    let mut document = Vec::new();
    input.take(MAX_DOCUMENT).read_to_end(&mut document)?;
    let reading = invoices_parsers::read(assignment.kind, &document, &assignment.context);
    io::stdout().lock().write_all(&serde_json::to_vec(&reading)?)?;
    Ok(())
}
