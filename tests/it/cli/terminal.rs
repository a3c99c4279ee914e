//! Commands on a terminal.

use std::io::{Seek, Write};
use std::process::Stdio;

use invoices_tests::support::python::python;
use invoices_tests::support::wait::within;

use super::Machine;

/// A terminal for a command: each question is answered with the next line, and all that the terminal shows is printed.
const TERMINAL: &str = "
import os, pty, sys, termios
answers = sys.stdin.read().splitlines()
child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
shown = b''
asked = 0
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    if shown[asked:].rstrip(b' ').endswith((b':', b'[y/N]')) and answers:
        # What is typed before the echo is off is thrown away.
        while b'assword' in shown[asked:] and termios.tcgetattr(terminal)[3] & termios.ECHO:
            os.sched_yield()
        asked = len(shown)
        os.write(terminal, answers.pop(0).encode() + b'\\n')
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
";

impl Machine<'_> {
    /// Runs a command on a terminal. Returns its exit code and all that was shown.
    pub(super) async fn runs_on_a_terminal(&self, arguments: &[&str], answers: &[&str]) -> (Option<i32>, String) {
        let client = self.command(arguments);
        let mut terminal = python("aiosmtpd");
        terminal.arg("-c").arg(TERMINAL).arg(client.as_std().get_program());
        terminal
            .args(arguments)
            .env_remove("INVOICES_TOKEN")
            .env("HOME", self.home.path());
        terminal
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("INVOICES_URL")
            .env("TZ", "UTC");
        let mut script = tempfile::tempfile().unwrap();
        script.write_all(answers.join("\n").as_bytes()).unwrap();
        script.rewind().unwrap();
        terminal
            .stdin(script)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .kill_on_drop(true);
        let ended = self.world.while_working(terminal.output());
        let output = within("the end of the terminal", ended);
        let output = output.await.unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    }
}
