//! `invoices-cli channel`.

use std::time::Duration;

use invoices_client::Client;
use invoices_client::types::{Cadence, Channel, ChannelChangeBody, ChannelTarget, NewChannelBody, NotificationKind};
use invoices_terminal::Listing;
use serde_json::{Value, json};

use crate::argument::word;
use crate::failure::Failure;
use crate::output::{ListOr, Listed, line, time, words};
use crate::prompt;

/// How long to wait for the result of a test, in half seconds.
const TEST_POLLS: u32 = 30;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Add a channel
    Add(Box<Add>),
    /// Send a test message to a channel and print the result
    Test(Listed),
    /// Enable a channel that was disabled because its receiver failed
    Enable(Listed),
    /// Remove a channel
    Remove(Listed),
}

#[derive(clap::Args)]
pub struct Add {
    /// What it is
    #[arg(value_name = "TYPE")]
    target: Type,

    /// The address, or the URL of the topic, the server or the receiver
    #[arg(value_name = "ADDRESS")]
    address: String,

    /// The id of the room of Matrix
    #[arg(long, value_name = "ID", required_if_eq("target", "matrix"))]
    room: Option<String>,

    /// The body of a webhook, with placeholders such as {subject} and {message}
    #[arg(long, required_if_eq("target", "webhook"))]
    template: Option<String>,

    /// The template is plain text, not JSON
    #[arg(long)]
    text: bool,

    /// Read the token, or the value of the header Authorization, from standard input; Gotify and Matrix ask for it otherwise
    #[arg(long)]
    secret_stdin: bool,

    /// The name in the list
    #[arg(long)]
    name: Option<String>,

    /// Only this kind, such as due; may be given more than once [default: all]
    #[arg(long = "kind", value_name = "KIND", value_parser = word::<NotificationKind>)]
    kinds: Vec<NotificationKind>,

    /// Send the notifications of a week together on Monday
    #[arg(long)]
    weekly: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Type {
    Email,
    Ntfy,
    Gotify,
    Matrix,
    Webhook,
}

impl ListOr<Command> {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            None => {
                let channels = client.channel_list().await?.into_inner().data.channels;
                self.list.print(&CHANNELS, &channels, "No channels.")
            }
            Some(Command::Add(add)) => add.run(client).await,
            Some(Command::Test(Listed { id })) => test(client, &id).await,
            Some(Command::Enable(Listed { id })) => {
                let change = ChannelChangeBody {
                    active: Some(true),
                    ..ChannelChangeBody::default()
                };
                client.channel_change(&id, &change).await?;
                line(format!("{id}: enabled."))
            }
            Some(Command::Remove(Listed { id })) => {
                client.channel_remove(&id).await?;
                line(format!("{id}: removed."))
            }
        }
    }
}

impl Add {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let needs_secret = matches!(self.target, Type::Gotify | Type::Matrix);
        let secret = (needs_secret || self.secret_stdin).then(|| prompt::password_of("Token", self.secret_stdin));
        let body = NewChannelBody {
            target: self.target()?,
            delivery: self.weekly.then_some(Cadence::Weekly),
            kinds: Some(self.kinds).filter(|kinds| !kinds.is_empty()),
            name: self.name,
            secret: secret.transpose()?,
        };
        let added = client.channel_add(&body).await?.into_inner().data;
        line(added.channel_id)
    }

    fn target(&self) -> Result<ChannelTarget, Failure> {
        let url = &self.address;
        let target = match self.target {
            Type::Email => json!({"type": "email", "address": url}),
            Type::Ntfy => json!({"type": "ntfy", "url": url}),
            Type::Gotify => json!({"type": "gotify", "url": url}),
            Type::Matrix => json!({"type": "matrix", "url": url, "room_id": self.room}),
            Type::Webhook => {
                let content_type = if self.text { "text" } else { "json" };
                json!({"type": "webhook", "url": url, "content_type": content_type, "template": self.template})
            }
        };
        serde_json::from_value(target).map_err(|error| Failure::Input(error.to_string()))
    }
}

/// Sends a test and waits for its result.
async fn test(client: &Client, id: &str) -> Result<(), Failure> {
    let sent = client.channel_test(id).await?.into_inner().data;
    for _ in 0..TEST_POLLS {
        let channels = client.channel_list().await?.into_inner().data.channels;
        let channel = channels.into_iter().find(|channel| channel.channel_id == id);
        let last = channel.and_then(|channel| channel.last_delivery);
        let Some(last) = last.filter(|last| last.delivery_id == sent.delivery_id) else {
            break;
        };
        if let Some(error) = last.last_error {
            return line(format!("{id}: failed: {error}."));
        }
        if last.finished_at.is_some() {
            return line(format!("{id}: delivered."));
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    line(format!(
        "{id}: the test is being sent; `invoices-cli channel` shows the result."
    ))
}

const CHANNELS: Listing<Channel> = Listing {
    columns: &[
        ("name", |channel| channel.name.clone().unwrap_or_default()),
        ("to", address),
        ("delivery", |channel| channel.delivery.to_string()),
        ("active", |channel| match (&channel.off_reason, channel.active) {
            (Some(reason), false) => format!("no: {reason}"),
            (None, false) => "no".to_owned(),
            (_, true) => "yes".to_owned(),
        }),
        ("last message", last),
        ("id", |channel| channel.channel_id.clone()),
    ],
    right: &[],
    fields: &[
        ("channel_id", |channel| json!(channel.channel_id)),
        ("name", |channel| json!(channel.name)),
        ("type", |channel| target(channel)["type"].clone()),
        ("address", |channel| json!(address(channel))),
        ("kinds", |channel| json!(words(&channel.kinds))),
        ("delivery", |channel| json!(channel.delivery)),
        ("active", |channel| json!(channel.active)),
        ("off_reason", |channel| json!(channel.off_reason)),
        ("last_message", |channel| json!(last(channel))),
        ("created_at", |channel| json!(channel.created_at)),
    ],
};

fn target(channel: &Channel) -> Value {
    json!(channel.target)
}

fn address(channel: &Channel) -> String {
    let target = target(channel);
    let stated = target["address"].as_str().or(target["url"].as_str());
    stated.unwrap_or_default().to_owned()
}

fn last(channel: &Channel) -> String {
    channel.last_delivery.as_ref().map_or_else(String::new, |last| {
        let end = last.finished_at.map(time).unwrap_or_default();
        match &last.last_error {
            Some(error) => format!("{error} {end}"),
            None => format!("{} {end}", last.state),
        }
    })
}
