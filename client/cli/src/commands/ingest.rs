//! `invoices-cli ingest`.

use std::io::{self, IsTerminal};

use chrono::{Local, NaiveDate};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use invoices_client::types::{IngestCounts, IngestRun, IngestRunState, KnownSubType, RetailIngestBody};
use invoices_client::{Client, IngestOrder};

use crate::argument::word;
use crate::failure::Failure;
use crate::output::{JsonForm, counted, line, note, print_json};

/// Fetch new invoices from the mailbox, and follow the progress
///
/// Without a kind, fetches rental and then retail invoices. Ctrl-C ends this command; the service continues.
#[derive(clap::Args)]
pub struct Ingest {
    #[arg(value_enum)]
    kind: Option<Kind>,

    /// Search for shops' messages from this day on, such as 2025-01-01 [default: since the last ingest]
    #[arg(long, value_name = "DATE")]
    from: Option<NaiveDate>,

    /// Search for shops' messages up to this day [default: today, if --from is given]
    #[arg(long, value_name = "DATE", requires = "from")]
    to: Option<NaiveDate>,

    /// Search only for shops of this category, such as grocery
    #[arg(long, value_name = "CATEGORY", value_parser = word::<KnownSubType>)]
    subtype: Option<KnownSubType>,

    /// Print the run and exit; `invoices-cli runs` shows its progress
    #[arg(long)]
    no_wait: bool,

    #[command(flatten)]
    form: JsonForm,
}

/// What to fetch.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Rent notices of all months that are not processed yet
    Rental,
    /// The rent notice of this month
    Latest,
    /// Invoices and receipts of shops
    Retail,
}

impl Kind {
    fn noun(self) -> &'static str {
        match self {
            Kind::Rental | Kind::Latest => "rental",
            Kind::Retail => "retail",
        }
    }
}

impl Ingest {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let has_window = self.from.is_some() || self.subtype.is_some();
        let kinds = match self.kind {
            Some(Kind::Rental | Kind::Latest) if has_window => {
                let reason = "--from, --to and --subtype are for retail invoices";
                return Err(Failure::Input(reason.into()));
            }
            Some(kind) => vec![kind],
            None if has_window => vec![Kind::Retail],
            None => vec![Kind::Rental, Kind::Retail],
        };
        let mut runs = Vec::new();
        for kind in kinds {
            runs.extend(self.fetch(client, kind).await?);
        }
        if self.form.json {
            print_json(&runs)?;
        }
        match runs.iter().find_map(|run| run.error.as_ref()) {
            Some(error) => Err(Failure::Outcome(error.message.clone())),
            None => Ok(()),
        }
    }

    async fn fetch(&self, client: &Client, kind: Kind) -> Result<Option<IngestRun>, Failure> {
        let order = match kind {
            Kind::Rental => IngestOrder::Rental,
            Kind::Latest => IngestOrder::RentalLatest,
            Kind::Retail => IngestOrder::Retail(RetailIngestBody {
                start_date: self.from,
                end_date: self.to.or(self.from.map(|_| Local::now().date_naive())),
                vendor_category: self.subtype,
            }),
        };
        let Some(begun) = client.begin_ingest(&order).await? else {
            self.say(&format!("{}: nothing to fetch.", kind.noun()))?;
            return Ok(None);
        };
        if self.no_wait {
            self.say(&format!("{}: run {}", kind.noun(), begun.run_id))?;
            return Ok(Some(begun));
        }
        let mut progress = Progress::new(kind.noun());
        let run = client.follow_ingest(&begun.run_id, |run| progress.show(run)).await?;
        progress.end();
        for problem in &run.problems {
            let place = problem.vendor_id.as_deref().or(problem.message_id.as_deref());
            note(match place {
                Some(place) => format!("{}: {place}: {}", kind.noun(), problem.error),
                None => format!("{}: {}", kind.noun(), problem.error),
            });
        }
        if run.error.is_none() {
            self.say(&summary(kind, &run.counts))?;
        }
        Ok(Some(run))
    }

    fn say(&self, sentence: &str) -> Result<(), Failure> {
        if self.form.json { Ok(()) } else { line(sentence) }
    }
}

fn summary(kind: Kind, counts: &IngestCounts) -> String {
    let documents = counted(counts.stored, "new document");
    match counts.unread {
        0 => format!("{}: {documents}.", kind.noun()),
        unread => format!("{}: {documents}, {unread} of them not parsed yet.", kind.noun()),
    }
}

/// Shows on standard error how far a run is: a bar on a terminal, else a line for each change.
enum Progress {
    Bar(ProgressBar),
    Lines { noun: &'static str, last: String },
}

impl Progress {
    fn new(noun: &'static str) -> Self {
        if !io::stderr().is_terminal() {
            return Progress::Lines {
                noun,
                last: String::new(),
            };
        }
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{prefix} [{bar:30}] {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(noun);
        Progress::Bar(bar)
    }

    fn show(&mut self, run: &IngestRun) {
        let text = stage(run);
        match self {
            Progress::Bar(bar) => {
                bar.set_length(run.counts.found.max(1));
                bar.set_position(run.counts.fetched);
                bar.set_message(text);
            }
            Progress::Lines { noun, last } => {
                if *last != text {
                    note(format!("{noun}: {text}"));
                    *last = text;
                }
            }
        }
    }

    fn end(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// What a run does now.
fn stage(run: &IngestRun) -> String {
    let counts = &run.counts;
    match run.state {
        IngestRunState::Queued => "waiting".to_owned(),
        IngestRunState::Fetching => format!("{} of {} fetched", counts.fetched, counted(counts.found, "mail")),
        IngestRunState::Parsing => format!("reading, {} left", counted(counts.unread, "document")),
        IngestRunState::Done => "done".to_owned(),
        IngestRunState::Failed => "failed".to_owned(),
    }
}
