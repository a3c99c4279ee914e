//! `invoices reparse`.

use std::error::Error;
use std::process::ExitCode;

use chrono::NaiveDate;
use invoices_app::{App, Reparsed, Reread, Scope};
use invoices_db::Store;
use invoices_domain::{ObjectKey, SubType, VendorId};
use tokio_util::sync::CancellationToken;

use super::{SettingsArgs, printable};
use invoices_service::config::Config;
use invoices_service::start;

/// Read stored originals again with this build's parsers
///
/// Looks at the documents that an older parser read, rejected or failed at; prints a line for each that comes
/// out differently, then a sum. Deleted invoices stay deleted. Works while the service runs: whatever changes is
/// parsed by the service's workers and this process alike. Without a running service this process does it all. Ctrl-C
/// ends it in order; running it again goes on.
///
/// Exits 1 when a document's job failed.
#[derive(clap::Args)]
pub struct Reparse {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only documents of this category, such as food-delivery; rental for rent notices
    #[arg(long, value_name = "NAME")]
    sub_type: Option<SubType>,

    /// Only documents of this vendor, such as foodora
    #[arg(long, value_name = "ID")]
    vendor: Option<VendorId>,

    /// Only documents received on this day or later, such as 2026-07-31
    #[arg(long, value_name = "DATE")]
    since: Option<NaiveDate>,

    /// Documents that this build's parsers read already, too
    ///
    /// For what no version tells: a vendor that has a layout of its own now, or another name in the vendors file.
    #[arg(long)]
    all: bool,

    /// Only show what would change
    #[arg(long)]
    dry_run: bool,
}

impl Reparse {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        migrated(&config).await?;
        let app = start::app(&config).await?;
        let scope = self.scope(&app)?;
        let stop = CancellationToken::new();
        let interrupted = stop.clone();
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                interrupted.cancel();
            }
        });
        let sum = app.reparse(&scope, self.dry_run, &stop, tell).await?;
        println!("{}", sentence(&sum, self.dry_run));
        if stop.is_cancelled() {
            println!("interrupted; run it again to go on");
        }
        let failed = sum.waiting + sum.given_up > 0;
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
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

/// Migrating the database is no side effect that anyone expects of a look at it.
async fn migrated(config: &Config) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(&config.data)?;
    let store = Store::open(&config.database()).await?;
    if store.pending_migrations().await?.is_empty() {
        Ok(())
    } else {
        Err("the database is not up to date: run `invoices migrate`, or the service, first".into())
    }
}

fn tell(key: &ObjectKey, reread: &Reread) {
    let said = match reread {
        Reread::Unchanged | Reread::Gone => return,
        Reread::Changed(difference) => difference.to_string(),
        Reread::Missing => "its original is missing".to_owned(),
        Reread::Unread(reason) => format!("could not be read: {reason}"),
    };
    println!("{}", printable(&format!("{key}: {said}")));
}

/// The sum in words.
fn sentence(sum: &Reparsed, dry_run: bool) -> String {
    let changed = if dry_run { "would change" } else { "changed" };
    let told = [
        (sum.waiting, "to be tried again by the service"),
        (sum.given_up, "given up"),
        (sum.missing, "without their originals"),
        (sum.unread, "could not be read"),
        (sum.gone, "taken up elsewhere meanwhile"),
    ];
    let rest: String = told
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!(", {count} {what}"))
        .collect::<Vec<_>>()
        .concat();
    let done = sum.changed - sum.waiting - sum.given_up;
    format!(
        "{} looked at: {} unchanged, {done} {changed}{rest}",
        sum.looked_at, sum.unchanged
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_tells_of_each_document_once() {
        let sum = Reparsed {
            looked_at: 9,
            unchanged: 4,
            changed: 3,
            missing: 2,
            waiting: 1,
            ..Reparsed::default()
        };
        let words =
            "9 looked at: 4 unchanged, 2 changed, 1 to be tried again by the service, 2 without their originals";
        assert_eq!(sentence(&sum, false), words);
        assert!(sentence(&Reparsed::default(), true).ends_with("0 would change"));
    }
}
