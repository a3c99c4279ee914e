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
        disk::index(path, &mut |mail| {
            let mail = Arc::new(mail);
            mailbox.by_id.entry(mail.id.clone()).or_insert(mail);
        })?;
        mailbox.mails = mailbox.by_id.values().cloned().collect();
        mailbox
            .mails
            .sort_by(|one, other| newest_first(one).cmp(&newest_first(other)));
        Ok(mailbox)
    }

    /// Adds a message, unless it exists.
    pub(crate) fn add(&mut self, mail: Mail) {
        if self.by_id.contains_key(&mail.id) {
            return;
        }
        let mail = Arc::new(mail);
        let at = self
            .mails
            .partition_point(|other| newest_first(other) <= newest_first(&mail));
        self.mails.insert(at, Arc::clone(&mail));
        self.by_id.insert(mail.id.clone(), mail);
    }

    pub(crate) fn len(&self) -> usize {
        self.mails.len()
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
        let matching = self
            .mails
            .iter()
            .filter(|mail| (hidden_too || mail.hidden_as.is_none()) && query.matches(mail));
        let matching: Vec<_> = matching.cloned().collect();
        let total = matching.len();
        let mut left = matching.into_iter().filter(|mail| {
            after
                .as_ref()
                .is_none_or(|after| newest_first(mail) > (after.0, &after.1))
        });
        let mails: Vec<_> = left.by_ref().take(most).collect();
        let more = left.next().is_some();
        let next = mails
            .last()
            .filter(|_| more)
            .map(|last| format!("{}-{}", last.received_ms, last.id));
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
