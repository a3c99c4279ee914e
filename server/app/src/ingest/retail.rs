//! The retail ingest: mails of active vendors in a window of time.

use std::collections::BTreeMap;

use bytes::Bytes;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use invoices_db::{NewDocument, PendingMessage};
use invoices_domain::mail::{MailContent, MailSearch, Sought};
use invoices_domain::{
    AccountName, DateWindow, EmailPattern, IngestReason, MailAddress, ServiceZone, Source, SubType, UserId, Vendor,
    VendorId, Window,
};

use super::context::{Context, Stop};
use super::message::{Classification, MessageFilter, Origin};
use super::pass::{MAX_FAILURES_IN_A_ROW, Pages, Pass};
use super::retail_parts;
use crate::app::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::job::ProblemCause;
use crate::source::FIRST_FETCH;

/// A search without dates starts this much before the cursor, since a mail may be found later than it was received.
const OVERLAP: TimeDelta = TimeDelta::days(1);

/// Accepts mails of active vendors.
pub(crate) struct Filter {
    vendors: Vec<Vendor>,
    /// When a mail must have been received; `None` for any time.
    window: Option<Window>,
}

impl Filter {
    /// Accepts mails of any active vendor, whenever they were received.
    pub fn any(context: &Context<'_>) -> Self {
        Filter {
            vendors: context.sources.active_vendors(None),
            window: None,
        }
    }
}

impl MessageFilter for Filter {
    fn classify(
        &self,
        sender: &MailAddress,
        subject: &str,
        received_at: Option<DateTime<Utc>>,
        _: &PendingMessage,
    ) -> Classification {
        let is_outside = |window: Window| !received_at.is_some_and(|at| window.contains(at));
        if self.window.is_some_and(is_outside) {
            return Classification::OutOfScope;
        }
        // A user's own vendors come before the operator's.
        match Vendor::closest(self.vendors.iter(), sender, subject) {
            Some(vendor) => Classification::Accepted {
                vendor: Some(vendor.vendor_id.clone()),
            },
            None => Classification::Skipped(IngestReason::NoVendor),
        }
    }

    fn documents(&self, origin: &Origin<'_>, mail: MailContent) -> Result<Vec<(NewDocument, Bytes)>, IngestReason> {
        let vendor = self
            .vendors
            .iter()
            .find(|vendor| Some(&vendor.vendor_id) == origin.vendor);
        let vendor = vendor.ok_or(IngestReason::VendorInactive)?;
        retail_parts::documents(origin, vendor, mail)
    }
}

/// The days that an ingest without dates searches: from the earliest cursor of these vendors to today. A vendor that is
/// new to the account counts from thirty days ago.
pub(crate) async fn default_days(
    app: &App,
    user: UserId,
    days: Option<DateWindow>,
    vendors: &[Vendor],
) -> Result<DateWindow, Error> {
    if let Some(days) = days {
        return Ok(days);
    }
    let now = app.now();
    let mut start = now;
    for account in app.mailboxes(user).await? {
        let cursors = app.store().cursors(user, &AccountName::Address(account.address));
        start = start.min(cursor_start(&cursors.await?, vendors, now));
    }
    let zone = app.settings().zone;
    DateWindow::new(zone.day(start).min(zone.day(now)), zone.day(now)).map_err(Error::internal)
}

/// Each vendor's cursor in an account.
type Cursors = BTreeMap<VendorId, DateTime<Utc>>;

fn cursor_start(cursors: &Cursors, vendors: &[Vendor], now: DateTime<Utc>) -> DateTime<Utc> {
    let first = now - FIRST_FETCH;
    vendors
        .iter()
        .map(|vendor| cursors.get(&vendor.vendor_id).copied().unwrap_or(first))
        .min()
        .unwrap_or(first)
}

/// The start of a search for a vendor's mails if no days are given.
fn search_start(cursors: &Cursors, vendor: &Vendor, now: DateTime<Utc>) -> DateTime<Utc> {
    match cursors.get(&vendor.vendor_id) {
        Some(cursor) => *cursor - OVERLAP,
        None => now - FIRST_FETCH,
    }
}

/// What an ingest searches.
struct Period {
    window: Window,
    /// The window without overlaps, as the answer shows it.
    shown: DateWindow,
}

