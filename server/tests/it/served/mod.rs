//! Starts the program as users do.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

pub fn invoices(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_invoices"));
    command.current_dir(folder).env_remove("INVOICES_CONFIG");
    command
}

pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    invoices(folder).args(arguments).output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A running service on a free port.
pub struct Served {
    child: Child,
    pub address: String,
}

impl Served {
    pub fn start(folder: &Path) -> Self {
        let mut child = invoices(folder)
            .arg("serve")
            .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let ready = lines
            .find_map(|line| Some(line.unwrap()).filter(|line| line.contains("ready")))
            .expect("the service logs that it is ready");
        let address = ready
            .split("address")
            .nth(1)
            .unwrap()
            .chars()
            .skip_while(|c| !c.is_ascii_digit());
        let address = address
            .take_while(|c| c.is_ascii_digit() || ".:".contains(*c))
            .collect();
        // Further log lines must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Served { child, address }
    }

    /// Sends a raw request and returns the raw response.
    pub fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    pub fn signal(&mut self, name: &str) -> Option<i32> {
        assert!(
            Command::new("kill")
                .args([name, &self.child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        self.child.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
