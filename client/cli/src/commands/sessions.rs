//! `invoices-cli sessions`.

use invoices_client::Client;
use invoices_client::types::AppSession;
use invoices_terminal::Listing;
use serde_json::json;

use crate::failure::Failure;
use crate::output::{ListOr, Listed, line, time};

#[derive(clap::Subcommand)]
pub enum Command {
    /// End a session and invalidate its tokens
    End(Listed),
}

impl ListOr<Command> {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            None => {
                let sessions = client.session_list().await?.into_inner().data.sessions;
                self.list.print(&SESSIONS, &sessions, "No sessions.")
            }
            Some(Command::End(Listed { id })) => {
                client.session_revoke(&id).await?;
                line(format!("{id}: ended."))
            }
        }
    }
}

const SESSIONS: Listing<AppSession> = Listing {
    columns: &[
        ("", |session| {
            if session.current {
                "this one".into()
            } else {
                String::new()
            }
        }),
        ("name", |session| session.name.clone().unwrap_or_default()),
        ("begun", |session| time(session.created_at)),
        ("last used", |session| time(session.last_used_at)),
        ("until", |session| time(session.expires_at)),
        ("id", |session| session.session_id.clone()),
    ],
    right: &[],
    fields: &[
        ("session_id", |session| json!(session.session_id)),
        ("name", |session| json!(session.name)),
        ("created_at", |session| json!(session.created_at)),
        ("last_used_at", |session| json!(session.last_used_at)),
        ("expires_at", |session| json!(session.expires_at)),
        ("current", |session| json!(session.current)),
    ],
};
