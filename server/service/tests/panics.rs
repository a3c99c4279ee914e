//! The log has the location of a panic and no data. In a process of its own, since a process has one panic hook.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use invoices_domain::UserId;

const TOKEN: &str = "planted-token-4715";

/// Collects the log.
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

// Shows: Threats | A panic writes a token to the log | the log gets the place of a panic, and only words that are in the program's source
#[test]
fn a_panic_is_logged_with_its_location_and_no_data() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .init();
    invoices_service::panics::install_hook();
    for panics in [
        || panic!("there is {TOKEN}, said with {}", std::process::id()),
        || _ = TOKEN.parse::<UserId>().map_err(|_| TOKEN).unwrap(),
        || assert_eq!(TOKEN, "another token"),
        || std::panic::panic_any(TOKEN.to_owned()),
        || panic!("a literal message"),
    ] {
        assert!(std::thread::spawn(panics).join().is_err());
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert_eq!(log.matches("panics.rs:").count(), 5, "{log}");
    assert!(log.contains("a literal message"), "{log}");
    assert!(!log.contains(TOKEN), "{log}");
}
