//! `invoices notifications`.

use invoices_db::{NotificationFilter, NotificationRow, NotificationState};
use serde_json::json;

use super::listing::{ListArgs, Listing};
use super::output::{Outcome, parse_state, seconds};

/// List notifications
#[derive(clap::Args)]
pub struct Notifications {
    /// Only notifications in this state: pending, sent, collected (included in another one)
    #[arg(long, value_parser = parse_state::<NotificationState>)]
    state: Option<NotificationState>,

    #[command(flatten)]
    list: ListArgs,
}

impl Notifications {
    pub async fn run(self) -> Outcome {
        let (store, user, created) = self.list.open().await?;
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
        self.list.print(&NOTIFICATIONS, page).await
    }
}

const NOTIFICATIONS: Listing<NotificationRow> = Listing {
    columns: &[
        ("created", |row| seconds(row.created_at)),
        ("user", |row| row.user_id.to_string()),
        ("kind", |row| row.kind().to_string()),
        ("state", |row| row.state.to_string()),
        ("message", |row| row.message.clone()),
    ],
    right: &[],
    fields: &[
        ("created_at", |row| json!(row.created_at)),
        ("user_id", |row| json!(row.user_id.to_string())),
        ("kind", |row| json!(row.kind())),
        ("state", |row| json!(row.state.to_string())),
        ("sent_at", |row| json!(row.sent_at)),
        ("recipient", |row| {
            json!(row.recipient.as_ref().map(ToString::to_string))
        }),
        ("invoice_id", |row| json!(row.invoice_id)),
        ("subject", |row| json!(row.subject)),
        ("message", |row| json!(row.message)),
    ],
};
