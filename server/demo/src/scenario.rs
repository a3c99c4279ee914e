//! The calls of an app, step by step, with checks of the results.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use chrono::{Days, NaiveDate, Utc};
use indicatif::{ProgressBar, ProgressStyle};
use invoices_client::{Client, LatestIngest, types};
use invoices_db::NotificationState;
use invoices_sandbox::SandboxHandle;
use invoices_service::{App, UserId};

use super::expected::{Expected, Readings};
use super::outcome::{self, Line};
use super::own::{self, OwnMail, OwnMailbox};
use super::{discovery, tables};

/// How often the progress of the pipeline is read.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time limit of the pipeline for the whole mailbox.
const PIPELINE_TIMEOUT: Duration = Duration::from_mins(10);
/// A limit above the number of rows of any demo mailbox.
const ALL: i64 = 1_000_000;

/// The address that the demo's user logs in with.
pub const EMAIL: &str = "alva@example.com";
/// The password that the demo's user logs in with.
pub const PASSWORD: &str = "a password for the demo";

/// One user of the service.
pub struct Scenario<'a> {
    client: Client,
    user: UserId,
    /// The user's bearer token.
    pub token: String,
    app: App,
    sandbox: &'a SandboxHandle,
}

/// What the mailbox contains.
pub enum Content {
    /// What the service must find.
    Known(Expected),
    /// Messages of which nothing else is known. The expected results are counted once the vendors are known.
    Own {
        /// The messages.
        mailbox: OwnMailbox,
        /// Whether to add the shops and landlords that are found.
        accept: bool,
        /// Where to write the shops that are found.
        write_vendors: Option<PathBuf>,
    },
}

impl<'a> Scenario<'a> {
    pub async fn sign_up(base_url: &str, app: App, sandbox: &'a SandboxHandle) -> Result<Self, Box<dyn Error>> {
        let body = types::SignupBody {
            invitation: None,
            email: EMAIL.into(),
            name: "Alva Exempel".into(),
            password: PASSWORD.to_owned().into(),
        };
        let client = Client::connect(base_url)?;
        let session = client.user_signup(&body).await?.into_inner();
        writeln!(io::stdout(), "{}  {}", session.message, session.data.username)?;
        let token = session.data.access_token.expose().to_owned();
        Ok(Scenario {
            client: client.with_token(token.clone()),
            user: app.verify_token(&token)?,
            token,
            app,
            sandbox,
        })
    }

    /// Makes every call and returns the differences from what is expected.
    pub async fn run(&self, content: &Content) -> Result<Vec<String>, Box<dyn Error>> {
        let mut problems = Vec::new();
        self.connect().await?;
        let counted;
        let (expected, mails) = match content {
            Content::Known(expected) => (expected, None),
            Content::Own {
                mailbox: OwnMailbox { mails, .. },
                accept,
                write_vendors,
            } => {
                let found = discovery::discover(&self.client, first_day(mails)).await?;
                if let Some(file) = write_vendors {
                    discovery::write_vendors(file, &found, self.app.catalogue())?;
                }
                if *accept {
                    discovery::accept(&self.client, &found).await?;
                }
                counted = Expected::of_mails(mails, &self.app.sources(self.user).await?);
                (&counted, Some(&mails[..]))
            }
        };
        ingest(&self.client, mails.and_then(first_day), expected, &mut problems).await?;
        self.wait_for_pipeline().await?;
        self.show(expected, &mut problems).await?;
        self.show_messages(mails).await?;
        self.ingest_again(&mut problems).await?;
        delete_one(&self.client, &mut problems).await?;
        Ok(problems)
    }

    async fn connect(&self) -> Result<(), Box<dyn Error>> {
        let tokens = self.sandbox.issue_tokens();
        let body = types::StoreTokensBody {
            account_id: None,
            access_token: tokens.access.into(),
            refresh_token: Some(tokens.refresh.into()),
            expires_in: None,
            scope: None,
            email: None,
        };
        let stored = self.client.mail_store_tokens(&body).await?.into_inner();
        writeln!(io::stdout(), "{}  {}", stored.message, stored.data.google_email)?;
        Ok(())
    }

