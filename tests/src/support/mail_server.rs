//! A mail server that shows what it accepted.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout};

use super::python::python;
use super::wait::within;

/// A mail server that prints every accepted mail as a line of JSON, until its standard input is closed.
const SERVER: &str = r#"
import asyncio, json, logging, sys
from email import message_from_bytes, policy
from aiosmtpd.smtp import SMTP, AuthResult

class Prints:
    async def handle_DATA(self, server, session, envelope):
        mail = message_from_bytes(envelope.content, policy=policy.default)
        print(json.dumps({"from": envelope.mail_from, "to": envelope.rcpt_tos, "subject": mail["subject"],
            "id": mail["message-id"], "author": mail["from"], "body": mail.get_content().strip(),
            "login": session.auth_data.login.decode() if session.auth_data else None}), flush=True)
        return "250 received"

def login(server, session, envelope, mechanism, data):
    return AuthResult(success=data.password == b"a password", auth_data=data)

# It warns of what it offers itself.
logging.disable(logging.WARNING)

async def serve():
    loop = asyncio.get_running_loop()
    smtp = lambda: SMTP(Prints(), hostname="127.0.0.1", authenticator=login, auth_require_tls=False)
    server = await loop.create_server(smtp, "127.0.0.1", int(sys.argv[1]))
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)

asyncio.run(serve())
"#;

/// A mail server.
pub struct MailServer {
    process: Child,
    output: Lines<BufReader<ChildStdout>>,
    pub port: u16,
}

impl MailServer {
    /// Listens on a port of 127.0.0.1; 0 takes a free one.
    pub async fn start(port: u16) -> Self {
        let mut process = python("aiosmtpd")
            .args(["-c", SERVER, &port.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap()).lines();
        let line = within("the mail server to be ready", output.next_line()).await;
        let port = line.unwrap().unwrap().parse().expect("the mail server prints its port");
        MailServer { process, output, port }
    }

    /// The next mail that it accepted.
    pub async fn next_mail(&mut self) -> Value {
        let line = within("a mail to arrive", self.output.next_line()).await;
        serde_json::from_str(&line.unwrap().expect("a mail")).unwrap()
    }

    /// Stops the server and returns the mails that it accepted and that were not taken yet.
    pub async fn stop(mut self) -> Vec<Value> {
        drop(self.process.stdin.take());
        let read = async {
            let mut mails = Vec::new();
            while let Some(line) = self.output.next_line().await.unwrap() {
                mails.push(serde_json::from_str(&line).unwrap());
            }
            self.process.wait().await.unwrap();
            mails
        };
        within("the mail server to stop", read).await
    }
}