impl Period {
    /// The given days, else all time since the cursors. A first fetch has nothing to overlap with.
    fn new(
        (zone, started): (ServiceZone, DateTime<Utc>),
        days: Option<(NaiveDate, NaiveDate)>,
        cursors: &Cursors,
        vendors: &[Vendor],
    ) -> Result<Self, Error> {
        if let Some((start, end)) = days {
            let shown = DateWindow::new(start, end).map_err(Error::internal)?;
            let window = zone.days_window(shown);
            return Ok(Period { window, shown });
        }
        let start = cursor_start(cursors, vendors, started);
        let today = zone.day(started);
        let shown = DateWindow::new(zone.day(start).min(today), today).map_err(Error::internal)?;
        // The window ends a day ahead, so that mails are found even if the provider's clock is ahead of ours.
        let starts = vendors.iter().map(|vendor| search_start(cursors, vendor, started));
        let window = Window {
            start: starts.min().unwrap_or(start),
            end: started + OVERLAP,
        };
        Ok(Period { window, shown })
    }
}

/// Searches the vendors' mails and fetches them, then fetches what earlier runs left pending. Moves the cursors of
/// vendors whose search succeeded.
pub(crate) async fn ingest(
    pass: &mut Pass<'_>,
    days: Option<(NaiveDate, NaiveDate)>,
    sub_type: Option<&SubType>,
) -> Result<(), Stop> {
    let Context {
        app,
        user,
        account,
        sources,
        ..
    } = pass.context;
    let vendors = sources.active_vendors(sub_type);
    let cursors = app.store().cursors(*user, account).await?;
    let now = (app.settings().zone, pass.context.started);
    let Period { window, shown } = Period::new(now, days, &cursors, &vendors)?;
    let earliest = pass
        .report
        .days
        .map_or(shown.start(), |(start, _)| start.min(shown.start()));
    pass.report.days = Some((earliest, shown.end()));
    for vendor in &vendors {
        pass.report.by_vendor.entry(vendor.vendor_id.clone()).or_default();
    }
    let start_of = |vendor: &Vendor| match days {
        Some(_) => window.start,
        None => search_start(&cursors, vendor, pass.context.started),
    };
    let starts = vendors.iter().map(|vendor| (vendor, start_of(vendor))).collect();
    search(pass, starts, window).await?;
    // Messages that earlier runs left pending were received in other windows, so this filter has no window. It accepts, too, a
    // mail just outside this window that a search returned and that an earlier pass could not store.
    pass.fetch_pending(Source::Retail, &Filter::any(pass.context)).await?;
    pass.check_fetch_errors(Source::Retail)?;
    pass.count_left(&[Source::Retail]).await?;
    // The next pass starts from the same cursors, and so does the next ingest if the account was full, or if a mail may have
    // moved to another folder.
    if !pass.is_cut_off() && !pass.report.account_full && !pass.report.any_gone {
        move_cursors(pass, &cursors, window).await?;
    }
    Ok(())
}

/// Moves the cursor of each searched vendor, unless the window would leave a gap after it.
async fn move_cursors(pass: &Pass<'_>, cursors: &Cursors, window: Window) -> Result<(), Stop> {
    let Context {
        app,
        user,
        account,
        started,
        ..
    } = pass.context;
    let first = *started - FIRST_FETCH;
    let mut moved: BTreeMap<DateTime<Utc>, Vec<VendorId>> = BTreeMap::new();
    for (vendor, to) in pass.report.searched_to.get(account).into_iter().flatten() {
        let from = cursors.get(vendor).copied().unwrap_or(first);
        if window.start <= from && *to <= window.end {
            moved.entry(*to).or_default().push(vendor.clone());
        }
    }
    for (to, vendors) in moved {
        app.store().move_cursors(*user, account, &vendors, to).await?;
    }
    crash::point(Point::CursorMoved);
    Ok(())
}

/// Searches every vendor's mails from its start to the window's end. If an earlier pass has done so, only newer mails are
/// searched for: a long ingest reads its thousands of pages once, and each pass still finds new mails.
async fn search(pass: &mut Pass<'_>, starts: Vec<(&Vendor, DateTime<Utc>)>, window: Window) -> Result<(), Stop> {
    let mut by_start: BTreeMap<DateTime<Utc>, Vec<&Vendor>> = BTreeMap::new();
    for (vendor, start) in starts {
        let searched_to = pass.report.searched_to.get(&pass.context.account);
        let searched_to = searched_to.and_then(|searched| searched.get(&vendor.vendor_id));
        let start = searched_to.map_or(start, |to| start.max(*to - OVERLAP));
        by_start.entry(start).or_default().push(vendor);
    }
    let mut searches = Searches {
        window,
        filter: Filter {
            window: Some(window),
            ..Filter::any(pass.context)
        },
        failed_in_a_row: 0,
        last_failure: None,
        any_succeeded: false,
    };
    for (start, vendors) in by_start.range(..window.end) {
        searches.search_vendors(pass, vendors, *start).await?;
    }
    match searches.last_failure {
        Some(failure) if !searches.any_succeeded => Err(failure),
        _ => Ok(()),
    }
}

