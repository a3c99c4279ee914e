//! The log lines of a test.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use tracing::Dispatch;
use tracing::subscriber::{DefaultGuard, set_default};
use tracing_subscriber::util::SubscriberInitExt;

/// Keeps the log lines of a test.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Option<Vec<u8>>>>);

impl Log {
    /// Warnings of the process. There is one for it: it also keeps the lines of other tests.
    pub fn of_this_process() -> Self {
        let log = Log::empty();
        log.subscriber(tracing::Level::WARN).init();
        log
    }

    /// What is logged on this thread until the guard is dropped.
    pub fn of_this_thread() -> (Self, DefaultGuard) {
        // While there is only one subscriber, tracing asks the thread that first comes to a place in the code whether it is ever logged,
        // and that thread may be another test's, which has none.
        static ANOTHER: LazyLock<Dispatch> =
            LazyLock::new(|| Dispatch::new(Log::default().subscriber(tracing::Level::INFO)));
        LazyLock::force(&ANOTHER);
        let log = Log::empty();
        let guard = set_default(log.subscriber(tracing::Level::INFO));
        (log, guard)
    }

    /// The lines so far.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone().unwrap_or_default()).unwrap()
    }

    /// Returns the lines, and keeps no more.
    pub fn end(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().take().unwrap()).unwrap()
    }

    fn empty() -> Self {
        Log(Arc::new(Mutex::new(Some(vec![]))))
    }

    fn subscriber(&self, level: tracing::Level) -> impl tracing::Subscriber + Send + Sync + use<> {
        let writer = self.clone();
        tracing_subscriber::fmt()
            .with_max_level(level)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(kept) = &mut *self.0.lock().unwrap() {
            kept.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
