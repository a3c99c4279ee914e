//! `invoices users log`.

use std::error::Error;
use std::process::ExitCode;

use invoices_service::{Act, ActFilter, LoggedAct};
use serde_json::{Value, json};

use crate::commands::args::{SettingsArgs, UserArg, open_migrated};
use crate::commands::listing::{ListArgs, PeriodArgs, Row};
use crate::commands::output::{minutes, parse_state};

/// List what operators did to users
///
/// Prints one line per act: the time, the operator, the act and the user. The address is removed when the user is deleted; the
/// id stays.
#[derive(clap::Args)]
pub struct Log {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only acts on this user: an e-mail address or an id, also of a deleted user
    #[arg(long)]
    user: Option<UserArg>,

    /// Only these acts: delete, reset-password, log-out, invite, uninvite, release
    #[arg(long, value_parser = parse_state::<Act>)]
    act: Option<Act>,

    #[command(flatten)]
    done: PeriodArgs,

    #[command(flatten)]
    list: ListArgs,
}

impl Log {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let done = self.done.period(&config)?;
        let store = open_migrated(&config).await?;
        let page = async |last: Option<&LoggedAct>, size| {
            let filter = ActFilter {
                user: self.user.as_ref().and_then(UserArg::id),
                email: self.user.as_ref().and_then(UserArg::email),
                act: self.act,
                done,
                after: last.map(|last| last.id),
            };
            Ok(store.acts(filter, size).await?)
        };
        self.list.print(page).await
    }
}

impl Row for LoggedAct {
    const COLUMNS: &'static [&'static str] = &["done", "operator", "act", "user", "address", "detail"];
    const FIELDS: &'static [&'static str] = &["done_at", "operator", "act", "user_id", "email", "detail"];

    fn cells(&self) -> Vec<String> {
        vec![
            minutes(self.done_at),
            self.operator.clone(),
            self.act.to_string(),
            self.user_id.map(|user| user.to_string()).unwrap_or_default(),
            self.email.clone().unwrap_or_default(),
            self.detail.clone().unwrap_or_default(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        vec![
            json!(self.done_at),
            json!(self.operator),
            json!(self.act.to_string()),
            json!(self.user_id.map(|user| user.to_string())),
            json!(self.email),
            json!(self.detail),
        ]
    }
}
