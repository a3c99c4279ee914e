//! Channels: where a user's notifications go.

mod gotify;
mod matrix;
mod ntfy;
mod outgoing;
mod send;
mod template;

use invoices_db::{Channel, Delivery, NewChannel};
use invoices_domain::UserId;
use invoices_domain::channel::{Cadence, ChannelSettings, ChannelTarget};
use invoices_domain::ports::NotificationKind;
use invoices_domain::webhook::WebhookId;
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;
use crate::user::session::checked_name;
use crate::webhook::{TESTS, added_test};

pub(crate) use self::send::{is_mail, send, wanted_at};

/// Maximum number of channels of a user.
const MAX_CHANNELS: usize = 10;
/// The longest secret in bytes.
const MAX_SECRET: usize = 1_000;
/// The longest template in bytes.
const MAX_TEMPLATE: usize = 4_000;
/// The longest id of a room in bytes.
const MAX_ROOM: usize = 255;

/// What a user states of a channel. What is absent stays, or is the default.
#[derive(Debug, Default)]
pub struct ChannelChange {
    /// What the user calls it.
    pub name: Option<String>,
    /// Where it leads. A new target needs its secret again.
    pub target: Option<ChannelTarget>,
    /// Its secret.
    pub secret: Option<SecretString>,
    /// The notifications that go there.
    pub kinds: Option<Vec<NotificationKind>>,
    /// When they go there.
    pub cadence: Option<Cadence>,
    /// Whether any are sent.
    pub active: Option<bool>,
}

impl App {
    /// Adds a channel.
    pub async fn add_channel(
        &self,
        user: UserId,
        target: ChannelTarget,
        stated: ChannelChange,
    ) -> Result<Channel, Error> {
        let settings = ChannelSettings {
            name: None,
            target: target.clone(),
            kinds: None,
            cadence: Cadence::default(),
        };
        let stated = ChannelChange {
            target: Some(target),
            ..stated
        };
        let new = self.changed(user, WebhookId::random(), settings, false, stated).await?;
        let added = self.store().add_channel(user, new, MAX_CHANNELS, self.now()).await?;
        Error::of_added(added, "notification channels", MAX_CHANNELS)
    }

    /// A user's channels, each with the last delivery that was tried or asked for.
    pub async fn channels(&self, user: UserId) -> Result<Vec<(Channel, Option<Delivery>)>, Error> {
        Ok(self.store().channels(user).await?)
    }

    /// Changes a channel of a user.
    pub async fn change_channel(&self, user: UserId, id: &str, change: ChannelChange) -> Result<Channel, Error> {
        let id = channel_id(id)?;
        let known = self.store().channel(user, id).await?.ok_or_else(no_such)?;
        let new = self.changed(user, id, known.settings, known.has_secret, change).await?;
        let changed = self.store().change_channel(user, new, self.now()).await?;
        changed.ok_or_else(no_such)
    }

    /// Removes a channel. Pending deliveries are discarded.
    pub async fn remove_channel(&self, user: UserId, id: &str) -> Result<(), Error> {
        let removed = self.store().remove_channel(user, channel_id(id)?).await?;
        removed.then_some(()).ok_or_else(no_such)
    }

    /// Sends a test message, also to a channel that is switched off.
    pub async fn test_channel(&self, user: UserId, id: &str) -> Result<Delivery, Error> {
        let id = channel_id(id)?;
        let known = self.store().channel(user, id).await?.ok_or_else(no_such)?;
        self.check_possible(&known.settings.target)?;
        let added = self.store().add_channel_test(user, id, TESTS, self.now()).await?;
        added_test(added, no_such)
    }

    /// The settings with a change, if they are possible.
    async fn changed(
        &self,
        user: UserId,
        channel_id: WebhookId,
        known: ChannelSettings,
        has_secret: bool,
        change: ChannelChange,
    ) -> Result<NewChannel, Error> {
        let is_new_target = change.target.is_some();
        let secret = change.secret.map(checked_secret).transpose()?;
        // The secret of a service is not sent to another one.
        let secret = secret.or_else(|| is_new_target.then(SecretString::default));
        let has_secret = secret
            .as_ref()
            .map_or(has_secret, |secret| !secret.expose_secret().is_empty());
        let mut target = change.target.unwrap_or(known.target);
        check_secret(&target, has_secret)?;
        if is_new_target {
            target = self.checked_target(user, target).await?;
        }
        if change.active == Some(true) {
            self.check_possible(&target)?;
        }
        let settings = ChannelSettings {
            name: change.name.as_deref().map(checked_name).transpose()?.or(known.name),
            target,
            kinds: change
                .kinds
                .as_deref()
                .map(checked_kinds)
                .transpose()?
                .unwrap_or(known.kinds),
            cadence: change.cadence.unwrap_or(known.cadence),
        };
        Ok(NewChannel {
            channel_id,
            settings,
            secret,
            active: change.active,
        })
    }