    /// Waits until no work is pending, and shows the progress.
    async fn wait_for_pipeline(&self) -> Result<(), Box<dyn Error>> {
        let style = ProgressStyle::with_template("parsing {bar:40} {pos}/{len}")?;
        let bar = ProgressBar::new(0).with_style(style);
        let waited = tokio::time::timeout(PIPELINE_TIMEOUT, async {
            loop {
                let lines = self.ledger().await?;
                let finished = lines.iter().filter(|line| !line.is_pending).count();
                bar.set_length(lines.len() as u64);
                bar.set_position(finished as u64);
                if finished == lines.len() && self.app.store().live_jobs().await? == 0 {
                    return Ok::<(), Box<dyn Error>>(());
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        });
        waited.await.map_err(|_| "the pipeline did not finish in time")??;
        bar.finish_and_clear();
        Ok(())
    }

    async fn ledger(&self) -> Result<Vec<Line>, Box<dyn Error>> {
        Ok(outcome::lines(self.app.store().ledger(self.user, ALL).await?))
    }

    async fn show(&self, expected: &Expected, problems: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
        let client = &self.client;
        let rental = client.rental_invoices().await?;
        writeln!(io::stdout(), "Rental invoices\n{}\n", tables::rental(&rental))?;
        let retail = client.retail_invoices(None).await?;
        writeln!(io::stdout(), "Retail invoices\n{}\n", tables::retail(&retail))?;
        let counts = client.retail_counts().await?;
        writeln!(io::stdout(), "{}\n", tables::counts("category", &counts))?;
        if let Some(first) = retail.first() {
            let sub_type = first.sub_type.to_string().parse()?;
            let details = client.retail_invoice(sub_type, &first.invoice_id).await?;
            let details = serde_json::to_string_pretty(&details)?;
            writeln!(io::stdout(), "The first one in full\n{details}\n")?;
        }
        let rows = self.app.store().notifications(Some(self.user), ALL).await?;
        for row in rows.iter().filter(|row| row.state != NotificationState::Sent) {
            problems.push(format!("not sent: {}", row.message));
        }
        // One notification can cover several invoices.
        let counts = rows
            .iter()
            .map(|row| row.facts.as_ref().and_then(|facts| facts.invoice_count).unwrap_or(1));
        let told: u64 = counts.sum();
        let sentences: Vec<(String, String)> = rows.into_iter().map(|row| (row.subject, row.message)).collect();
        writeln!(io::stdout(), "Notifications\n{}\n", tables::notifications(&sentences))?;
        let lines = self.ledger().await?;
        let notices: usize = rental.values().map(Vec::len).sum();
        if told != notices as u64 {
            problems.push(format!("{notices} rental invoices, but notifications of {told}"));
        }
        for line in lines.iter().filter(|line| line.is_pending) {
            problems.push(format!("{}: still {}", line.subject, line.state));
        }
        if let Some(readings) = &expected.readings {
            check_rental(readings, &rental, problems);
            check_retail(client, readings, &retail, problems).await?;
            let quarantined = lines.iter().filter(|line| line.state == "quarantined").count();
            if quarantined != readings.quarantined {
                let wanted = readings.quarantined;
                problems.push(format!("{wanted} mails belong in quarantine, {quarantined} are"));
            }
        }
        Ok(())
    }

    /// Shows the state of every message: those of the ledger, or all of the user's own.
    async fn show_messages(&self, mails: Option<&[OwnMail]>) -> Result<(), Box<dyn Error>> {
        let rows = self.app.store().ledger(self.user, ALL).await?;
        let table = match mails {
            None => tables::ledger(&outcome::lines(rows)),
            Some(mails) => {
                let sources = self.app.sources(self.user).await?;
                tables::mails(own::table_rows(mails, &rows, &sources))
            }
        };
        writeln!(io::stdout(), "Every message\n{table}\n")?;
        Ok(())
    }

    async fn ingest_again(&self, problems: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
        let rental = self.client.rental_ingest().await?.into_inner();
        let body = types::RetailIngestBody::default();
        let found = self
            .client
            .retail_ingest(&body)
            .await?
            .into_inner()
            .data
            .total_emails_found;
        writeln!(io::stdout(), "Once more: {} {found} mails.", rental.message)?;
        if rental.data.is_some() || found != 0 {
            problems.push("a second ingest found something new".into());
        }
        Ok(())
    }
}

/// The day of the oldest mail.
fn first_day(mails: &[OwnMail]) -> Option<NaiveDate> {
    let first = mails.iter().filter_map(|mail| mail.received_at).min()?;
    // Wherever the service counts its days.
    Some(first.date_naive() - Days::new(1))
}

/// Ingests everything: retail mails since this day, or since the default of a first fetch.
async fn ingest(
    client: &Client,
    since: Option<NaiveDate>,
    expected: &Expected,
    problems: &mut Vec<String>,
) -> Result<(), Box<dyn Error>> {
    let rental = client.rental_ingest().await?.into_inner();
    let count = rental.data.as_ref().map_or(0, |data| data.invoice_count);
    writeln!(io::stdout(), "{}  {count} PDFs", rental.message)?;
    let wanted = expected.rental_documents;
    if !wanted.contains(count) {
        problems.push(format!("{wanted} rent notices were expected, {count} ingested"));
    }
    let (LatestIngest::Ingested(sentence) | LatestIngest::Processed(sentence) | LatestIngest::NotDispatched(sentence)) =
        client.ingest_latest().await?;
    writeln!(io::stdout(), "{sentence}")?;
    let body = types::RetailIngestBody {
        start_date: since,
        end_date: since.map(|_| Utc::now().date_naive() + Days::new(1)),
        vendor_category: None,
    };
    let retail = client.retail_ingest(&body).await?.into_inner();
    let data = retail.data;
    let (total, types::DateRange { start, end }) = (data.total_emails_found, data.date_range);
    writeln!(io::stdout(), "{}  {total} mails, {start} to {end}", retail.message)?;
    problems.extend(data.errors.into_iter().map(|error| error.error));
    let found: BTreeMap<String, u64> = data.by_vendor.into_iter().filter(|(_, count)| *count > 0).collect();
    writeln!(io::stdout(), "{}\n", tables::counts("vendor", &found))?;
    if !expected.fits(&found) || total != found.values().sum::<u64>() {
        let wanted = &expected.by_vendor;
        problems.push(format!("by vendor {wanted:?} was expected, {found:?} ingested"));
    }
    Ok(())
}

async fn delete_one(client: &Client, problems: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    let before = client.retail_invoices(None).await?;
    let Some(first) = before.first() else { return Ok(()) };
    let deleted = client.retail_delete(&first.invoice_id).await?.into_inner();
    let invoice = deleted.data.deleted_invoice;
    let amount = format!("{} {}", invoice.total_amount, invoice.currency);
    writeln!(io::stdout(), "{}: {} {amount}", deleted.message, invoice.vendor_name)?;
    let after = client.retail_invoices(None).await?;
    if after.len() + 1 != before.len() || after.iter().any(|invoice| invoice.invoice_id == first.invoice_id) {
        problems.push("a deleted invoice is still listed".into());
    }
    Ok(())
}

fn check_count(kind: &str, wanted: usize, found: usize, problems: &mut Vec<String>) {
    if found != wanted {
        problems.push(format!("{wanted} {kind} invoices were expected, {found} are listed"));
    }
}

fn check_rental(readings: &Readings, found: &BTreeMap<String, Vec<types::RentalInvoice>>, problems: &mut Vec<String>) {
    let found: Vec<&types::RentalInvoice> = found.values().flatten().collect();
    check_count("rental", readings.rental.len(), found.len(), problems);
    for wanted in &readings.rental {
        let matches = |invoice: &&types::RentalInvoice| {
            invoice.invoice_id == wanted.invoice_id()
                && invoice.due_date == Some(wanted.due)
                && invoice.total_amount.normalize().to_string() == wanted.total().to_string()
                && invoice.ocr.as_deref() == Some(&wanted.ocr)
        };
        if !found.iter().any(matches) {
            problems.push(format!(
                "{} over {} due {} is missing or was read incorrectly",
                wanted.invoice_id(),
                wanted.total(),
                wanted.due
            ));
        }
    }
}

async fn check_retail(
    client: &Client,
    readings: &Readings,
    found: &[types::RetailInvoice],
    problems: &mut Vec<String>,
) -> Result<(), Box<dyn Error>> {
    check_count("retail", readings.retail.len(), found.len(), problems);
    for invoice in found {
        let sub_type = invoice.sub_type.to_string();
        let total = invoice.total_amount.normalize().to_string();
        let Some((shop, day)) = readings.retail_of(&sub_type, invoice.invoice_date, &total) else {
            let day = invoice.invoice_date;
            problems.push(format!("no {sub_type} receipt over {total} of {day:?} was expected"));
            continue;
        };
        let details = client.retail_invoice(sub_type.parse()?, &invoice.invoice_id).await?;
        let details = serde_json::to_value(details)?;
        let stated = |key: &str| details.get(key).and_then(serde_json::Value::as_str);
        // If a receipt has one number, it is both the order's and the invoice's.
        let numbers = [stated("order_id"), stated("invoice_number")];
        let matches = invoice.currency == shop.currency
            && shop.order_number.is_none_or(|number| numbers.contains(&Some(number)))
            && shop
                .due_date(*day)
                .is_none_or(|due| stated("due_date") == Some(&due.to_string()))
            && shop.ocr().is_none_or(|ocr| stated("ocr") == Some(&ocr));
        if !matches {
            let vendor = shop.vendor_id;
            problems.push(format!("the {vendor} invoice differs from its mail: {details}"));
        }
    }
    Ok(())
}
