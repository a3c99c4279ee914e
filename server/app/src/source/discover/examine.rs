//! One sender: which mails it sent, and what one of them states.

use std::collections::HashSet;

use bytes::Bytes;
use chrono::NaiveDate;
use invoices_db::SuggestedSource;
use invoices_domain::mail::{MailContent, MailSearch, RawMessage, Sought};
use invoices_domain::ports::MailError;
use invoices_domain::reading::{Authentication, DocumentKind, MailContext, Outcome, Reading, RentalRecord, Stated};
use invoices_domain::{Currency, MailAddress, MessageId, Money, UserId, Window};

use super::words::is_about_rent;
use crate::app::App;
use crate::document::read::unless_given_up;
use crate::ingest::context::{Context, Stop};
use crate::ingest::fetch::fetch_within_room;
use crate::ingest::pass::Pages;
use crate::ingest::trust;

/// Maximum number of mails of a sender that are read.
const MAX_READ: usize = 2;
/// The most PDFs of a mail that are read, and the most of its other files.
const MAX_FILES: usize = 2;
/// Maximum number of pages of a sender's mails, with 500 ids per page.
const MAX_PAGES: usize = 4;
/// The label of the rent in a notice's breakdown.
const RENT: &str = "Hyra";

/// A sender that was examined.
pub(super) struct Sender {
    pub address: MailAddress,
    /// Its mails among those that look like purchases or rent.
    pub mails: Vec<MessageId>,
    /// What one of them states; `None` if none states an invoice.
    pub example: Option<Example>,
}

/// What a mail states.
pub(super) struct Example {
    pub source: SuggestedSource,
    /// The name on the document, else the sender's display name.
    pub name: Option<String>,
    pub trusted: bool,
    pub invoice_date: NaiveDate,
    /// `None` of an order that states no total.
    pub total_amount: Option<Money>,
    pub currency: Option<Currency>,
}

/// Searches for a sender's mails and reads them until one states a total, two at most.
pub(super) async fn examine(
    context: &Context<'_>,
    sender: &MailAddress,
    window: Window,
    found: &HashSet<MessageId>,
) -> Result<Sender, Stop> {
    let mails = mails_of(context, sender, window, found).await?;
    let mut example: Option<Example> = None;
    for id in mails.iter().take(MAX_READ) {
        let read = read_mail(context, sender, id).await?;
        let states_total = |example: &Option<Example>| example.as_ref().is_some_and(|read| read.total_amount.is_some());
        if example.is_none() || states_total(&read) {
            example = read;
        }
        if states_total(&example) {
            break;
        }
    }
    Ok(Sender {
        address: sender.clone(),
        mails,
        example,
    })
}

async fn mails_of(
    context: &Context<'_>,
    sender: &MailAddress,
    window: Window,
    found: &HashSet<MessageId>,
) -> Result<Vec<MessageId>, Stop> {
    let Ok(pattern) = sender.as_str().parse() else {
        return Ok(Vec::new());
    };
    let search = MailSearch {
        any_of: vec![Sought {
            senders: vec![pattern],
            subject_words: Vec::new(),
        }],
        window: Some(window),
    };
    let (mut mails, mut pages) = (Vec::new(), Pages::default());
    for _ in 0..MAX_PAGES {
        let Some(ids) = pages.next(context, &search).await? else {
            break;
        };
        mails.extend(ids.into_iter().filter(|id| found.contains(id)));
    }
    Ok(mails)
}