    /// Whether the service sends to such a target.
    fn check_possible(&self, target: &ChannelTarget) -> Result<(), Error> {
        match target {
            ChannelTarget::Email { .. } => self.check_mailer(),
            _ => self.check_webhooks(),
        }
    }

    async fn checked_target(&self, user: UserId, target: ChannelTarget) -> Result<ChannelTarget, Error> {
        self.check_possible(&target)?;
        Ok(match target {
            ChannelTarget::Email { address } => {
                let verified = send::verified_address(self, user, &address).await?;
                let address = verified.ok_or_else(|| {
                    wrong("it must be the verified address of the account, or that of a connected mailbox")
                })?;
                ChannelTarget::Email { address }
            }
            ChannelTarget::Ntfy { url } => {
                let url = self.checked_url(&url)?;
                ntfy::topic(&url).map_err(wrong)?;
                ChannelTarget::Ntfy { url }
            }
            ChannelTarget::Gotify { url } => ChannelTarget::Gotify {
                url: self.checked_server(&url)?,
            },
            ChannelTarget::Matrix { url, room_id } => {
                matrix::check_room(&room_id).map_err(wrong)?;
                if room_id.len() > MAX_ROOM {
                    return Err(wrong(&format!("room_id must have at most {MAX_ROOM} bytes")));
                }
                let url = self.checked_server(&url)?;
                ChannelTarget::Matrix { url, room_id }
            }
            ChannelTarget::Webhook {
                url,
                content_type,
                template,
            } => {
                if template.is_empty() || template.len() > MAX_TEMPLATE {
                    return Err(wrong(&format!("template must have 1 to {MAX_TEMPLATE} bytes")));
                }
                template::check(&template, content_type).map_err(|reason| wrong(&reason))?;
                ChannelTarget::Webhook {
                    url: self.checked_url(&url)?,
                    content_type,
                    template,
                }
            }
        })
    }

    /// The URL of a server, to which paths are appended.
    fn checked_server(&self, url: &str) -> Result<String, Error> {
        let url = self.checked_url(url)?;
        let is_plain = !url.contains('?');
        is_plain
            .then_some(url)
            .ok_or_else(|| wrong("the URL must not have a query"))
    }
}

fn check_secret(target: &ChannelTarget, is_stated: bool) -> Result<(), Error> {
    let reason = match (target, is_stated) {
        (ChannelTarget::Email { .. }, true) => "an e-mail needs none",
        (ChannelTarget::Gotify { .. } | ChannelTarget::Matrix { .. }, false) => "it must be the token of the service",
        _ => return Ok(()),
    };
    Err(Error::Invalid(format!("Invalid field 'secret': {reason}.")))
}

/// It becomes the value of a header.
fn checked_secret(secret: SecretString) -> Result<SecretString, Error> {
    let text = secret.expose_secret();
    let is_right = (1..=MAX_SECRET).contains(&text.len()) && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    let rule = format!("Invalid field 'secret': it must have 1 to {MAX_SECRET} characters of ASCII.");
    is_right.then_some(secret).ok_or(Error::Invalid(rule))
}

/// Each once. All of them include those to come.
fn checked_kinds(kinds: &[NotificationKind]) -> Result<Option<Vec<NotificationKind>>, Error> {
    let all = NotificationKind::ALL.into_iter();
    let chosen: Vec<_> = all.filter(|kind| kinds.contains(kind)).collect();
    if chosen.is_empty() || kinds.len() > NotificationKind::ALL.len() {
        return Err(Error::Invalid(
            "Invalid field 'kinds': it must list at least one kind, and each once.".into(),
        ));
    }
    Ok((chosen.len() < NotificationKind::ALL.len()).then_some(chosen))
}

fn wrong(reason: &str) -> Error {
    Error::Invalid(format!("Invalid field 'target': {reason}."))
}

fn channel_id(text: &str) -> Result<WebhookId, Error> {
    text.parse().map_err(|_| no_such())
}

fn no_such() -> Error {
    Error::NotFound("No such channel.".into())
}
