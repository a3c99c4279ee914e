//! Discovery: which senders in a user's mailbox send invoices, though they are neither landlords nor vendors.
//!
//! A search finds the mails that look like purchases or rent. Of each sender that is not known, two mails at most are fetched
//! and read; nothing of them is stored. What costs the provider's quota grows with the number of senders, not of mails: one
//! search for a sender's mails takes all of them off the list.

mod company;
mod examine;
mod file;
mod words;

use std::collections::{BTreeSet, HashSet, VecDeque};

use chrono::TimeDelta;
use futures::FutureExt;
use futures::stream::{self, StreamExt};
use invoices_db::SuggestionState;
use invoices_domain::mail::PurchaseSearch;
use invoices_domain::ports::MailError;
use invoices_domain::{EmailPattern, MailAddress, MessageId, UserId, Window};

use self::company::Companies;
pub use self::file::FileDiscovery;
use crate::app::App;
use crate::error::Error;
use crate::ingest::context::{Context, Stop};
use crate::ingest::pass::Pass;
use crate::job::DiscoveryProgress;
use crate::source::Sources;

/// Maximum number of pages per search, with 500 ids per page.
const MAX_PAGES: usize = 20;
/// Maximum number of senders that one search examines.
const MAX_SENDERS: usize = 300;
/// Maximum number of mails whose sender one search asks for: if a search for a sender misses mails, senders are searched one by
/// one.
const MAX_HEADERS: usize = 2 * MAX_SENDERS;
/// How many senders are examined at once.
const AT_ONCE: usize = 4;

/// What was found in a user's mailboxes so far.
#[derive(Default)]
pub(crate) struct Discovery {
    companies: Companies,
    progress: DiscoveryProgress,
}

/// Searches a mailbox and writes suggestions.
pub(crate) async fn discover(pass: &mut Pass<'_>, days: u16, discovery: &mut Discovery) -> Result<(), Stop> {
    let context = pass.context;
    let Discovery { companies, progress } = discovery;
    let known = Known::load(context.app, context.user, &context.sources, &context.accounts).await?;
    let mut left = search(context, &known, days, progress).await?;
    progress.mails += left.len() as u64;
    let found: HashSet<MessageId> = left.iter().cloned().collect();
    let (mut done, mut seen, mut asked) = (HashSet::new(), BTreeSet::new(), 0);
    loop {
        pass.report.discovery = Some(*progress);
        pass.send_report();
        let wave = next_wave(&mut left, &done);
        if wave.is_empty() {
            return Ok(());
        }
        if seen.len() >= MAX_SENDERS || asked >= MAX_HEADERS {
            progress.more = true;
            pass.report.discovery = Some(*progress);
            return Ok(());
        }
        if !context.app.store().is_live(context.user).await? {
            return Err(Stop::UserGone);
        }
        asked += wave.len();
        let senders = senders_of(context, wave).await?;
        let new = senders
            .into_iter()
            .filter(|sender| !known.contains(sender) && seen.insert(sender.clone()));
        let new: Vec<MailAddress> = new.collect();
        let mut examinations = Vec::with_capacity(new.len());
        for sender in &new {
            examinations.push(examine::examine(context, sender, window(context, days), &found).boxed());
        }
        let mut examined = stream::iter(examinations).buffer_unordered(AT_ONCE);
        while let Some(sender) = examined.next().await {
            let sender = sender?;
            progress.senders += 1;
            done.extend(sender.mails.iter().cloned());
            companies.add(sender);
        }
        drop(examined);
        let (store, user) = (context.app.store(), context.user);
        store
            .save_suggestions(user, companies.suggestions(user), context.app.now())
            .await?;
    }
}

fn window(context: &Context<'_>, days: u16) -> Window {
    Window {
        start: context.started - TimeDelta::days(days.into()),
        end: context.started + TimeDelta::days(1),
    }
}

/// The ids of the mails that look like purchases or rent, each once, the newest of each search first.
async fn search(
    context: &Context<'_>,
    known: &Known,
    days: u16,
    progress: &mut DiscoveryProgress,
) -> Result<VecDeque<MessageId>, Stop> {
    let (mut ids, mut unique) = (VecDeque::new(), HashSet::new());
    for list in words::PURCHASES {
        let search = PurchaseSearch {
            words: words::words_of(list).collect(),
            except: known.senders.clone(),
            window: window(context, days),
        };
        let mut next = None;
        for nth in 1.. {
            let mailbox = &context.app.ports().mailbox;
            let page = mailbox
                .search_purchases(context.connected()?, &search, next.as_ref())
                .await?;
            ids.extend(page.ids.into_iter().filter(|id| unique.insert(id.clone())));
            next = page.next;
            if next.is_none() {
                break;
            }
            if nth >= MAX_PAGES {
                progress.more = true;
                break;
            }
        }
    }
    Ok(ids)
}

/// The next mails whose senders are not known, at most [`AT_ONCE`].
fn next_wave(left: &mut VecDeque<MessageId>, done: &HashSet<MessageId>) -> Vec<MessageId> {
    let mut wave = Vec::with_capacity(AT_ONCE);
    while wave.len() < AT_ONCE
        && let Some(id) = left.pop_front()
    {
        if !done.contains(&id) {
            wave.push(id);
        }
    }
    wave
}

/// The senders of these mails.
async fn senders_of(context: &Context<'_>, ids: Vec<MessageId>) -> Result<Vec<MailAddress>, Stop> {
    let mailbox = &context.app.ports().mailbox;
    let mut asked = Vec::with_capacity(ids.len());
    for id in &ids {
        asked.push(mailbox.headers(context.connected()?, id));
    }
    let headers: Vec<_> = stream::iter(asked).buffered(AT_ONCE).collect().await;
    let mut senders = Vec::new();
    for headers in headers {
        match headers {
            Ok(headers) => senders.extend(headers.sender),
            Err(MailError::Gone | MailError::TooLarge { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(senders)
}

/// Senders that are not suggested.
struct Known {
    /// Those of landlords and vendors, switched off or not.
    senders: Vec<EmailPattern>,
    /// Those that the user has refused, and the user.
    addresses: BTreeSet<String>,
}

impl Known {
    /// `own` are the user's own addresses.
    async fn load(app: &App, user: UserId, sources: &Sources, own: &[MailAddress]) -> Result<Self, Error> {
        let refused = app.store().suggestions(user, &[SuggestionState::Refused]).await?;
        let refused = refused.iter().flat_map(|refused| refused.senders.as_slice());
        Ok(Known {
            senders: sources.senders().cloned().collect(),
            addresses: refused
                .map(ToString::to_string)
                .chain(own.iter().map(ToString::to_string))
                .collect(),
        })
    }

    fn contains(&self, sender: &MailAddress) -> bool {
        self.addresses.contains(sender.as_str()) || self.senders.iter().any(|known| known.matches(sender).is_some())
    }
}
