//! What the retail ingest looks for: mails of active vendors in a window of time.

use std::collections::BTreeMap;

use bytes::Bytes;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use invoices_db::{NewDocument, PendingMessage};
use invoices_domain::mail::{MailSearch, Sought};
use invoices_domain::{DateWindow, MailAddress, ObjectKey, Source, SubType, UserId, Vendor, VendorId, Window};
use parser_document::mail::Mail;

use super::message::{self, Origin, Verdict, content_hash};
use super::run::{Context, GIVE_UP_AFTER, Pages, Run, Stop};
use crate::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::work::SearchedTo;

/// How far back a first fetch reaches.
const FIRST_FETCH_DAYS: i64 = 30;
/// A window without dates starts this much before the cursor: a mail may be found later than it was received.
const OVERLAP: TimeDelta = TimeDelta::days(1);

/// Mails of vendors.
pub(crate) struct Wanted {
    vendors: Vec<Vendor>,
    /// When they must have been received.
    window: Option<Window>,
}

impl Wanted {
    /// Mails of any active vendor, whenever they were received.
    pub fn any(app: &App) -> Self {
        Wanted {
            vendors: app.catalogue().active_vendors(None).into_iter().cloned().collect(),
            window: None,
        }
    }
}

impl message::Wanted for Wanted {
    fn judge(&self, sender: &MailAddress, subject: &str, received_at: DateTime<Utc>, _: &PendingMessage) -> Verdict {
        if self.window.is_some_and(|window| !window.contains(received_at)) {
            return Verdict::Leave;
        }
        let hits = self
            .vendors
            .iter()
            .filter_map(|vendor| Some((vendor.matches(sender, subject)?, vendor)));
        // Vendors are sorted by id: of two equally close ones the first, always the same.
        match hits.rev().max_by_key(|(closeness, _)| *closeness) {
            Some((_, vendor)) => Verdict::Take {
                vendor: Some(vendor.vendor_id.clone()),
            },
            None => Verdict::Skip("its sender and subject are no active vendor's".into()),
        }
    }

    fn documents(&self, at: &Origin<'_>, mail: Mail) -> Result<Vec<(NewDocument, Bytes)>, String> {
        let vendor = self.vendors.iter().find(|vendor| Some(&vendor.vendor_id) == at.vendor);
        let vendor = vendor.ok_or("its vendor is not active any more")?;
        let only_pdf = !mail.pdfs.is_empty();
        let body = mail.body.ok_or(if only_pdf {
            "its invoice is only a PDF attachment"
        } else {
            "it has no text"
        })?;
        let original = body.into_original();
        let html = Bytes::from(original.bytes);
        let key = ObjectKey::Retail {
            user: at.context.account.user,
            sub_type: vendor.sub_type.clone(),
            vendor: vendor.vendor_id.clone(),
            date: at.context.app.settings().zone.day(at.raw.received_at),
            hash: at.raw.id.hash16(),
        };
        let row = NewDocument::Retail {
            part: "html".into(),
            key,
            sha256: content_hash(&html),
            charset: original.charset,
        };
        Ok(vec![(row, html)])
    }
}

/// The days a run without dates searches: from the earliest cursor of the vendors asked for, a vendor
/// new to the account counting from thirty days back, to today.
pub(crate) async fn default_days(
    app: &App,
    user: UserId,
    days: Option<DateWindow>,
    vendors: &[&Vendor],
) -> Result<DateWindow, Error> {
    if let Some(days) = days {
        return Ok(days);
    }
    let account = app.mail_account(user).await?;
    let now = app.now();
    let start = cursor_start(&app.store().cursors(user, &account.address).await?, vendors, now);
    let zone = app.settings().zone;
    DateWindow::new(zone.day(start).min(zone.day(now)), zone.day(now)).map_err(Error::internal)
}

fn cursor_start(cursors: &BTreeMap<VendorId, DateTime<Utc>>, vendors: &[&Vendor], now: DateTime<Utc>) -> DateTime<Utc> {
    let first = now - TimeDelta::days(FIRST_FETCH_DAYS);
    vendors
        .iter()
        .map(|vendor| cursors.get(&vendor.vendor_id).copied().unwrap_or(first))
        .min()
        .unwrap_or(first)
}

/// Searches the vendors' mails and brings them home, and what earlier runs owe; moves the cursors of vendors whose search
/// succeeded.
pub(crate) async fn run(
    run: &mut Run<'_>,
    days: Option<(NaiveDate, NaiveDate)>,
    sub_type: Option<&SubType>,
) -> Result<(), Stop> {
    let Context {
        app, account, started, ..
    } = run.context;
    let vendors = app.catalogue().active_vendors(sub_type);
    let cursors = app.store().cursors(account.user, &account.address).await?;
    let given = days
        .map(|(start, end)| DateWindow::new(start, end))
        .transpose()
        .map_err(Error::internal)?;
    let zone = app.settings().zone;
    let (window, shown) = match given {
        Some(days) => (zone.days_window(days), days),
        None => {
            let start = cursor_start(&cursors, &vendors, *started);
            let today = zone.day(*started);
            let shown = DateWindow::new(zone.day(start).min(today), today).map_err(Error::internal)?;
            // The end lies a day ahead, so that a provider's clock that runs ahead hides nothing.
            (
                Window {
                    start: start - OVERLAP,
                    end: *started + OVERLAP,
                },
                shown,
            )
        }
    };
    run.report.days = Some((shown.start(), shown.end()));
    for vendor in &vendors {
        run.report.by_vendor.entry(vendor.vendor_id.clone()).or_default();
    }
    run.report.searched_to.take_if(|known| known.account != account.address);
    search(run, &vendors, window).await?;
    // What earlier runs owe lies in other windows, so none is asked about here. A vendor's mail from the second beside this
    // window, which searches give as well, is taken when a pass before this one had no room for it.
    run.bring_home_owed(Source::Retail, &Wanted::any(app)).await?;
    run.fetched_well(Source::Retail)?;
    run.count_left(&[Source::Retail]).await?;
    // The next pass goes on from the same cursors.
    if run.is_cut_off() {
        return Ok(());
    }
    let first = *started - TimeDelta::days(FIRST_FETCH_DAYS);
    let mut moved: BTreeMap<DateTime<Utc>, Vec<VendorId>> = BTreeMap::new();
    for (vendor, to) in run.report.searched_to.iter().flat_map(|known| &known.vendors) {
        let from = cursors.get(vendor).copied().unwrap_or(first);
        if window.start <= from && *to <= window.end {
            moved.entry(*to).or_default().push(vendor.clone());
        }
    }
    for (to, vendors) in moved {
        app.store()
            .move_cursors(account.user, &account.address, &vendors, to)
            .await?;
    }
    crash::point(Point::CursorMoved);
    Ok(())
}

