//! `invoices notifications`.

use std::error::Error;
use std::process::ExitCode;

use invoices_service::{NotificationFilter, NotificationRow, NotificationState};
use serde_json::{Value, json};

use super::args::{SettingsArgs, UserArg, find_user, open_existing};
use super::listing::{ListArgs, PeriodArgs, Row};
use super::output::{parse_state, seconds};

/// List notifications
#[derive(clap::Args)]
pub struct Notifications {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only notifications of this user: an e-mail address or an id
    #[arg(long)]
    user: Option<UserArg>,

    /// Only notifications in this state: pending, sent, collected (included in another one)
    #[arg(long, value_parser = parse_state::<NotificationState>)]
    state: Option<NotificationState>,

    #[command(flatten)]
    created: PeriodArgs,

    #[command(flatten)]
    list: ListArgs,
}

impl Notifications {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let created = self.created.period(&config)?;
        let store = open_existing(&config).await?;
        let user = find_user(self.user.as_ref(), &store).await?;
        let page = async |last: Option<&NotificationRow>, size| {
            let filter = NotificationFilter {
                user,
                state: self.state,
                unread: false,
                created,
                after: last.map(|last| (last.created_at, last.id.clone())),
            };
            Ok(store.notification_rows(filter, size).await?)
        };
        self.list.print(page).await
    }
}

impl Row for NotificationRow {
    const COLUMNS: &'static [&'static str] = &["created", "user", "kind", "state", "message"];
    const FIELDS: &'static [&'static str] = &[
        "created_at",
        "user_id",
        "kind",
        "state",
        "sent_at",
        "recipient",
        "invoice_id",
        "subject",
        "message",
    ];

    fn cells(&self) -> Vec<String> {
        vec![
            seconds(self.created_at),
            self.user_id.to_string(),
            self.kind().to_string(),
            self.state.to_string(),
            self.message.clone(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        vec![
            json!(self.created_at),
            json!(self.user_id.to_string()),
            json!(self.kind()),
            json!(self.state.to_string()),
            json!(self.sent_at),
            json!(self.recipient.as_ref().map(ToString::to_string)),
            json!(self.invoice_id),
            json!(self.subject),
            json!(self.message),
        ]
    }
}