/// The searches of a pass.
struct Searches {
    /// The window of all passes.
    window: Window,
    filter: Filter,
    failed_in_a_row: usize,
    last_failure: Option<Stop>,
    any_succeeded: bool,
}

impl Searches {
    /// Searches for several vendors' mails in as few searches as the provider allows. A search that fails is repeated
    /// vendor by vendor, so that the error names the vendor concerned.
    async fn search_vendors(
        &mut self,
        pass: &mut Pass<'_>,
        vendors: &[&Vendor],
        start: DateTime<Utc>,
    ) -> Result<(), Stop> {
        let mailbox = &pass.context.app.ports().mailbox;
        let forwarders = pass.context.forwarders();
        let all = vendors
            .iter()
            .map(|vendor| (vendor.vendor_id.clone(), sought(vendor, &forwarders)));
        let window = Window { start, ..self.window };
        for (search, vendors) in MailSearch::pack(all, Some(window), |search| mailbox.fits(search)) {
            if self.search_and_fetch(pass, &search, &vendors).await? {
                continue;
            }
            let parts = search.any_of.into_iter().zip(vendors);
            let several = parts.len() > 1;
            for (part, vendor) in parts {
                let alone = MailSearch {
                    any_of: vec![part],
                    window: search.window,
                };
                if !several
                    || !self
                        .search_and_fetch(pass, &alone, std::slice::from_ref(&vendor))
                        .await?
                {
                    pass.report.add_error(Some(vendor), None, ProblemCause::SearchFailed);
                }
            }
        }
        Ok(())
    }

    /// Searches, and fetches what is found page by page. Returns whether the search succeeded. A provider that is down
    /// or asks to slow down is not asked again.
    async fn search_and_fetch(
        &mut self,
        pass: &mut Pass<'_>,
        search: &MailSearch,
        vendors: &[VendorId],
    ) -> Result<bool, Stop> {
        if self.has_given_up() {
            return Ok(false);
        }
        let only_vendor = match vendors {
            [vendor] => Some(vendor),
            _ => None,
        };
        let searched = pass.report.searched_to.get(&pass.context.account);
        let is_first = !vendors
            .iter()
            .any(|vendor| searched.is_some_and(|searched| searched.contains_key(vendor)));
        let mut pages = Pages::default();
        loop {
            match pages.next(pass.context, search).await {
                Ok(Some(ids)) => {
                    if is_first {
                        pass.count_searched(&ids);
                    }
                    pass.record_found(Source::Retail, &ids).await?;
                    pass.fetch_found(Source::Retail, &self.filter, &ids, only_vendor)
                        .await?;
                }
                Ok(None) => break,
                Err(Stop::Failed(error)) => {
                    self.failed_in_a_row += 1;
                    self.last_failure = Some(Stop::Failed(error));
                    return Ok(false);
                }
                Err(stop) => return Err(stop),
            }
        }
        let (account, started) = (pass.context.account.clone(), pass.context.started);
        let searched = pass.report.searched_to.entry(account).or_default();
        searched.extend(vendors.iter().map(|vendor| (vendor.clone(), started)));
        self.any_succeeded = true;
        self.failed_in_a_row = 0;
        Ok(true)
    }

    fn has_given_up(&self) -> bool {
        let asked_to_wait =
            matches!(&self.last_failure, Some(Stop::Failed(Error::Dependency(error))) if error.retry_after.is_some());
        asked_to_wait || self.failed_in_a_row >= MAX_FAILURES_IN_A_ROW
    }
}

/// A vendor's mails, and those that the user forwarded. Without words in the subject these would be all that the user sent.
fn sought(vendor: &Vendor, forwarders: &[EmailPattern]) -> Sought {
    let mut senders = vendor.email_patterns.clone();
    if !vendor.subject_keywords.is_empty() {
        senders.extend_from_slice(forwarders);
    }
    Sought {
        senders,
        subject_words: vendor.subject_keywords.clone(),
    }
}

#[cfg(test)]
mod tests;