/// Searches every vendor's mails of a window. Where an earlier pass has done so, only what came since is looked for: a long
/// ingest asks for its thousands of pages once, and still sees new mail with each pass.
async fn search(run: &mut Run<'_>, vendors: &[&Vendor], window: Window) -> Result<(), Stop> {
    let mut by_start: BTreeMap<DateTime<Utc>, Vec<&Vendor>> = BTreeMap::new();
    for vendor in vendors {
        let known = run.report.searched_to.as_ref();
        let searched_to = known.and_then(|known| known.vendors.get(&vendor.vendor_id));
        let start = searched_to.map_or(window.start, |to| window.start.max(*to - OVERLAP));
        by_start.entry(start).or_default().push(vendor);
    }
    let mut searches = Searches {
        window,
        wanted: Wanted {
            window: Some(window),
            ..Wanted::any(run.context.app)
        },
        failed_in_a_row: 0,
        failure: None,
        any: false,
    };
    for (start, vendors) in by_start.range(..window.end) {
        searches.ask_for(run, vendors, *start).await?;
    }
    match searches.failure {
        Some(failure) if !searches.any => Err(failure),
        _ => Ok(()),
    }
}

/// The searches of a pass.
struct Searches {
    /// All that the passes search.
    window: Window,
    wanted: Wanted,
    failed_in_a_row: usize,
    failure: Option<Stop>,
    /// Whether one succeeded.
    any: bool,
}

impl Searches {
    /// Vendors share as few searches as the provider allows; one that fails is tried again vendor by vendor,
    /// so that the error names the one concerned.
    async fn ask_for(&mut self, run: &mut Run<'_>, vendors: &[&Vendor], start: DateTime<Utc>) -> Result<(), Stop> {
        let mailbox = &run.context.app.ports().mailbox;
        let all = vendors.iter().map(|vendor| (vendor.vendor_id.clone(), sought(vendor)));
        let window = Window { start, ..self.window };
        for (search, of) in MailSearch::pack(all, Some(window), |search| mailbox.fits(search)) {
            if self.ask(run, &search, &of).await? {
                continue;
            }
            let parts = search.any_of.into_iter().zip(of);
            let several = parts.len() > 1;
            for (part, vendor) in parts {
                let alone = MailSearch {
                    any_of: vec![part],
                    window: search.window,
                };
                if !several || !self.ask(run, &alone, std::slice::from_ref(&vendor)).await? {
                    let error = "the mailbox search failed; the next run tries again";
                    run.report.problem(Some(vendor), None, error);
                }
            }
        }
        Ok(())
    }

    /// Searches, and brings home what is found, page by page. Returns whether the search succeeded. A provider that is down
    /// or asks to slow down is not asked any more.
    async fn ask(&mut self, run: &mut Run<'_>, search: &MailSearch, of: &[VendorId]) -> Result<bool, Stop> {
        if self.gave_up() {
            return Ok(false);
        }
        let alone = match of {
            [vendor] => Some(vendor),
            _ => None,
        };
        let is_first = search.window == Some(self.window);
        let mut pages = Pages::default();
        loop {
            match pages.next(run, search).await {
                Ok(Some(ids)) => {
                    if is_first {
                        run.searched(&ids);
                    }
                    run.record(Source::Retail, &ids).await?;
                    run.bring_home(Source::Retail, &self.wanted, &ids, alone).await?;
                }
                Ok(None) => break,
                Err(Stop::Failed(error)) => {
                    self.failed_in_a_row += 1;
                    self.failure = Some(Stop::Failed(error));
                    return Ok(false);
                }
                Err(stop) => return Err(stop),
            }
        }
        let known = run.report.searched_to.get_or_insert_with(|| SearchedTo {
            account: run.context.account.address.clone(),
            vendors: BTreeMap::new(),
        });
        let started = run.context.started;
        known.vendors.extend(of.iter().map(|vendor| (vendor.clone(), started)));
        self.any = true;
        self.failed_in_a_row = 0;
        Ok(true)
    }

    fn gave_up(&self) -> bool {
        let asked_to_wait =
            matches!(&self.failure, Some(Stop::Failed(Error::Dependency(error))) if error.retry_after.is_some());
        asked_to_wait || self.failed_in_a_row >= GIVE_UP_AFTER
    }
}

fn sought(vendor: &Vendor) -> Sought {
    Sought {
        senders: vendor.email_patterns.clone(),
        subject_words: vendor.subject_keywords.clone(),
    }
}
