//! `invoices-cli sessions`.

use invoices_client::Client;
use invoices_client::types::AppSession;
use invoices_terminal::Row;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{Form, line, time};

/// List sessions, most recently used first, or end one
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Sessions {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    form: Form,
}

#[derive(clap::Subcommand)]
enum Command {
    /// End a session and invalidate its tokens
    End {
        /// The id, as listed
        id: String,
    },
}

impl Sessions {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            None => {
                let sessions = client.session_list().await?.into_inner().data.sessions;
                let rows: Vec<SessionRow<'_>> = sessions.iter().map(SessionRow).collect();
                self.form.print(&sessions, &rows, "No sessions.")
            }
            Some(Command::End { id }) => {
                client.session_revoke(&id).await?;
                line(format!("{id}: ended."))
            }
        }
    }
}

/// A session as a row.
struct SessionRow<'a>(&'a AppSession);

impl Row for SessionRow<'_> {
    const COLUMNS: &'static [&'static str] = &["", "name", "begun", "last used", "until", "id"];
    const FIELDS: &'static [&'static str] = &[
        "session_id",
        "name",
        "created_at",
        "last_used_at",
        "expires_at",
        "current",
    ];

    fn cells(&self) -> Vec<String> {
        let session = self.0;
        let here = if session.current { "this one" } else { "" };
        vec![
            here.to_owned(),
            session.name.clone().unwrap_or_default(),
            time(session.created_at),
            time(session.last_used_at),
            time(session.expires_at),
            session.session_id.clone(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        let session = self.0;
        vec![
            json!(session.session_id),
            json!(session.name),
            json!(session.created_at),
            json!(session.last_used_at),
            json!(session.expires_at),
            json!(session.current),
        ]
    }
}
