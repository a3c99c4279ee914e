//! `invoices-cli webhooks`.

use invoices_client::Client;
use invoices_client::types::{NewWebhookBody, Webhook, WebhookChangeBody, WebhookDelivery, WebhookEvent};
use invoices_terminal::Row;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{Form, line, note, time};

/// List and change the webhooks that events are sent to
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Webhooks {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    form: Form,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Register a webhook and print its signing secret
    Add {
        /// The HTTPS URL to post to
        #[arg(value_name = "URL")]
        address: String,

        /// Only this event, such as invoice.created; may be given more than once [default: all]
        #[arg(long = "event", value_name = "EVENT", value_parser = event)]
        events: Vec<WebhookEvent>,
    },
    /// Remove a webhook
    Remove {
        /// The id, as listed
        id: String,
    },
    /// Enable a webhook
    Enable {
        /// The id, as listed
        id: String,
    },
    /// Disable a webhook
    Disable {
        /// The id, as listed
        id: String,
    },
    /// Replace a webhook's secret and print the new one
    ReplaceSecret {
        /// The id, as listed
        id: String,
    },
    /// Send a test event to a webhook
    Test {
        /// The id, as listed
        id: String,
    },
    /// List a webhook's deliveries, most recent first
    Deliveries {
        /// The id, as listed
        id: String,

        #[command(flatten)]
        form: Form,
    },
}

fn event(text: &str) -> Result<WebhookEvent, String> {
    // The error of `FromStr` does not name the valid ones.
    serde_json::from_value(Value::from(text)).map_err(|error| error.to_string())
}

impl Webhooks {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            None => {
                let webhooks = client.webhook_list().await?.into_inner().data.webhooks;
                let rows: Vec<WebhookRow<'_>> = webhooks.iter().map(WebhookRow).collect();
                self.form.print(&webhooks, &rows, "No webhooks.")
            }
            Some(Command::Add { address, events }) => {
                let body = NewWebhookBody {
                    events: Some(events).filter(|events| !events.is_empty()),
                    url: address,
                };
                let registered = client.webhook_add(&body).await?.into_inner().data;
                note(format!(
                    "Registered: {}. The secret is not shown again:",
                    registered.webhook.webhook_id
                ));
                line(registered.secret.expose())
            }
            Some(Command::Remove { id }) => {
                client.webhook_remove(&id).await?;
                line(format!("{id}: removed."))
            }
            Some(Command::Enable { id }) => switch(client, &id, true).await,
            Some(Command::Disable { id }) => switch(client, &id, false).await,
            Some(Command::ReplaceSecret { id }) => {
                let replaced = client.webhook_replace_secret(&id).await?.into_inner().data;
                note("The secret is not shown again:");
                line(replaced.secret.expose())
            }
            Some(Command::Test { id }) => {
                let sent = client.webhook_test(&id).await?.into_inner().data;
                line(format!("{}: {}", sent.event, sent.state))
            }
            Some(Command::Deliveries { id, form }) => {
                let page = client.webhook_delivery_list(&id, None, None).await?.into_inner().data;
                let rows: Vec<DeliveryRow<'_>> = page.deliveries.iter().map(DeliveryRow).collect();
                form.print(&page.deliveries, &rows, "No deliveries.")
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

/// A webhook as a row.
struct WebhookRow<'a>(&'a Webhook);

impl Row for WebhookRow<'_> {
    const COLUMNS: &'static [&'static str] = &["url", "events", "active", "id"];
    const FIELDS: &'static [&'static str] = &["webhook_id", "url", "events", "active", "off_reason", "created_at"];

    fn cells(&self) -> Vec<String> {
        let webhook = self.0;
        let state = match (&webhook.off_reason, webhook.active) {
            (Some(reason), _) => format!("no: {reason}"),
            (None, true) => "yes".to_owned(),
            (None, false) => "no".to_owned(),
        };
        vec![webhook.url.clone(), events(webhook), state, webhook.webhook_id.clone()]
    }

    fn values(&self) -> Vec<Value> {
        let webhook = self.0;
        vec![
            json!(webhook.webhook_id),
            json!(webhook.url),
            json!(events(webhook)),
            json!(webhook.active),
            json!(webhook.off_reason),
            json!(webhook.created_at),
        ]
    }
}

fn events(webhook: &Webhook) -> String {
    let events: Vec<String> = webhook.events.iter().map(ToString::to_string).collect();
    events.join(" ")
}

/// A message to a webhook as a row.
struct DeliveryRow<'a>(&'a WebhookDelivery);

impl Row for DeliveryRow<'_> {
    const COLUMNS: &'static [&'static str] = &["when", "event", "state", "attempts", "last answer"];
    const RIGHT: &'static [usize] = &[3];
    const FIELDS: &'static [&'static str] = &[
        "delivery_id",
        "event",
        "state",
        "attempts",
        "last_status",
        "last_error",
        "created_at",
        "next_attempt_at",
        "finished_at",
    ];

    fn cells(&self) -> Vec<String> {
        let delivery = self.0;
        let answer = match (delivery.last_status, &delivery.last_error) {
            (_, Some(error)) => error.clone(),
            (Some(status), None) => status.to_string(),
            (None, None) => String::new(),
        };
        vec![
            time(delivery.created_at),
            delivery.event.to_string(),
            delivery.state.to_string(),
            delivery.attempts.to_string(),
            answer,
        ]
    }

    fn values(&self) -> Vec<Value> {
        let delivery = self.0;
        vec![
            json!(delivery.delivery_id),
            json!(delivery.event),
            json!(delivery.state),
            json!(delivery.attempts),
            json!(delivery.last_status),
            json!(delivery.last_error),
            json!(delivery.created_at),
            json!(delivery.next_attempt_at),
            json!(delivery.finished_at),
        ]
    }
}
