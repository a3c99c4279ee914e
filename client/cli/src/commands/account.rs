//! `invoices-cli whoami`.

use invoices_client::Client;
use invoices_client::progenitor_client::ClientInfo;
use serde_json::json;

use crate::failure::Failure;
use crate::output::{JsonForm, counted, line, print_json};

/// Show the account, its mailbox and its storage
#[derive(clap::Args)]
pub struct Whoami {
    #[command(flatten)]
    form: JsonForm,
}

impl Whoami {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let profile = client.user_view().await?.into_inner().data;
        let usage = client.user_usage().await?.into_inner().data;
        if self.form.json {
            return print_json(&json!({"profile": profile, "usage": usage, "url": client.baseurl()}));
        }
        line(format!("{} <{}> at {}", profile.name, profile.email, client.baseurl()))?;
        line(format!("Signed up on {}.", profile.created_on))?;
        line(if profile.mail_account_connected {
            "A mailbox is connected."
        } else {
            "No mailbox is connected."
        })?;
        let limit = |limit: Option<u64>, shown: &dyn Fn(u64) -> String| match limit {
            Some(limit) => format!(" of {}", shown(limit)),
            None => String::new(),
        };
        line(format!(
            "Stored: {}{}, {}{}.",
            counted(usage.messages, "mail"),
            limit(usage.messages_limit, &|limit| limit.to_string()),
            size(usage.stored_bytes),
            limit(usage.stored_bytes_limit, &size),
        ))
    }
}

/// Bytes in the unit that suits their number, rounded down.
fn size(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut whole = bytes;
    for unit in units {
        if whole < 10_240 {
            return format!("{whole} {unit}");
        }
        whole /= 1024;
    }
    format!("{whole} PiB")
}
