//! The messages of one account.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::Utc;

use crate::mail::{Hidden, Mail};
use crate::query::Query;

/// Folders nested deeper than this are not read; a link may lead in a circle.
const MAX_DEPTH: usize = 16;

/// Messages, newest first.
#[derive(Default)]
pub(crate) struct Mailbox {
    mails: Vec<Arc<Mail>>,
    ids: HashSet<String>,
}

/// One page of a search.
pub(crate) struct Page {
    pub(crate) mails: Vec<Arc<Mail>>,
    /// Where the next page begins.
    pub(crate) next: Option<String>,
    /// How many messages match in all.
    pub(crate) total: usize,
}

impl Mailbox {
    /// Reads the `.eml` files of a folder and of those below it.
    pub(crate) fn load(folder: &Path, stamp: bool) -> io::Result<Self> {
        let mut mailbox = Mailbox::default();
        let mut files = Vec::new();
        list(folder, MAX_DEPTH, &mut files)?;
        files.sort();
        for file in files {
            let hidden = hidden_as(file.strip_prefix(folder).unwrap_or(&file));
            mailbox.add(Mail::new(&fs::read(&file)?, Utc::now(), hidden, stamp));
        }
        Ok(mailbox)
    }

    /// Adds a message, unless it is there already.
    pub(crate) fn add(&mut self, mail: Mail) {
        if self.ids.insert(mail.id.clone()) {
            let at = self
                .mails
                .partition_point(|other| newest_first(other) <= newest_first(&mail));
            self.mails.insert(at, Arc::new(mail));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.mails.len()
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Mail>> {
        self.mails.iter().find(|mail| mail.id == id).cloned()
    }

    /// The page after `token` (`None`: the first); `Err` for a token that is none. A page stays where it is when messages are
    /// added between two calls.
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

/// Not a token that a page ended with.
pub(crate) struct BadToken;

/// What messages are ordered by.
fn newest_first(mail: &Mail) -> (i64, &str) {
    (-mail.received_ms, &mail.id)
}

fn read_token(token: &str) -> Option<(i64, String)> {
    let (ms, id) = token.rsplit_once('-')?;
    Some((ms.parse::<i64>().ok()?.checked_neg()?, id.to_owned()))
}

fn list(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if depth > 0 {
                list(&path, depth - 1, files)?;
            }
        } else if path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("eml"))
        {
            files.push(path);
        }
    }
    Ok(())
}

fn hidden_as(path: &Path) -> Option<Hidden> {
    let mut folders = path.parent()?.components();
    folders.find_map(
        |folder| match folder.as_os_str().to_str()?.to_ascii_lowercase().as_str() {
            "spam" => Some(Hidden::Spam),
            "trash" => Some(Hidden::Trash),
            _ => None,
        },
    )
}
