//! A connection that is logged in, and the commands that the service needs.

use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use imap_proto::{AttributeValue, MailboxDatum, Response, ResponseCode};
use invoices_domain::mail::ImapLogin;
use secrecy::{ExposeSecret, SecretString};

use crate::connection::{Completion, Connection, FRAME};
use crate::failure::Failure;
use crate::folder::{Folder, Listed, chosen};
use crate::server::{Server, within};

/// How much an answer without a message may have. A search that finds a million messages has 8 MB.
const MAX_ANSWER: u64 = 16 << 20;
/// How much of a message's headers is read.
const MAX_HEADERS: u64 = 256 << 10;
/// The form of `INTERNALDATE` (RFC 3501, section 9). Its day may have a space in front.
const DATE_TIME: &str = "%d-%b-%Y %H:%M:%S %z";

/// A connection that is logged in.
pub(crate) struct Session {
    connection: Connection,
    timeout: Duration,
    folders: Option<Vec<Folder>>,
    /// The folder that is examined, with the numbering of its messages.
    examined: Option<(Folder, u32)>,
    /// Whether commands may contain literals without waiting for the server (RFC 7888).
    pub has_literals: bool,
    /// The password it was opened with.
    pub password: SecretString,
    pub last_used: Instant,
}

/// A message's metadata, from before it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub size: u64,
    pub received_at: DateTime<Utc>,
}

impl Session {
    /// Connects and logs in.
    pub async fn log_in(server: &Server, login: &ImapLogin) -> Result<Self, Failure> {
        let mut connection = server.connect().await?;
        within(server.timeout, authenticate(&mut connection, login)).await?;
        let mut session = Session {
            connection,
            timeout: server.timeout,
            folders: None,
            examined: None,
            has_literals: false,
            password: login.password.clone(),
            last_used: Instant::now(),
        };
        let mut has_literals = false;
        session
            .run("CAPABILITY", FRAME, |response| {
                if let Response::Capabilities(found) = response {
                    has_literals = found.iter().any(|found| {
                        let name = format!("{found:?}").to_uppercase();
                        name.contains("\"LITERAL+\"") || name.contains("\"LITERAL-\"")
                    });
                }
            })
            .await?;
        session.has_literals = has_literals;
        Ok(session)
    }

    /// The folders to look into, as the server last listed them to this connection.
    pub async fn folders(&mut self) -> Result<Vec<Folder>, Failure> {
        if let Some(folders) = &self.folders {
            return Ok(folders.clone());
        }
        let mut listed = Vec::new();
        self.run("LIST \"\" \"*\"", MAX_ANSWER, |response| {
            if let Response::MailboxData(MailboxDatum::List(data)) = response {
                listed.push(Listed::of(data));
            }
        })
        .await?;
        let folders = chosen(listed);
        self.folders = Some(folders.clone());
        Ok(folders)
    }

    /// Forgets what the server listed and which folder is examined: folders may have been renamed or renumbered.
    pub fn forget_folders(&mut self) {
        (self.folders, self.examined) = (None, None);
    }

    /// Opens a folder for reading, and returns the numbering of its messages. `None` if there is no such folder.
    pub async fn examine(&mut self, folder: &Folder) -> Result<Option<u32>, Failure> {
        if let Some((examined, validity)) = &self.examined
            && examined == folder
        {
            return Ok(Some(*validity));
        }
        self.examined = None;
        // The server wrote the name, and a name in a quoted string can't have a line break.
        let Some(name) = quoted(&folder.name) else {
            return Ok(None);
        };
        let mut validity = None;
        let answer = self
            .run(&format!("EXAMINE {name}"), FRAME, |response| {
                if let Response::Data { outcome, .. } = response
                    && let Some(ResponseCode::UidValidity(number)) = outcome.code
                {
                    validity = Some(number);
                }
            })
            .await;
        match answer {
            // Its messages would be missed if it were left out because the server is busy.
            Err(failure @ Failure::Refused(_)) if !failure.is_temporary() => {
                tracing::warn!(%failure, "an IMAP server does not open a folder that it lists; it is skipped");
                Ok(None)
            }
            Err(failure) => Err(failure),
            // A server that can't keep the numbers of messages says so by leaving this out.
            Ok(()) => {
                let validity = validity.ok_or(Failure::Malformed)?;
                self.examined = Some((folder.clone(), validity));
                Ok(Some(validity))
            }
        }
    }

