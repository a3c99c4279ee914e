//! Searching and fetching mail.

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_domain::MessageId;
use invoices_domain::mail::{
    Look, MailAccount, MailHeaders, MailMark, MailSearch, PageToken, PurchaseSearch, RawMessage, SearchPage,
};
use invoices_domain::ports::{MailError, Mailbox};
use mail_parser::MessageParser;

use crate::failure::Failure;
use crate::imap::Imap;
use crate::look::ReadMark;
use crate::place::Place;
use crate::pool::Work;
use crate::query::{MAX_QUERY_BYTES, purchase_query, query, query_length};
use crate::session::Session;

/// How many messages a page has.
const PAGE: usize = 500;

/// Lists one page of the messages that a query finds: the newest of a folder first, and folders by name.
struct List<Q> {
    /// The query, for a server that takes literals or for one that does not.
    query: Q,
    /// The last message of the page before.
    after: Option<Place>,
}

impl<Q: Fn(bool) -> String> List<Q> {
    fn new(query: Q, page: Option<&PageToken>) -> Self {
        let after = page.and_then(|PageToken(text)| Place::read(text));
        List { query, after }
    }

    /// The highest number that the page may have in a folder.
    fn top(&self, folder: &str, validity: u32) -> u32 {
        match &self.after {
            Some(after) if after.folder == folder && after.validity == validity => after.uid.saturating_sub(1),
            _ => u32::MAX,
        }
    }
}

#[async_trait]
impl<Q: Fn(bool) -> String + Sync> Work for List<Q> {
    type Output = SearchPage;

    async fn run(&self, session: &mut Session) -> Result<SearchPage, Failure> {
        if self.after.is_none() {
            session.forget_folders();
        }
        let query = (self.query)(session.has_literals);
        let folders = session.folders().await?;
        let here = |after: &Place| folders.iter().position(|folder| after.is_in(folder));
        // The messages of a folder that is gone meanwhile may have moved to any other.
        let first = self.after.as_ref().and_then(here).unwrap_or(0);
        let mut ids: Vec<MessageId> = Vec::new();
        for folder in &folders[first..] {
            let Some(validity) = session.examine(folder).await? else {
                continue;
            };
            let shown = folder.shown();
            let place = |uid: u32| Place {
                folder: shown.clone(),
                validity,
                uid,
            };
            let mut top = self.top(&shown, validity);
            while top > 0 {
                let (uids, rest) = session.search(&query, top).await?;
                let room = PAGE - ids.len();
                ids.extend(uids.iter().take(room).filter_map(|uid| place(*uid).id()));
                if let Some(last) = uids.get(room - 1) {
                    let next = Some(place(*last).token());
                    return Ok(SearchPage { ids, next });
                }
                top = rest;
            }
        }
        Ok(SearchPage { ids, next: None })
    }
}

/// Reads the headers of a message. `None` if it is gone: deleted, moved or renumbered.
struct ReadHeaders(Place);

#[async_trait]
impl Work for ReadHeaders {
    type Output = Option<Bytes>;

    async fn run(&self, session: &mut Session) -> Result<Option<Bytes>, Failure> {
        if !open(session, &self.0).await? {
            return Ok(None);
        }
        session.headers(self.0.uid).await
    }
}

/// Reads a message. `None` if it is gone.
struct ReadMessage {
    place: Place,
    limit: u64,
}

/// What was read of a message.
enum Message {
    Whole(Bytes, DateTime<Utc>),
    TooLarge,
}

#[async_trait]
impl Work for ReadMessage {
    type Output = Option<Message>;

    async fn run(&self, session: &mut Session) -> Result<Option<Message>, Failure> {
        if !open(session, &self.place).await? {
            return Ok(None);
        }
        let Some(facts) = session.facts(self.place.uid).await? else {
            return Ok(None);
        };
        if facts.size > self.limit {
            return Ok(Some(Message::TooLarge));
        }
        // A server may send more than it stated.
        let bytes = session.message(self.place.uid, self.limit.saturating_add(1)).await?;
        Ok(bytes.map(|bytes| {
            if bytes.len() as u64 > self.limit {
                Message::TooLarge
            } else {
                Message::Whole(bytes, facts.received_at)
            }
        }))
    }
}

/// Opens the folder of a message. `false` if the message is gone with it.
async fn open(session: &mut Session, place: &Place) -> Result<bool, Failure> {
    let folders = session.folders().await?;
    let Some(folder) = folders.iter().find(|folder| place.is_in(folder)) else {
        return Ok(false);
    };
    Ok(session.examine(folder).await? == Some(place.validity))
}

/// The place that an id names. Ids of other providers name none.
fn place_of(id: &MessageId) -> Result<Place, MailError> {
    Place::read(id.as_str()).ok_or(MailError::Gone)
}

fn headers_of(bytes: &[u8]) -> Option<MailHeaders> {
    let mail = MessageParser::default().parse_headers(bytes)?;
    let from = mail.from().map(|from| from.clone().into_list()).unwrap_or_default();
    let sender = match &from[..] {
        [one] => one.address.as_deref().and_then(|address| address.parse().ok()),
        _ => None,
    };
    let subject = mail.subject().unwrap_or_default().to_owned();
    Some(MailHeaders { sender, subject })
}

#[async_trait]
impl Mailbox for Imap {
    fn fits(&self, search: &MailSearch) -> bool {
        query_length(search) <= MAX_QUERY_BYTES
    }

    async fn search(
        &self,
        account: &MailAccount,
        search: &MailSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        let Some(query) = query(search) else {
            return Ok(SearchPage::default());
        };
        self.run(account, &List::new(|_| query.clone(), page)).await
    }

    async fn search_purchases(
        &self,
        account: &MailAccount,
        search: &PurchaseSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        let query = |has_literals| purchase_query(search, has_literals);
        self.run(account, &List::new(query, page)).await
    }

    async fn look(&self, account: &MailAccount, last: Option<&MailMark>) -> Result<Look, MailError> {
        let mark = self.run(account, &ReadMark).await?;
        Ok(Look {
            has_news: last != Some(&mark),
            mark,
        })
    }

    async fn headers(&self, account: &MailAccount, id: &MessageId) -> Result<MailHeaders, MailError> {
        let headers = self.run(account, &ReadHeaders(place_of(id)?)).await?;
        headers.and_then(|bytes| headers_of(&bytes)).ok_or(MailError::Gone)
    }

    async fn fetch(&self, account: &MailAccount, id: &MessageId, max_bytes: u64) -> Result<RawMessage, MailError> {
        let work = ReadMessage {
            place: place_of(id)?,
            limit: max_bytes,
        };
        match self.run(account, &work).await? {
            Some(Message::Whole(bytes, received_at)) => Ok(RawMessage {
                id: id.clone(),
                received_at: Some(received_at),
                bytes,
            }),
            Some(Message::TooLarge) => Err(MailError::TooLarge { limit: max_bytes }),
            None => Err(MailError::Gone),
        }
    }
}
