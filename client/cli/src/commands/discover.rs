//! `invoices-cli discover`.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::ProgressBar;
use invoices_client::Client;
use invoices_client::types::{DiscoverBody, Suggestion};
use invoices_terminal::table;

use crate::failure::Failure;
use crate::output::{Form, counted, line, note, width, write};
use crate::prompt;
use crate::rows::SuggestionRow;

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
        let waiting = waiting();
        let found = client.source_discover(&DiscoverBody { days: self.days }).await;
        waiting.finish_and_clear();
        let found = found?.into_inner().data;
        let suggestions = &found.suggestions;
        let rows = numbered(suggestions);
        if self.form.json || self.form.csv {
            return self.form.print(&found, &rows, "");
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
        write(&table(&rows, true, width()))?;
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

fn numbered(suggestions: &[Suggestion]) -> Vec<SuggestionRow<'_>> {
    suggestions
        .iter()
        .enumerate()
        .map(|(index, suggestion)| SuggestionRow(index + 1, suggestion))
        .collect()
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

/// The positions that an answer names: `all`, `none`, or numbers and ranges.
fn chosen(answer: &str, count: usize) -> Option<Vec<usize>> {
    match answer {
        "all" => return Some((0..count).collect()),
        "none" => return Some(Vec::new()),
        _ => {}
    }
    let mut chosen = Vec::new();
    let parts = answer.split(|c: char| c == ',' || c.is_whitespace());
    for part in parts.filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if first < 1 || last > count || first > last {
            return None;
        }
        chosen.extend(first - 1..last);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Some(chosen)
}

/// Shows on a terminal that the search takes its time.
fn waiting() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    bar.set_message("Searching for senders of invoices, up to five minutes");
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_names_numbers_and_ranges() {
        for (answer, positions) in [
            ("all", Some(vec![0, 1, 2, 3])),
            ("none", Some(vec![])),
            ("1, 3", Some(vec![0, 2])),
            ("2-4 3", Some(vec![1, 2, 3])),
            ("0", None),
            ("5", None),
            ("3-2", None),
            ("1-", None),
            ("one", None),
        ] {
            assert_eq!(chosen(answer, 4), positions, "{answer}");
        }
    }
}
