//! `invoices users show`.

use std::io::{self, Write};
use std::process::ExitCode;

use chrono::{DateTime, Utc};
use comfy_table::Table;
use invoices_service::UserOverview;
use serde_json::{Value, json};

use super::list::state;
use crate::commands::args::{SettingsArgs, UserArg, open_app};
use crate::commands::output::{Outcome, minutes, printable};

/// Show a user
///
/// The same as the list, and the mail account's address, the originals, the last ingest, the time up to which the mailbox was
/// searched, and the jobs by state. Finished jobs are kept for some days.
#[derive(clap::Args)]
pub struct Show {
    #[command(flatten)]
    settings: SettingsArgs,

    /// An e-mail address or an id
    user: UserArg,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

impl Show {
    pub async fn run(self) -> Outcome {
        let app = open_app(&self.settings.load()?).await?;
        let user = self.user.find(app.store()).await?;
        let overview = app.user_overview(user).await?;
        if self.json {
            writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&values(&overview))?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut table = Table::new();
        table.load_preset(comfy_table::presets::NOTHING);
        for (name, value) in lines(&overview) {
            table.add_row([name, &printable(&value)]);
        }
        writeln!(io::stdout(), "{}", table.trim_fmt())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn lines(overview: &UserOverview) -> [(&'static str, String); 11] {
    let (account, activity) = (&overview.account, &overview.activity);
    let mail_accounts = overview.mail_accounts.iter().map(|(address, is_dead)| match is_dead {
        true => format!("{address} (must be reconnected)"),
        false => address.to_string(),
    });
    let mail_accounts = Some(mail_accounts.collect::<Vec<_>>().join(", "));
    let mail_accounts = mail_accounts.filter(|list| !list.is_empty());
    let time = |time: Option<DateTime<Utc>>| time.map_or_else(|| "unknown".to_owned(), minutes);
    let jobs = activity.jobs.iter().map(|(state, count)| format!("{state} {count}"));
    [
        ("user", account.user.user_id.to_string()),
        ("address", account.user.email.clone()),
        ("name", account.user.name.clone()),
        ("created", minutes(account.user.created_at)),
        ("state", state(account).to_string()),
        ("mail accounts", mail_accounts.unwrap_or_else(|| "none".to_owned())),
        ("invoices", account.invoices.to_string()),
        (
            "originals",
            format!("{} bytes of {} messages", overview.usage.bytes, overview.usage.messages),
        ),
        ("last ingest", time(activity.last_ingest)),
        ("mailbox searched to", time(activity.searched_to)),
        ("jobs", jobs.collect::<Vec<_>>().join(", ")),
    ]
}

fn values(overview: &UserOverview) -> Value {
    let (account, activity) = (&overview.account, &overview.activity);
    json!({
        "user_id": account.user.user_id.to_string(),
        "email": account.user.email,
        "name": account.user.name,
        "created_at": account.user.created_at,
        "state": state(account).to_string(),
        "mail_accounts": overview.mail_accounts.iter().map(|(address, _)| address.as_str()).collect::<Vec<_>>(),
        "mail_account_connected": account.mail_account_connected,
        "invoices": account.invoices,
        "stored_bytes": overview.usage.bytes,
        "messages": overview.usage.messages,
        "last_ingest_at": activity.last_ingest,
        "searched_to": activity.searched_to,
        "jobs": activity.jobs,
    })
}
