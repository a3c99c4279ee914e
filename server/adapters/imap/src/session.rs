//! A connection that is logged in, and the commands that the service needs.

use std::time::{Duration, Instant};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use imap_proto::{AttributeValue, MailboxDatum, Response, ResponseCode, StatusAttribute};
use invoices_domain::mail::{ImapLogin, ImapSecret};

use crate::authenticate::{authenticate, quoted};
use crate::connection::{Completion, Connection, FRAME};
use crate::failure::Failure;
use crate::folder::{Folder, Listed, chosen};
use crate::query::within_numbers;
use crate::server::{Server, within};

/// How much an answer without a message may have. A search that finds a million messages has 8 MB.
const MAX_ANSWER: u64 = 16 << 20;
/// Maximum number of messages that one search returns. More are searched in ranges of numbers.
const MAX_FOUND: usize = 10_000;
/// How many matches such a range should have.
const RANGE: usize = 1_000;
/// How much wider the next range is after one with less than half of that. 16 × 499 is below [`MAX_FOUND`].
const WIDEN: u32 = 16;
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
    /// How many numbers the next search of the examined folder covers.
    span: u32,
    /// Whether commands may contain literals without waiting for the server (RFC 7888).
    pub has_literals: bool,
    /// What it was opened with.
    pub secret: ImapSecret,
    pub last_used: Instant,
}

/// A message's metadata, from before it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub size: u64,
    pub received_at: DateTime<Utc>,
}

/// How a folder numbers its messages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Numbering {
    /// Which numbering this is.
    pub validity: Option<u32>,
    /// The number of the next message.
    pub next: Option<u32>,
}

impl Session {
    /// Connects and logs in.
    pub async fn log_in(server: &Server, login: &ImapLogin) -> Result<Self, Failure> {
        let mut connection = server.connect().await?;
        let host = &server.settings.host;
        within(server.timeout, authenticate(&mut connection, host, login)).await?;
        let mut session = Session {
            connection,
            timeout: server.timeout,
            folders: None,
            examined: None,
            span: u32::MAX,
            has_literals: false,
            secret: login.secret.clone(),
            last_used: Instant::now(),
        };
        session.has_literals = session
            .run("CAPABILITY", FRAME, |has_literals: &mut bool, response| {
                if let Response::Capabilities(found) = response {
                    *has_literals = found.iter().any(|found| {
                        let name = format!("{found:?}").to_uppercase();
                        name.contains("\"LITERAL+\"") || name.contains("\"LITERAL-\"")
                    });
                }
            })
            .await?;
        Ok(session)
    }

    /// Fails if the account can't be read. A server may let a user in whose mailbox is closed.
    pub async fn check(&mut self) -> Result<(), Failure> {
        if let Some(first) = self.folders().await?.first() {
            self.examine(first).await?;
        }
        Ok(())
    }

    /// The folders to look into, as the server last listed them to this connection.
    pub async fn folders(&mut self) -> Result<Vec<Folder>, Failure> {
        if let Some(folders) = &self.folders {
            return Ok(folders.clone());
        }
        let listed = self.run("LIST \"\" \"*\"", MAX_ANSWER, |listed: &mut Vec<_>, response| {
            if let Response::MailboxData(MailboxDatum::List(data)) = response {
                listed.push(Listed::of(data));
            }
        });
        let folders = chosen(listed.await?);
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
        (self.examined, self.span) = (None, u32::MAX);
        // The server wrote the name, and a name in a quoted string can't have a line break.
        let Some(name) = quoted(&folder.name) else {
            return Ok(None);
        };
        let answer = self
            .run(
                &format!("EXAMINE {name}"),
                FRAME,
                |validity: &mut Option<u32>, response| {
                    if let Response::Data { outcome, .. } = response
                        && let Some(ResponseCode::UidValidity(number)) = outcome.code
                    {
                        *validity = Some(number);
                    }
                },
            )
            .await;
        match answer {
            // Its messages would be missed if it were left out because the server is busy.
            Err(failure @ Failure::Refused(_)) if !failure.is_temporary() => {
                tracing::warn!(%failure, "an IMAP server does not open a folder that it lists; it is skipped");
                Ok(None)
            }
            Err(failure) => Err(failure),
            // A server that can't keep the numbers of messages says so by leaving this out.
            Ok(validity) => {
                let validity = validity.ok_or(Failure::Malformed)?;
                self.examined = Some((folder.clone(), validity));
                Ok(Some(validity))
            }
        }
    }

    /// Closes the examined folder: the numbers of an open one may be those from when it was opened. It is open for reading, so that
    /// `CLOSE` removes nothing from it.
    pub async fn close(&mut self) -> Result<(), Failure> {
        if self.examined.take().is_some() {
            self.run("CLOSE", FRAME, |(): &mut (), _| {}).await?;
        }
        Ok(())
    }

