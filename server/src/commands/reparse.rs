//! `invoices reparse`.

use std::io::{self, Write};

use chrono::NaiveDate;
use invoices_db::Regrouped;
use invoices_service::{App, MailAddress, ObjectKey, Reparsed, Reread, Scope, SubType, VendorId};

use super::args::{SettingsArgs, interrupted, open_app};
use super::output::{Outcome, printable, seconds, success};

/// Reparse stored originals with this build's parsers
///
/// Processes the documents that an older parser read, rejected or failed to read. Prints one line per document with a different
/// result, then a summary. A dry run also prints which invoices would be joined and separated. Documents that an earlier
/// version did not store, because another one has the same bytes, are stored and parsed. Messages that an earlier version may
/// have skipped wrongly as copies are fetched by the next run; imported ones are listed and must be imported again. Deleted
/// invoices stay deleted. It can run while the service runs: the service's workers and this process share the work. Ctrl-C
/// stops it cleanly. Run it again to continue.
///
/// Exits 1 if the job of a document failed.
#[derive(clap::Args)]
pub struct Reparse {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only documents of this sub-type, such as food-delivery, or rental for rent notices
    #[arg(long, value_name = "NAME")]
    sub_type: Option<SubType>,

    /// Only documents of this vendor, such as foodora
    #[arg(long, value_name = "ID")]
    vendor: Option<VendorId>,

    /// Only documents received from this day on, such as 2026-07-31
    #[arg(long, value_name = "DATE")]
    since: Option<NaiveDate>,

    /// Also documents that this build's parsers have already read
    ///
    /// For changes without a new parser version, such as a vendor's new layout or a new name in the vendors file.
    #[arg(long)]
    all: bool,

    /// Show what would change and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl Reparse {
    pub async fn run(self) -> Outcome {
        let config = self.settings.load()?;
        let app = open_app(&config).await?;
        let scope = self.scope(&app)?;
        let stop = interrupted();
        let total = app
            .reparse(&scope, self.dry_run, &stop, &mut |key, reread| {
                // Nobody reads on: the summary fails in the same way and ends the command.
                if print_change(key, reread).is_err() {
                    stop.cancel();
                }
            })
            .await?;
        for line in lines(&total) {
            writeln!(io::stdout(), "{}", printable(&line))?;
        }
        writeln!(io::stdout(), "{}", summary(&total, self.dry_run))?;
        if stop.is_cancelled() {
            writeln!(io::stdout(), "interrupted; run it again to continue")?;
        }
        Ok(success(total.waiting + total.given_up == 0))
    }

    fn scope(&self, app: &App) -> Result<Scope, String> {
        let catalogue = app.catalogue();
        if let Some(vendor) = self.vendor.as_ref().filter(|id| catalogue.vendor(id).is_none()) {
            return Err(format!("there is no vendor {vendor}"));
        }
        if let Some(name) = &self.sub_type {
            let mut known = catalogue.sub_types().map(SubType::as_str).chain(["rental"]);
            if !known.any(|known| known == name.as_str()) {
                return Err(format!("there is no sub-type {name}"));
            }
        }
        Ok(Scope {
            sub_type: self.sub_type.clone(),
            vendor: self.vendor.clone(),
            since: self.since,
            all: self.all,
        })
    }
}

fn print_change(key: &ObjectKey, reread: &Reread) -> io::Result<()> {
    let change = match reread {
        Reread::Unchanged | Reread::Gone => return Ok(()),
        Reread::Changed(difference) => difference.to_string(),
        Reread::Missing => "its original is missing".to_owned(),
        Reread::Unread(reason) => format!("could not be read: {reason}"),
    };
    writeln!(io::stdout(), "{}", printable(&format!("{key}: {change}")))
}

/// A line for each invoice that would be joined or separated, and for each mail that has to be imported again.
fn lines(sum: &Reparsed) -> Vec<String> {
    let Regrouped { joined, separated } = &sum.regrouped;
    let joined = joined
        .iter()
        .map(|(id, into)| format!("{id}: would be one invoice with {into}"));
    let separated = separated
        .iter()
        .map(|(id, count)| format!("{id}: would be {count} invoices"));
    let imported = sum.copies.imported.iter().map(|mail| {
        let sender = mail.sender.as_ref().map_or("an unknown sender", MailAddress::as_str);
        let received = mail
            .received_at
            .map_or_else(|| "at an unknown time".to_owned(), seconds);
        let subject = mail.subject.as_deref().unwrap_or_default();
        format!(
            "mail {} of {}, received {received} from {sender}, \"{subject}\": import it again",
            mail.message_id, mail.user_id
        )
    });
    joined.chain(separated).chain(imported).collect()
}

/// One sentence with all counts.
fn summary(sum: &Reparsed, dry_run: bool) -> String {
    let (changed, copied) = if dry_run {
        ("would change", "duplicates that would be stored")
    } else {
        ("changed", "duplicates stored")
    };
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let counts = [
        (sum.waiting, "to be retried by the service"),
        (sum.given_up, "dead"),
        (sum.missing, "without an original"),
        (sum.unread, "unreadable"),
        (sum.gone, "changed by others meanwhile"),
        (sum.copied, copied),
        (
            count(sum.regrouped.joined.len()),
            "invoices that would be joined with others",
        ),
        (count(sum.regrouped.separated.len()), "invoices that would be separated"),
        (sum.copies.found_again, "skipped mails to be fetched by the next run"),
        (count(sum.copies.imported.len()), "skipped mails to be imported again"),
    ];
    let rest: String = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!(", {count} {what}"))
        .collect::<Vec<_>>()
        .concat();
    let done = sum.changed - sum.waiting - sum.given_up;
    format!(
        "{} checked: {} unchanged, {done} {changed}{rest}",
        sum.looked_at, sum.unchanged
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_each_document_once() {
        let sum = Reparsed {
            looked_at: 9,
            unchanged: 4,
            changed: 3,
            missing: 2,
            waiting: 1,
            ..Reparsed::default()
        };
        let expected = "9 checked: 4 unchanged, 2 changed, 1 to be retried by the service, 2 without an original";
        assert_eq!(summary(&sum, false), expected);
        assert!(summary(&Reparsed::default(), true).ends_with("0 would change"));
    }
}
