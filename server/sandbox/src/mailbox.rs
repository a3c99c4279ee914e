//! The messages of one account.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::disk;
use crate::mail::Mail;
use crate::query::Query;

/// Messages, newest first.
#[derive(Default)]
pub(crate) struct Mailbox {
    mails: Vec<Arc<Mail>>,
    by_id: HashMap<String, Arc<Mail>>,
    /// The oldest change that is known. There is none with the number 0.
    oldest: u64,
}

/// The changes of a mailbox after one of them.
pub(crate) struct Changes {
    /// What was added, oldest first.
    pub(crate) added: Vec<Arc<Mail>>,
    /// Whether there are more.
    pub(crate) more: bool,
}

/// One page of a search.
pub(crate) struct Page {
    pub(crate) mails: Vec<Arc<Mail>>,
    /// The token of the next page.
    pub(crate) next: Option<String>,
    /// How many messages match in all.
    pub(crate) total: usize,
}

impl Mailbox {
    /// Indexes a mailbox on disk: a folder of `.eml` files, a Maildir, an mbox file, or a folder of those.
    pub(crate) fn index(path: &Path) -> io::Result<Self> {
        let mut mailbox = Mailbox::default();
        disk::index(path, &mut |mut mail| {
            mail.history_id = mailbox.history_id() + 1;
            mailbox.by_id.entry(mail.id.clone()).or_insert(Arc::new(mail));
        })?;
        mailbox.mails = mailbox.by_id.values().cloned().collect();
        let order = |one: &Arc<Mail>, other: &Arc<Mail>| newest_first(one).cmp(&newest_first(other));
        mailbox.mails.sort_by(order);
        Ok(mailbox)
    }

    /// Adds a message, unless it exists.
    pub(crate) fn add(&mut self, mut mail: Mail) {
        if self.by_id.contains_key(&mail.id) {
            return;
        }
        mail.history_id = self.history_id() + 1;
        let mail = Arc::new(mail);
        let is_before = |other: &Arc<Mail>| newest_first(other) <= newest_first(&mail);
        let at = self.mails.partition_point(is_before);
        self.mails.insert(at, Arc::clone(&mail));
        self.by_id.insert(mail.id.clone(), mail);
    }

    pub(crate) fn len(&self) -> usize {
        self.mails.len()
    }

    /// The number of the last change. No mail is ever removed, so each change added one.
    pub(crate) fn history_id(&self) -> u64 {
        self.by_id.len() as u64 + 1
    }

    /// At most `most` changes after `start`; `None` if that is forgotten, or not a change.
    pub(crate) fn changes(&self, start: u64, most: usize) -> Option<Changes> {
        if start < self.oldest.max(1) || start > self.history_id() {
            return None;
        }
        let mut added = self.mails.clone();
        added.retain(|mail| mail.history_id > start);
        added.sort_by_key(|mail| mail.history_id);
        let more = added.len() > most;
        added.truncate(most);
        Some(Changes { added, more })
    }

    /// Forgets all changes but the last, as the provider does after about a week.
    pub(crate) fn forget_history(&mut self) {
        self.oldest = self.history_id();
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Mail>> {
        self.by_id.get(id).cloned()
    }

    /// The page after `token`, or the first. Messages that are added between two calls don't shift the pages.
    pub(crate) fn search(
        &self,
        query: &Query,
        hidden_too: bool,
        token: Option<&str>,
        most: usize,
    ) -> Result<Page, BadToken> {
        let after = token.map(|token| read_token(token).ok_or(BadToken)).transpose()?;
        let mut mails = self.mails.clone();
        mails.retain(|mail| (hidden_too || mail.hidden_as.is_none()) && query.matches(mail));
        let total = mails.len();
        if let Some((ms, id)) = &after {
            mails.retain(|mail| newest_first(mail) > (*ms, id));
        }
        let more = mails.len() > most;
        mails.truncate(most);
        let last = mails.last().filter(|_| more);
        let next = last.map(|last| format!("{}-{}", last.received_ms, last.id));
        Ok(Page { mails, next, total })
    }
}

/// An invalid page token.
pub(crate) struct BadToken;

/// The sort key of messages.
fn newest_first(mail: &Mail) -> (i64, &str) {
    (-mail.received_ms, &mail.id)
}

fn read_token(token: &str) -> Option<(i64, String)> {
    let (ms, id) = token.rsplit_once('-')?;
    Some((ms.parse::<i64>().ok()?.checked_neg()?, id.to_owned()))
}
