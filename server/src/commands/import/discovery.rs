//! `invoices import --discover`: looks for shops and landlords in the files, and adds those that are chosen.

use std::error::Error;
use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;

use comfy_table::Table;
use comfy_table::presets::UTF8_FULL_CONDENSED;
use invoices_archive::Content;
use invoices_db::{SuggestedSource, Suggestion};
use invoices_service::{App, FileDiscovery, UserId};
use invoices_terminal::chosen;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::files::{Files, Read};
use crate::commands::output::printable;

/// Looks through the files, and adds the suggestions that are chosen. Returns whether the import continues.
pub async fn run(
    app: &App,
    user: UserId,
    files: &Files,
    yes: bool,
    stop: &CancellationToken,
) -> Result<bool, Box<dyn Error>> {
    let suggestions = look(app, user, files, stop).await?;
    let mut out = io::stdout();
    if suggestions.is_empty() {
        writeln!(out, "No further senders of invoices were found.")?;
        return Ok(true);
    }
    writeln!(out, "{}", table(&suggestions))?;
    let places = if stop.is_cancelled() {
        None
    } else if yes {
        Some((0..suggestions.len()).collect())
    } else if io::stdin().is_terminal() {
        answer(suggestions.len(), stop).await?
    } else {
        None
    };
    let Some(places) = places else {
        writeln!(
            out,
            "Nothing is imported yet. Run it again with --discover --yes to add all of them, or in a terminal to choose."
        )?;
        return Ok(false);
    };
    for suggestion in places.iter().filter_map(|place| suggestions.get(*place)) {
        app.accept_suggestion(user, &suggestion.suggestion_id.to_string())
            .await?;
    }
    writeln!(out, "{} added\n", places.len())?;
    Ok(true)
}

/// Looks at every mail. Ends early when it is stopped.
async fn look(
    app: &App,
    user: UserId,
    files: &Files,
    stop: &CancellationToken,
) -> Result<Vec<Suggestion>, Box<dyn Error>> {
    let mut discovery = FileDiscovery::begin(app, user).await?;
    let progress = files.progress("looking for senders");
    let mut reading = files.read()?;
    while !stop.is_cancelled()
        && let Some(read) = reading.recv().await
    {
        // What can't be read is reported when it is imported.
        if let Read::Found(found, bytes) = read
            && let Content::Mail {
                message,
                hidden: None,
                received_at,
            } = found.content
        {
            progress.set_position(bytes);
            discovery.look_at(app, message, received_at).await?;
        }
    }
    progress.finish_and_clear();
    Ok(discovery.finish(app).await?)
}

fn table(suggestions: &[Suggestion]) -> Table {
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED);
    table.set_header(["", "sender", "name", "category", "mails", "example", "trusted"]);
    for (nth, suggestion) in suggestions.iter().enumerate() {
        let senders: Vec<&str> = suggestion
            .senders
            .as_slice()
            .iter()
            .map(|sender| sender.as_pattern().as_str())
            .collect();
        let total = suggestion.total_amount.map(|total| {
            let currency = suggestion.currency.map(|currency| currency.to_string());
            format!("{total} {} ", currency.unwrap_or_default())
        });
        let cells = [
            (nth + 1).to_string(),
            senders.join("\n"),
            suggestion.name.to_string(),
            match &suggestion.source {
                SuggestedSource::Landlord => "landlord".to_owned(),
                SuggestedSource::Vendor(sub_type) => sub_type.to_string(),
            },
            suggestion.mails.to_string(),
            format!("{}{}", total.unwrap_or_default(), suggestion.invoice_date),
            if suggestion.trusted { "yes" } else { "no" }.to_owned(),
        ];
        table.add_row(cells.map(|cell| cell.split('\n').map(printable).collect::<Vec<_>>().join("\n")));
    }
    table
}

/// Asks which of the suggestions to add. `None` at the end of the input, or when it is stopped.
async fn answer(count: usize, stop: &CancellationToken) -> Result<Option<Vec<usize>>, Box<dyn Error>> {
    let (sender, answered) = oneshot::channel();
    // A task of the runtime would delay the end of the program until a line is typed.
    thread::Builder::new()
        .name("answer".into())
        .spawn(move || sender.send(ask(count)))?;
    tokio::select! {
        () = stop.cancelled() => Ok(None),
        answered = answered => Ok(answered??),
    }
}

/// The places in the list that the user types. `None` at the end of the input.
fn ask(count: usize) -> io::Result<Option<Vec<usize>>> {
    let mut input = io::stdin().lock();
    loop {
        eprintln!("Which of them are the user's? all, none, or numbers such as 1 3:");
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match chosen(&line, count) {
            Some(places) => return Ok(Some(places)),
            None => eprintln!("Type all, none, or numbers from 1 to {count}."),
        }
    }
}
