//! A panic says where it was, and never what it held. A process of its own, since it has one hook.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure that tells")]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use invoices_domain::UserId;

const TOKEN: &str = "planted-token-4715";

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_tells_where_and_not_what() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .init();
    invoices_service::panics::keep_quiet();
    for panics in [
        || panic!("there is {TOKEN}, said with {}", std::process::id()),
        || _ = TOKEN.parse::<UserId>().map_err(|_| TOKEN).unwrap(),
        || assert_eq!(TOKEN, "another token"),
        || std::panic::panic_any(TOKEN.to_owned()),
        || panic!("words of the program itself"),
    ] {
        assert!(std::thread::spawn(panics).join().is_err());
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert_eq!(log.matches("panics.rs:").count(), 5, "{log}");
    assert!(log.contains("words of the program itself"), "{log}");
    assert!(!log.contains(TOKEN), "{log}");
}
