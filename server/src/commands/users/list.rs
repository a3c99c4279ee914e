//! `invoices users list`.

use std::error::Error;
use std::process::ExitCode;

use invoices_service::{ListedAccount, UserFilter, UserState};
use serde_json::{Value, json};

use crate::commands::args::{SettingsArgs, UserArg, find_user, open_app};
use crate::commands::listing::{ListArgs, PeriodArgs, Row};
use crate::commands::output::{minutes, parse_state};

/// List users
///
/// Prints one line per user: the time of sign-up, the id, the address, the name, whether a mail account is connected, and the
/// number of invoices.
#[derive(clap::Args)]
pub struct ListUsers {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only this user: an e-mail address or an id
    #[arg(long)]
    user: Option<UserArg>,

    /// Only users in this state: live, deleting
    #[arg(long, value_parser = parse_state::<UserState>)]
    state: Option<UserState>,

    #[command(flatten)]
    created: PeriodArgs,

    #[command(flatten)]
    list: ListArgs,
}

impl ListUsers {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let created = self.created.period(&config)?;
        let app = open_app(&config).await?;
        let user = find_user(self.user.as_ref(), app.store()).await?;
        let page = async |last: Option<&ListedAccount>, size| {
            let filter = UserFilter {
                user,
                state: self.state,
                created,
                after: last.map(|last| (last.user.created_at, last.user.user_id)),
            };
            Ok(app.users(filter, size).await?)
        };
        self.list.print(page).await
    }
}

/// Live, or being deleted.
pub(super) fn state(account: &ListedAccount) -> UserState {
    match account.user.deleting_at {
        Some(_) => UserState::Deleting,
        None => UserState::Live,
    }
}

impl Row for ListedAccount {
    const COLUMNS: &'static [&'static str] = &[
        "created",
        "user",
        "address",
        "name",
        "mail account",
        "invoices",
        "state",
    ];
    const FIELDS: &'static [&'static str] = &[
        "created_at",
        "user_id",
        "email",
        "name",
        "mail_account_connected",
        "invoices",
        "state",
    ];

    fn cells(&self) -> Vec<String> {
        let connected = if self.mail_account_connected { "connected" } else { "" };
        vec![
            minutes(self.user.created_at),
            self.user.user_id.to_string(),
            self.user.email.clone(),
            self.user.name.clone(),
            connected.into(),
            self.invoices.to_string(),
            state(self).to_string(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        vec![
            json!(self.user.created_at),
            json!(self.user.user_id.to_string()),
            json!(self.user.email),
            json!(self.user.name),
            json!(self.mail_account_connected),
            json!(self.invoices),
            json!(state(self).to_string()),
        ]
    }
}
