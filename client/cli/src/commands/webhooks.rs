//! `invoices-cli webhooks`.

use invoices_client::Client;
use invoices_client::types::{NewWebhookBody, Webhook, WebhookChangeBody, WebhookDelivery, WebhookEvent};
use invoices_terminal::Listing;
use serde_json::json;

use crate::argument::word;
use crate::failure::Failure;
use crate::output::{Form, ListOr, Listed, line, note, time, words};

#[derive(clap::Subcommand)]
pub enum Command {
    /// Register a webhook and print its signing secret
    Add {
        /// The HTTPS URL to post to
        #[arg(value_name = "URL")]
        address: String,

        /// Only this event, such as invoice.created; may be given more than once [default: all]
        #[arg(long = "event", value_name = "EVENT", value_parser = word::<WebhookEvent>)]
        events: Vec<WebhookEvent>,
    },
    /// Remove a webhook
    Remove(Listed),
    /// Enable a webhook
    Enable(Listed),
    /// Disable a webhook
    Disable(Listed),
    /// Replace a webhook's secret and print the new one
    ReplaceSecret(Listed),
    /// Send a test event to a webhook
    Test(Listed),
    /// List a webhook's deliveries, most recent first
    Deliveries {
        #[command(flatten)]
        webhook: Listed,

        #[command(flatten)]
        form: Form,
    },
}

impl ListOr<Command> {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            None => {
                let webhooks = client.webhook_list().await?.into_inner().data.webhooks;
                self.list.print(&WEBHOOKS, &webhooks, "No webhooks.")
            }
            Some(Command::Add { address, events }) => {
                let body = NewWebhookBody {
                    events: Some(events).filter(|events| !events.is_empty()),
                    url: address,
                };
                let registered = client.webhook_add(&body).await?.into_inner().data;
                let id = registered.webhook.webhook_id;
                note(format!("Registered: {id}. The secret is not shown again:"));
                line(registered.secret.expose())
            }
            Some(Command::Remove(Listed { id })) => {
                client.webhook_remove(&id).await?;
                line(format!("{id}: removed."))
            }
            Some(Command::Enable(Listed { id })) => switch(client, &id, true).await,
            Some(Command::Disable(Listed { id })) => switch(client, &id, false).await,
            Some(Command::ReplaceSecret(Listed { id })) => {
                let replaced = client.webhook_replace_secret(&id).await?.into_inner().data;
                note("The secret is not shown again:");
                line(replaced.secret.expose())
            }
            Some(Command::Test(Listed { id })) => {
                let sent = client.webhook_test(&id).await?.into_inner().data;
                line(format!("{}: {}", sent.event, sent.state))
            }
            Some(Command::Deliveries { webhook, form }) => {
                let page = client.webhook_delivery_list(&webhook.id, None, None).await?;
                form.print(&DELIVERIES, &page.into_inner().data.deliveries, "No deliveries.")
            }
        }
    }
}

async fn switch(client: &Client, id: &str, active: bool) -> Result<(), Failure> {
    let body = WebhookChangeBody {
        active: Some(active),
        ..WebhookChangeBody::default()
    };
    client.webhook_change(id, &body).await?;
    line(format!("{id}: {}.", if active { "on" } else { "off" }))
}

const WEBHOOKS: Listing<Webhook> = Listing {
    columns: &[
        ("url", |webhook| webhook.url.clone()),
        ("events", |webhook| words(&webhook.events)),
        ("active", |webhook| match (&webhook.off_reason, webhook.active) {
            (Some(reason), _) => format!("no: {reason}"),
            (None, true) => "yes".to_owned(),
            (None, false) => "no".to_owned(),
        }),
        ("id", |webhook| webhook.webhook_id.clone()),
    ],
    right: &[],
    fields: &[
        ("webhook_id", |webhook| json!(webhook.webhook_id)),
        ("url", |webhook| json!(webhook.url)),
        ("events", |webhook| json!(words(&webhook.events))),
        ("active", |webhook| json!(webhook.active)),
        ("off_reason", |webhook| json!(webhook.off_reason)),
        ("created_at", |webhook| json!(webhook.created_at)),
    ],
};

const DELIVERIES: Listing<WebhookDelivery> = Listing {
    columns: &[
        ("when", |delivery| time(delivery.created_at)),
        ("event", |delivery| delivery.event.to_string()),
        ("state", |delivery| delivery.state.to_string()),
        ("attempts", |delivery| delivery.attempts.to_string()),
        ("last answer", |delivery| {
            match (delivery.last_status, &delivery.last_error) {
                (_, Some(error)) => error.clone(),
                (Some(status), None) => status.to_string(),
                (None, None) => String::new(),
            }
        }),
    ],
    right: &[3],
    fields: &[
        ("delivery_id", |delivery| json!(delivery.delivery_id)),
        ("event", |delivery| json!(delivery.event)),
        ("state", |delivery| json!(delivery.state)),
        ("attempts", |delivery| json!(delivery.attempts)),
        ("last_status", |delivery| json!(delivery.last_status)),
        ("last_error", |delivery| json!(delivery.last_error)),
        ("created_at", |delivery| json!(delivery.created_at)),
        ("next_attempt_at", |delivery| json!(delivery.next_attempt_at)),
        ("finished_at", |delivery| json!(delivery.finished_at)),
    ],
};
