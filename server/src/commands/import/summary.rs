//! What an import says at its end.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{self, Write};

use invoices_service::{App, UserId};

use super::intake::Sum;
use super::outcome::Outcome;
use crate::commands::output::printable;

/// How many reasons and senders are listed.
const LISTED: usize = 10;

/// Prints the counts, and what the user can do.
pub async fn print(app: &App, user: UserId, sum: &Sum, recorded: u64, discovered: bool) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    writeln!(out, "{}", counts(sum))?;
    for (outcome, count, reasons) in sum.outcomes.all() {
        writeln!(out, "  {count} {}", outcome.words())?;
        let reasons = match outcome {
            Outcome::Recorded => &[],
            _ => &reasons[..reasons.len().min(LISTED)],
        };
        for (reason, count) in reasons {
            writeln!(out, "    {count}: {}", printable(reason))?;
        }
    }
    writeln!(out, "{} newly recorded", invoices(recorded))?;
    print_quarantine(app, user).await?;
    if sum.unknown_senders > 0 && !discovered {
        writeln!(
            out,
            "\n{} from senders that aren't landlords or vendors of the user. --discover searches them for invoices.",
            mails(sum.unknown_senders)
        )?;
    }
    if sum.documents > 0 {
        writeln!(
            out,
            "\n{} documents without a mail were skipped. Set their landlord or vendor with --source.",
            sum.documents
        )?;
    }
    Ok(())
}

/// Every count in one sentence.
fn counts(sum: &Sum) -> String {
    let counts = [
        (sum.taken, "imported"),
        (sum.known, "already known"),
        (sum.unknown_senders, "from unknown senders"),
        (sum.hidden, "in spam or trash"),
        (sum.documents, "documents without a source"),
        (sum.unreadable, "unreadable"),
    ];
    let parts = counts.iter().filter(|(count, what)| *count > 0 || *what == "imported");
    let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    format!("{} examined: {}", mails(sum.examined()), parts.join(", "))
}

fn mails(count: u64) -> String {
    format!("{count} {}", if count == 1 { "mail" } else { "mails" })
}

fn invoices(count: u64) -> String {
    let noun = if count == 1 {
        "invoice or receipt"
    } else {
        "invoices and receipts"
    };
    format!("{count} {noun}")
}

/// The senders of the user's mails in quarantine.
async fn print_quarantine(app: &App, user: UserId) -> Result<(), Box<dyn Error>> {
    let mut senders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in app.store().quarantined(user).await? {
        let sender = row.facts.sender.map(|sender| sender.to_string()).unwrap_or_default();
        senders.entry(sender).or_default().insert(row.message_id.to_string());
    }
    let Some(email) = app.user(user).await?.map(|user| user.email) else {
        return Ok(());
    };
    if senders.is_empty() {
        return Ok(());
    }
    let mut out = io::stdout();
    let count: usize = senders.values().map(BTreeSet::len).sum();
    let count = mails(count as u64);
    writeln!(
        out,
        "\n{count} in quarantine, because the sender could not be authenticated:"
    )?;
    let mut by_count: Vec<(&String, usize)> = senders.iter().map(|(sender, ids)| (sender, ids.len())).collect();
    by_count.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (sender, count) in by_count.iter().take(LISTED) {
        writeln!(out, "  {count} {}", printable(sender))?;
    }
    if by_count.len() > LISTED {
        writeln!(out, "  and {} more senders", by_count.len() - LISTED)?;
    }
    let email = printable(&email);
    writeln!(out, "To trust a sender whose mails are genuine:")?;
    writeln!(out, "  invoices trust --user {email} {}", printable(by_count[0].0))?;
    writeln!(
        out,
        "All of them, with the reasons: invoices ledger --user {email} --state quarantined"
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_add_up_to_the_mails() {
        let sum = Sum {
            taken: 3,
            known: 2,
            unknown_senders: 40,
            hidden: 5,
            unreadable: 1,
            ..Sum::default()
        };
        let expected =
            "51 mails examined: 3 imported, 2 already known, 40 from unknown senders, 5 in spam or trash, 1 unreadable";
        assert_eq!(counts(&sum), expected);
        assert_eq!(counts(&Sum::default()), "0 mails examined: 0 imported");
    }
}
