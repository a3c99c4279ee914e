//! `invoices-cli notifications`.

use invoices_client::Client;
use invoices_client::types::NotificationChangeBody;

use crate::failure::Failure;
use crate::output::{Form, ListOr, counted, line};
use crate::pages;
use crate::rows::NOTIFICATIONS;

/// Maximum number of notifications of a page.
const PAGE: u16 = 100;

#[derive(clap::Args)]
pub struct List {
    /// Only unread notifications
    #[arg(long)]
    unread: bool,

    /// Maximum number of rows
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    limit: usize,

    #[command(flatten)]
    form: Form,
}

#[derive(clap::Subcommand)]
pub enum Command {
    Read(Read),
}

/// Mark notifications as read
#[derive(clap::Args)]
pub struct Read {
    /// The ids of notifications
    #[arg(required_unless_present = "all")]
    ids: Vec<String>,

    /// All notifications
    #[arg(long, conflicts_with = "ids")]
    all: bool,
}

impl ListOr<Command, List> {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            Some(Command::Read(read)) => read.run(client).await,
            None => self.list.run(client).await,
        }
    }
}

impl List {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let unread = self.unread.then_some(true);
        let page = async |cursor: Option<&str>, limit: u16| {
            let page = client.notification_list(cursor, Some(limit), unread).await?;
            let page = page.into_inner().data;
            Ok((page.notifications, page.next_cursor))
        };
        let all = pages::first(self.limit, PAGE, page).await?;
        self.form.print(&NOTIFICATIONS, &all, "No notifications.")
    }
}

impl Read {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let body = NotificationChangeBody { read: true };
        if self.all {
            let changed = client.notification_change_all(&body).await?.into_inner().data.changed;
            return line(format!("Marked as read: {}.", counted(changed, "notification")));
        }
        for id in &self.ids {
            let changed = client.notification_change(id, &body).await?.into_inner().data;
            line(format!("Marked as read: {}", changed.subject))?;
        }
        Ok(())
    }
}
