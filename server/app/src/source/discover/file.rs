//! Discovery in mails that a user submits, before any of them is imported.

use std::collections::BTreeMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::Suggestion;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::MailContent;
use invoices_domain::reading::Authentication;
use invoices_domain::{MailAddress, MessageId, UserId};

use super::company::Companies;
use super::examine::{Example, Sender, stated_by};
use super::words::is_about_purchase;
use super::{Known, Stop};
use crate::app::App;
use crate::error::Error;

/// Maximum number of mails of a sender that are read: the first that look like a purchase need not be one.
const MAX_READ: usize = 4;
/// Maximum number of senders that are kept in mind.
const MAX_SENDERS: usize = 20_000;

/// A look through mails for shops and landlords that are not known.
pub struct FileDiscovery {
    user: UserId,
    known: Known,
    senders: BTreeMap<MailAddress, Seen>,
}

/// The mails of a sender so far.
#[derive(Default)]
struct Seen {
    mails: Vec<MessageId>,
    read: usize,
    example: Option<Example>,
}

impl FileDiscovery {
    /// Begins, with the landlords and vendors that count for the user now.
    pub async fn begin(app: &App, user: UserId) -> Result<Self, Error> {
        let sources = app.sources(user).await?;
        let own = app.mail_addresses(user).await?;
        Ok(FileDiscovery {
            user,
            known: Known::load(app, user, &sources, &own).await?,
            senders: BTreeMap::new(),
        })
    }

    /// Looks at a mail. Nothing of it is stored.
    pub async fn look_at(
        &mut self,
        app: &App,
        message: Bytes,
        received_at: Option<DateTime<Utc>>,
    ) -> Result<(), Error> {
        let Ok(mail) = app.open_handed(self.user, message.clone(), &[]).await? else {
            return Ok(());
        };
        let Some(sender) = mail.sender.clone().filter(|sender| !self.known.contains(sender)) else {
            return Ok(());
        };
        if !looks_like_invoice(&mail) || (self.senders.len() >= MAX_SENDERS && !self.senders.contains_key(&sender)) {
            return Ok(());
        }
        let seen = self.senders.entry(sender.clone()).or_default();
        seen.mails.extend(sha256_hex(&message).parse::<MessageId>());
        let has_total = seen.example.as_ref().is_some_and(|known| known.total_amount.is_some());
        if has_total || seen.read >= MAX_READ {
            return Ok(());
        }
        seen.read += 1;
        let day = app
            .received_at(&mail, received_at)
            .map(|at| app.settings().zone.day(at));
        let read = match stated_by(app, self.user, &mail, day).await {
            Ok(read) => read,
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::UserGone | Stop::Reconnect) => None,
        };
        if let Some(mut read) = read.filter(|read| seen.example.is_none() || read.total_amount.is_some()) {
            let checked = app.reader_of(self.user).check_sender(message, &sender).await;
            read.trusted = matches!(checked, Ok(Authentication::Trusted(_)));
            seen.example = Some(read);
        }
        Ok(())
    }

    /// Writes what was found as suggestions, and returns every suggestion that waits for an answer.
    pub async fn finish(self, app: &App) -> Result<Vec<Suggestion>, Error> {
        let mut companies = Companies::default();
        for (address, seen) in self.senders {
            companies.add(Sender {
                address,
                mails: seen.mails,
                example: seen.example,
            });
        }
        let suggestions = companies.suggestions(self.user);
        app.store().save_suggestions(self.user, suggestions, app.now()).await?;
        app.suggestions(self.user).await
    }
}

/// What a mailbox's search for purchases and rent would find, and any mail with a file that can be an invoice.
fn looks_like_invoice(mail: &MailContent) -> bool {
    let text = mail.html.as_ref().map(|html| String::from_utf8_lossy(&html.bytes));
    mail.has_files() || is_about_purchase(&mail.subject) || text.is_some_and(|text| is_about_purchase(&text))
}