    /// The numbering of a folder's messages, and the number that the next one gets, without opening it. A server that keeps no
    /// numbers leaves them out. `None` if there is no such folder, or it can't be read.
    pub async fn status(&mut self, folder: &Folder) -> Result<Option<Numbering>, Failure> {
        let Some(name) = quoted(&folder.name) else {
            return Ok(None);
        };
        let command = format!("STATUS {name} (UIDNEXT UIDVALIDITY)");
        let answer = self.run(&command, FRAME, |numbering: &mut Numbering, response| {
            let Response::MailboxData(MailboxDatum::Status { status, .. }) = response else {
                return;
            };
            for attribute in status {
                match attribute {
                    StatusAttribute::UidNext(number) => numbering.next = Some(*number),
                    StatusAttribute::UidValidity(number) => numbering.validity = Some(*number),
                    _ => {}
                }
            }
        });
        match answer.await {
            Err(failure @ Failure::Refused(_)) if !failure.is_temporary() => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Searches the examined folder for messages with numbers up to `top`, which is at least 1. Returns their numbers, the highest
    /// first, and the `top` of the next search: 0 if nothing is left.
    ///
    /// The first search covers the whole folder. If it finds too many, later ones cover a range, which widens if it has few.
    pub async fn search(&mut self, query: &str, top: u32) -> Result<(Vec<u32>, u32), Failure> {
        let low = top.saturating_sub(self.span) + 1;
        let command = format!("UID SEARCH {}", within_numbers(query, low, top));
        let answer = self.run(&command, MAX_ANSWER, move |uids: &mut Vec<u32>, response| {
            if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                uids.extend(found.iter().filter(|uid| (low..=top).contains(*uid)));
                if uids.len() > 2 * MAX_FOUND {
                    keep_highest(uids);
                }
            }
        });
        let mut uids = answer.await?;
        keep_highest(&mut uids);
        if uids.len() == MAX_FOUND {
            self.span = uids[0] - uids[RANGE];
            let rest = uids[MAX_FOUND - 1] - 1;
            return Ok((uids, rest));
        }
        if uids.len() < RANGE / 2 {
            self.span = self.span.saturating_mul(WIDEN);
        }
        Ok((uids, low - 1))
    }

    /// The size and the time of receipt of a message. `None` if there is no such message.
    pub async fn facts(&mut self, uid: u32) -> Result<Option<Facts>, Failure> {
        let fetched = self.fetch(
            uid,
            "(UID RFC822.SIZE INTERNALDATE)",
            FRAME,
            |(size, date): &mut (Option<u64>, Option<DateTime<_>>), attribute| match attribute {
                AttributeValue::Rfc822Size(bytes) => *size = Some(u64::from(*bytes)),
                AttributeValue::InternalDate(text) => *date = DateTime::parse_from_str(text.trim(), DATE_TIME).ok(),
                _ => {}
            },
        );
        let Some((size, date)) = fetched.await? else {
            return Ok(None);
        };
        let (size, date) = size.zip(date).ok_or(Failure::Malformed)?;
        let received_at = date.to_utc();
        Ok(Some(Facts { size, received_at }))
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
        let section = self.fetch(
            uid,
            items,
            max_bytes + FRAME,
            |section: &mut Option<Bytes>, attribute| {
                if let AttributeValue::BodySection { data: Some(data), .. } = attribute {
                    *section = Some(Bytes::copy_from_slice(data));
                }
            },
        );
        let section = section.await?.map(|section| section.ok_or(Failure::Malformed));
        section.transpose()
    }

    /// Reads attributes of a message. `None` only if there is no such message: one that is reported as deleted is never parsed.
    async fn fetch<T: Default + Send + 'static>(
        &mut self,
        uid: u32,
        items: &str,
        allowed: u64,
        each: impl Fn(&mut T, &AttributeValue<'_>) + Send + 'static,
    ) -> Result<Option<T>, Failure> {
        let command = format!("UID FETCH {uid} {items}");
        self.run(&command, allowed, move |found: &mut Option<T>, response| {
            // A server may report changes to other messages at any time.
            if let Response::Fetch(_, attributes) = response
                && attributes
                    .iter()
                    .any(|attribute| matches!(attribute, AttributeValue::Uid(found) if *found == uid))
            {
                let found = found.get_or_insert_default();
                for attribute in attributes {
                    each(found, attribute);
                }
            }
        })
        .await
    }

    /// Runs a command, of whose answer at most `allowed` bytes are read. It has succeeded only when the server says so.
    async fn run<T: Default + Send + 'static>(
        &mut self,
        command: &str,
        allowed: u64,
        each: impl Fn(&mut T, &Response<'_>) + Send + 'static,
    ) -> Result<T, Failure> {
        self.last_used = Instant::now();
        let (completion, found) = within(self.timeout, self.connection.run(command, &[], allowed, each)).await?;
        match completion {
            Completion::Ok => Ok(found),
            Completion::No(sentence) | Completion::Bad(sentence) => Err(Failure::refused(&sentence)),
        }
    }
}

/// Keeps the highest of these numbers, each once, in descending order.
fn keep_highest(uids: &mut Vec<u32>) {
    uids.sort_unstable_by(|a, b| b.cmp(a));
    uids.dedup();
    uids.truncate(MAX_FOUND);
}
