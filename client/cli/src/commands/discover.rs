//! `invoices-cli discover`.

use invoices_client::Client;
use invoices_client::types::{DiscoverBody, Suggestion};
use invoices_terminal::{chosen, table};

use crate::failure::Failure;
use crate::output::{Form, counted, line, note, spinner, width, write};
use crate::prompt;
use crate::rows::SUGGESTIONS;

/// Search the mailbox for shops and landlords that send invoices
///
/// Shows the results and asks which to add. With --json or --csv, adds nothing.
#[derive(clap::Args)]
pub struct Discover {
    /// Number of days to search [default: the service's]
    #[arg(long, value_name = "NUMBER")]
    days: Option<u16>,

    /// Add all without asking
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    yes: bool,

    #[command(flatten)]
    form: Form,
}

impl Discover {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let waiting = spinner("{spinner} Searching for senders of invoices, up to five minutes");
        let found = client.source_discover(&DiscoverBody { days: self.days }).await;
        waiting.finish_and_clear();
        let found = found?.into_inner().data;
        let suggestions = &found.suggestions;
        let rows: Vec<(usize, Suggestion)> = (1..).zip(suggestions.iter().cloned()).collect();
        if self.form.json || self.form.csv {
            return self.form.print_data(&found, &SUGGESTIONS, &rows, "");
        }
        note(format!(
            "{} found, {} examined.",
            counted(found.mails_found, "mail"),
            counted(found.senders_examined, "sender")
        ));
        if !found.finished {
            note("The search continues; run the command again for the rest.");
        } else if found.more {
            note("There are more senders; run the command again to examine them.");
        }
        if suggestions.is_empty() {
            return line("Nothing new was found.");
        }
        write(&table(&SUGGESTIONS, &rows, true, width()))?;
        let chosen = if self.yes {
            (0..suggestions.len()).collect()
        } else if prompt::can_ask() {
            ask(suggestions.len())?
        } else {
            return line("Nothing was added. Use --yes to add all.");
        };
        if chosen.is_empty() {
            return line("Nothing is added.");
        }
        for index in chosen {
            let suggestion = &suggestions[index];
            client.suggestion_accept(&suggestion.suggestion_id).await?;
            line(format!("Added: {}", suggestion.name))?;
        }
        line("Run `invoices-cli ingest` to fetch their invoices.")
    }
}

/// Asks until the answer can be used.
fn ask(count: usize) -> Result<Vec<usize>, Failure> {
    loop {
        let answer = prompt::ask("Which ones should be added? Numbers, all, or none", Some("none"))?;
        match chosen(&answer, count) {
            Some(chosen) => return Ok(chosen),
            None => note(format!("Numbers from 1 to {count}, such as 1 3 4-6.")),
        }
    }
}