    /// The numbers of the examined folder's messages that match, the highest first.
    pub async fn search(&mut self, query: &str) -> Result<Vec<u32>, Failure> {
        let mut uids: Vec<u32> = Vec::new();
        self.run(&format!("UID SEARCH {query}"), MAX_ANSWER, |response| {
            if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                uids.extend(found);
            }
        })
        .await?;
        uids.sort_unstable_by(|a, b| b.cmp(a));
        uids.dedup();
        Ok(uids)
    }

    /// The size and the time of receipt of a message. `None` if there is no such message.
    pub async fn facts(&mut self, uid: u32) -> Result<Option<Facts>, Failure> {
        let (mut size, mut date) = (None, None);
        let is_there = self
            .fetch(
                uid,
                "(UID RFC822.SIZE INTERNALDATE)",
                FRAME,
                |attribute| match attribute {
                    AttributeValue::Rfc822Size(bytes) => size = Some(u64::from(*bytes)),
                    AttributeValue::InternalDate(text) => date = DateTime::parse_from_str(text.trim(), DATE_TIME).ok(),
                    _ => {}
                },
            )
            .await?;
        let facts = size.zip(date).map(|(size, date)| Facts {
            size,
            received_at: date.to_utc(),
        });
        stated(is_there, facts)
    }

    /// At most this many bytes of a message. `None` if there is no such message.
    pub async fn message(&mut self, uid: u32, max_bytes: u64) -> Result<Option<Bytes>, Failure> {
        let items = format!("(UID BODY.PEEK[]<0.{max_bytes}>)");
        self.section(uid, &items, max_bytes).await
    }

    /// The headers of a message that name its sender and subject. `None` if there is no such message.
    pub async fn headers(&mut self, uid: u32) -> Result<Option<Bytes>, Failure> {
        let items = format!("(UID BODY.PEEK[HEADER.FIELDS (FROM SUBJECT)]<0.{MAX_HEADERS}>)");
        self.section(uid, &items, MAX_HEADERS).await
    }

    /// The one section of a message that these items request, of at most this many bytes.
    async fn section(&mut self, uid: u32, items: &str, max_bytes: u64) -> Result<Option<Bytes>, Failure> {
        let mut section = None;
        let is_there = self
            .fetch(uid, items, max_bytes + FRAME, |attribute| {
                if let AttributeValue::BodySection { data: Some(data), .. } = attribute {
                    section = Some(Bytes::copy_from_slice(data));
                }
            })
            .await?;
        stated(is_there, section)
    }

    /// Whether there is such a message.
    async fn fetch(
        &mut self,
        uid: u32,
        items: &str,
        allowed: u64,
        mut each: impl FnMut(&AttributeValue<'_>),
    ) -> Result<bool, Failure> {
        let mut is_there = false;
        self.run(&format!("UID FETCH {uid} {items}"), allowed, |response| {
            // A server may report changes to other messages at any time.
            if let Response::Fetch(_, attributes) = response
                && attributes
                    .iter()
                    .any(|attribute| matches!(attribute, AttributeValue::Uid(found) if *found == uid))
            {
                is_there = true;
                attributes.iter().for_each(&mut each);
            }
        })
        .await?;
        Ok(is_there)
    }

    /// Runs a command, of whose answer at most `allowed` bytes are read. It has succeeded only when the server says so.
    async fn run(&mut self, command: &str, allowed: u64, each: impl FnMut(&Response<'_>)) -> Result<(), Failure> {
        self.last_used = Instant::now();
        match within(self.timeout, self.connection.run(command, None, allowed, each)).await? {
            Completion::Ok => Ok(()),
            Completion::No(sentence) | Completion::Bad(sentence) => Err(Failure::refused(&sentence)),
        }
    }
}

/// Logs in, by SASL's mechanism PLAIN (RFC 4616) what `LOGIN` can't write.
async fn authenticate(connection: &mut Connection, login: &ImapLogin) -> Result<(), Failure> {
    let password = login.password.expose_secret();
    let (Some(user), Some(quoted_password)) = (quoted(&login.user), quoted(password)) else {
        return Err(Failure::Login("it has a control character".into()));
    };
    let completion = if login.user.is_ascii() && password.is_ascii() {
        let command = format!("LOGIN {user} {quoted_password}");
        connection.run(&command, None, FRAME, |_| {}).await?
    } else {
        let answer = BASE64_STANDARD.encode(format!("\0{}\0{password}", login.user));
        let command = "AUTHENTICATE PLAIN";
        connection.run(command, Some(&answer), FRAME, |_| {}).await?
    };
    match completion {
        Completion::Ok => Ok(()),
        Completion::No(sentence) => Err(Failure::of_login(&sentence)),
        Completion::Bad(sentence) => Err(Failure::refused(&sentence)),
    }
}

/// A server's answer about a message. Never report an existing message as deleted: it would never be parsed.
fn stated<T>(is_there: bool, what: Option<T>) -> Result<Option<T>, Failure> {
    match what {
        None if is_there => Err(Failure::Malformed),
        what => Ok(what),
    }
}

/// `None` for a text that no quoted string can have.
fn quoted(text: &str) -> Option<String> {
    let is_line = !text.contains(['\0', '\r', '\n']);
    is_line.then(|| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}
