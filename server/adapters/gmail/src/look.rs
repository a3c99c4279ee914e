//! Looking for new mail by the mailbox's history of changes.
//!
//! A mark is a history id. `users.getProfile` states the current one for 1 unit of quota, and `users.history.list` what came
//! after one for 2 (<https://developers.google.com/workspace/gmail/api/reference/quota>). An id is valid for a week, seldom
//! only for hours; then the answer is 404
//! (<https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.history/list>).

use invoices_domain::mail::{Look, MailAccount, MailMark};
use invoices_domain::ports::{Dependency, MailError};
use reqwest::StatusCode;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::call_error::CallError;
use crate::mailbox::Gmail;

/// The maximum size of an answer. A change lists its messages, of a batch many.
const MAX_ANSWER: u64 = 1024 * 1024;

/// Both answers. A profile has no changes, and a history without changes omits the list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HistoryAnswer {
    /// The current id.
    history_id: String,
    #[serde(default)]
    history: Vec<IgnoredAny>,
    /// Changes of other types may fill a page of which nothing is listed.
    next_page_token: Option<String>,
}

impl Gmail {
    /// Also mails that the user sends, and spam, are news.
    pub(crate) async fn look_since(&self, account: &MailAccount, last: Option<&MailMark>) -> Result<Look, MailError> {
        // An IMAP server that had the same address left another mark.
        let start = last.and_then(|mark| mark.as_str().parse::<u64>().ok());
        if let Some(start) = start
            && let Some(look) = self.history_since(account, start).await?
        {
            return Ok(look);
        }
        self.current_mark(account).await
    }

    /// `None` if the provider does not know the id any more.
    async fn history_since(&self, account: &MailAccount, start: u64) -> Result<Option<Look>, MailError> {
        let mut url = self.history.clone();
        url.query_pairs_mut()
            .append_pair("startHistoryId", &start.to_string())
            .append_pair("historyTypes", "messageAdded")
            .append_pair("maxResults", "1");
        let units = self.settings.quota.history_units;
        match self.get(account, url, MAX_ANSWER, units).await? {
            Err(failure) if failure.error_response(StatusCode::NOT_FOUND).is_some() => Ok(None),
            answer => Ok(Some(read(answer)?)),
        }
    }

    async fn current_mark(&self, account: &MailAccount) -> Result<Look, MailError> {
        let units = self.settings.quota.profile_units;
        let answer = self.get(account, self.profile.clone(), MAX_ANSWER, units).await?;
        Ok(Look {
            has_news: true,
            ..read(answer)?
        })
    }
}

fn read(answer: Result<Vec<u8>, CallError>) -> Result<Look, MailError> {
    let read = answer.and_then(|body| {
        let malformed = || CallError::Malformed("history");
        let read: HistoryAnswer = serde_json::from_slice(&body).map_err(|_| malformed())?;
        Ok(Look {
            has_news: !read.history.is_empty() || read.next_page_token.is_some(),
            mark: read.history_id.parse().map_err(|_| malformed())?,
        })
    });
    read.map_err(|failure| failure.into_dependency_error(Dependency::MailProvider).into())
}