/// What a mail states, if it is an invoice from this sender.
async fn read_mail(context: &Context<'_>, sender: &MailAddress, id: &MessageId) -> Result<Option<Example>, Stop> {
    let app = context.app;
    let (_hold, raw) = match fetch_within_room(context, id).await {
        Ok(fetched) => fetched,
        Err(MailError::Gone | MailError::TooLarge { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let pipeline = &app.settings().pipeline;
    let opened = app
        .reader_of(context.user)
        .open_mail(raw.bytes.clone(), context.authserv_id.as_deref(), &[])
        .await;
    let Some(Ok(mail)) = unless_given_up(opened)? else {
        return Ok(None);
    };
    if mail.sender.as_ref() != Some(sender) {
        return Ok(None);
    }
    let received_on = raw.received_at.map(|at| app.settings().zone.day(at));
    let mut example = stated_by(app, context.user, &mail, received_on).await?;
    if let Some(example) = &mut example {
        example.trusted = !pipeline.check_sender || is_authentic(context, &raw, &mail, sender).await;
    }
    Ok(example)
}

/// What a mail states. Its sender is not trusted yet.
pub(super) async fn stated_by(
    app: &App,
    user: UserId,
    mail: &MailContent,
    received_on: Option<NaiveDate>,
) -> Result<Option<Example>, Stop> {
    let reader = MailReader {
        app,
        user,
        mail,
        received_on,
    };
    let Some((source, stated)) = reader.read().await? else {
        return Ok(None);
    };
    let Some(invoice_date) = stated.invoice_date.or(received_on) else {
        return Ok(None);
    };
    Ok(Some(Example {
        source,
        name: stated.vendor_name.or_else(|| mail.sender_name.clone()),
        trusted: false,
        invoice_date,
        total_amount: stated.total_amount,
        currency: stated.currency,
    }))
}

/// Whether the sender is authenticated. If a name server fails, it is not.
async fn is_authentic(context: &Context<'_>, raw: &RawMessage, mail: &MailContent, sender: &MailAddress) -> bool {
    let judged = trust::authentication(context, raw, mail, sender).await;
    matches!(judged, Ok(Authentication::Trusted(_)))
}

/// Reads the documents of a mail, as an ingest would.
struct MailReader<'a> {
    app: &'a App,
    user: UserId,
    mail: &'a MailContent,
    received_on: Option<NaiveDate>,
}

impl MailReader<'_> {
    /// The mail's source and content: its text as a receipt, else an e-invoice, a page or a PDF as an invoice, or a PDF as a
    /// rent notice.
    async fn read(&self) -> Result<Option<(SuggestedSource, Stated)>, Stop> {
        let html = self.mail.html.iter();
        let html = html.map(|html| (DocumentKind::Retail, &html.bytes, &html.charset));
        let e_invoices = self.mail.e_invoices.iter().map(|bytes| (bytes, &None));
        let pages = self.mail.pages.iter().map(|page| (&page.bytes, &page.charset));
        let files = e_invoices.chain(pages).take(MAX_FILES);
        let files = files.map(|(bytes, charset)| (DocumentKind::RetailAttachment, bytes, charset));
        for (kind, bytes, charset) in html.chain(files) {
            let reading = self.read_document(kind, bytes, charset.as_ref()).await?;
            if let Some(found) = reading.and_then(|reading| self.receipt(reading)) {
                return Ok(Some(found));
            }
        }
        for pdf in self.mail.pdfs.iter().take(MAX_FILES) {
            let reading = self.read_document(DocumentKind::Rental, &pdf.bytes, None).await?;
            if let Some(Outcome::Rental { record }) = reading.map(|reading| reading.outcome)
                && self.is_rent(&record, pdf.name.as_deref())
            {
                return Ok(Some((SuggestedSource::Landlord, record.stated)));
            }
            let reading = self.read_document(DocumentKind::RetailPdf, &pdf.bytes, None).await?;
            if let Some(found) = reading.and_then(|reading| self.receipt(reading)) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// `None` if the reader gives up: what it gives up on isn't an invoice.
    async fn read_document(
        &self,
        kind: DocumentKind,
        bytes: &Bytes,
        charset: Option<&String>,
    ) -> Result<Option<Reading>, Stop> {
        let context = MailContext {
            sender_name: self.mail.sender_name.clone(),
            sender_address: self.mail.sender.as_ref().map(ToString::to_string),
            subject: Some(self.mail.subject.clone()),
            received_on: self.received_on,
            charset: charset.cloned(),
            ..MailContext::default()
        };
        let reader = self.app.reader_of(self.user);
        Ok(unless_given_up(reader.read(kind, bytes.clone(), context).await)?)
    }

    /// A receipt, or an order that has a number and states no total: the shop's other mails may.
    fn receipt(&self, reading: Reading) -> Option<(SuggestedSource, Stated)> {
        match reading.outcome {
            Outcome::Retail { records } => {
                let record = records.into_iter().next()?;
                Some((SuggestedSource::Vendor(record.sub_type), record.stated))
            }
            Outcome::Asked { stated, .. } | Outcome::Failed { stated, .. } if stated.order_id.is_some() => {
                let category = reading.parser.name.split('/').next()?;
                let sub_type = self.app.catalogue().sub_type(category)?;
                Some((SuggestedSource::Vendor(sub_type.clone()), *stated))
            }
            _ => None,
        }
    }

    /// Any PDF invoice can be read as a notice, so something must say that it is about rent.
    fn is_rent(&self, record: &RentalRecord, file_name: Option<&str>) -> bool {
        record.labelled.contains_key(RENT) || is_about_rent(&self.mail.subject) || file_name.is_some_and(is_about_rent)
    }
}
