//! `invoices-cli token`.

use invoices_client::Client;
use invoices_client::types::{NewTokenBody, ScriptToken, TokenScope};
use invoices_terminal::Listing;
use serde_json::json;

use crate::argument::word;
use crate::failure::Failure;
use crate::output::{ListOr, Listed, line, note, time, words};

#[derive(clap::Subcommand)]
pub enum Command {
    /// Create an access token and print it
    Create {
        /// The name in the list of tokens
        name: String,

        /// What it opens: read, ingest (fetch mails), hand-over (hand over mails) or all; may be given more than once
        #[arg(long = "scope", value_name = "SCOPE", required = true, value_parser = word::<TokenScope>)]
        scopes: Vec<TokenScope>,

        /// For how many days, up to 1826 [default: 90]
        #[arg(long, value_name = "DAYS")]
        days: Option<u32>,
    },
    /// Revoke an access token
    Revoke(Listed),
}

impl ListOr<Command> {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            None => {
                let tokens = client.token_list().await?.into_inner().data.tokens;
                self.list.print(&TOKENS, &tokens, "No access tokens.")
            }
            Some(Command::Create { name, scopes, days }) => {
                let body = NewTokenBody {
                    expires_in_days: days,
                    name,
                    scopes,
                };
                let created = client.token_create(&body).await?.into_inner().data;
                let until = time(created.expires_at);
                note(format!("Valid until {until}. The token is not shown again:"));
                line(created.token.expose())
            }
            Some(Command::Revoke(Listed { id })) => {
                client.token_revoke(&id).await?;
                line(format!("{id}: revoked."))
            }
        }
    }
}

const TOKENS: Listing<ScriptToken> = Listing {
    columns: &[
        ("name", |token| token.name.clone()),
        ("scopes", |token| words(&token.scopes)),
        ("created", |token| time(token.created_at)),
        ("last used", |token| token.last_used_at.map(time).unwrap_or_default()),
        ("until", |token| time(token.expires_at)),
        ("id", |token| token.token_id.clone()),
    ],
    right: &[],
    fields: &[
        ("token_id", |token| json!(token.token_id)),
        ("name", |token| json!(token.name)),
        ("scopes", |token| json!(words(&token.scopes))),
        ("created_at", |token| json!(token.created_at)),
        ("last_used_at", |token| json!(token.last_used_at)),
        ("expires_at", |token| json!(token.expires_at)),
    ],
};
