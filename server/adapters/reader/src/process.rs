//! One child process, as the service sees it.

use std::io::{self, BufReader, BufWriter};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use crate::assignment::{Answer, Assignment, CHILD};
use crate::frame;

/// A running child with its pipes. It is killed when this is dropped.
pub(super) struct ReaderProcess {
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
    killer: Killer,
    answered: u32,
}

/// Ends a child from any thread. What waits for its answer then gets an error.
#[derive(Clone)]
pub(super) struct Killer(Arc<Mutex<Child>>);

impl Killer {
    /// Kills the child and waits until the system has removed it.
    pub fn kill(&self) {
        let mut child = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Both fail only for a child that is gone.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Kills the child on every way out but the one that keeps it.
pub(super) struct KillUnlessKept(Option<Killer>);

impl KillUnlessKept {
    pub fn new(process: &ReaderProcess) -> Self {
        KillUnlessKept(Some(process.killer.clone()))
    }

    /// The child has answered and may be used again.
    pub fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for KillUnlessKept {
    fn drop(&mut self) {
        if let Some(killer) = self.0.take() {
            killer.kill();
        }
    }
}

impl Drop for ReaderProcess {
    fn drop(&mut self) {
        self.killer.kill();
    }
}

impl ReaderProcess {
    /// How many mails and documents it has read.
    pub fn reads(&self) -> u32 {
        // The first answer was to `Start`.
        self.answered.saturating_sub(1)
    }

    /// Whether it still runs, as far as the system knows.
    pub fn is_running(&self) -> bool {
        let mut child = self.killer.0.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(child.try_wait(), Ok(None))
    }

    /// Starts a child. It is not confined before it has answered [`Assignment::Start`].
    pub fn spawn(program: &Path) -> io::Result<Self> {
        let mut child = Command::new(program)
            .arg(CHILD)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A panic's message may contain the document.
            .stderr(Stdio::null())
            .spawn()?;
        let (input, output) = child
            .stdin
            .take()
            .zip(child.stdout.take())
            .ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(ReaderProcess {
            input: BufWriter::with_capacity(frame::BUFFER, input),
            output: BufReader::with_capacity(frame::BUFFER, output),
            killer: Killer(Arc::new(Mutex::new(child))),
            answered: 0,
        })
    }

    /// Sends an assignment and waits for its answer, whose body has at most `max_answer` bytes. Blocks.
    pub fn ask(&mut self, assignment: &Assignment, body: &[u8], max_answer: u64) -> io::Result<(Answer, Vec<u8>)> {
        frame::write(&mut self.input, assignment, &[body])?;
        let answer = frame::read(&mut self.output, max_answer)?;
        self.answered += 1;
        if !self.output.buffer().is_empty() {
            // What it says in advance would count as the answer about the next document, perhaps another user's.
            return Err(io::ErrorKind::InvalidData.into());
        }
        answer.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}
