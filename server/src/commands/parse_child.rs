//! The hidden command that reads one document for the service. See [`invoices_service::reader`].

use std::error::Error;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;

use rlimit::Resource;

use invoices_service::reader::Assignment;

/// The assignment's line is a few hundred bytes.
const MAX_LINE: u64 = 64 * 1024;
/// As much as a mail can bring.
const MAX_DOCUMENT: u64 = 64 * 1024 * 1024;

/// Limits this process, reads one assignment and its document from standard input, and writes the reading.
pub fn run() -> Result<ExitCode, Box<dyn Error>> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    let assignment: Assignment = serde_json::from_slice(&line)?;
    // Before a byte of the document is read.
    Resource::CORE.set(0, 0)?;
    Resource::CPU.set(assignment.cpu_seconds, assignment.cpu_seconds)?;
    Resource::AS.set(assignment.memory_bytes, assignment.memory_bytes)?;
    let mut document = Vec::new();
    input.take(MAX_DOCUMENT).read_to_end(&mut document)?;
    let reading = invoices_parsers::read(assignment.kind, &document, &assignment.context);
    io::stdout().lock().write_all(&serde_json::to_vec(&reading)?)?;
    Ok(ExitCode::SUCCESS)
}
