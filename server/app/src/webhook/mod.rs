//! Webhooks that users register.

pub mod delivery;
mod event;

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use invoices_db::{AddTest, Delivery, NewWebhook, PerMinute, Webhook, WebhookChange};
use invoices_domain::UserId;
use invoices_domain::webhook::{DeliveryId, EventTypes, WebhookId};
use secrecy::SecretString;

use crate::app::App;
use crate::error::Error;
use crate::page::{Listing, cut, invalid_cursor, one_more};
use crate::random;

/// Maximum number of webhooks of a user.
pub const MAX_WEBHOOKS: usize = 5;
/// The length of a secret; Standard Webhooks recommends 24 to 64 bytes.
const SECRET_BYTES: usize = 32;
/// How many deliveries a page has by default.
const DEFAULT_LIMIT: usize = 20;
/// Maximum number of tests of a user, of webhooks and channels together.
pub(crate) const TESTS: PerMinute = PerMinute(10);
const MINUTE: Duration = Duration::from_mins(1);

impl App {
    /// Registers a webhook. Returns it with its secret, which is not shown again.
    pub async fn add_webhook(
        &self,
        user: UserId,
        url: &str,
        events: Option<EventTypes>,
    ) -> Result<(Webhook, SecretString), Error> {
        self.check_webhooks()?;
        let secret = new_secret()?;
        let new = NewWebhook {
            webhook_id: WebhookId::random(),
            url: self.checked_url(url)?,
            events: events.unwrap_or_else(EventTypes::all),
            secret: secret.clone(),
        };
        let added = self.store().add_webhook(user, new, MAX_WEBHOOKS, self.now()).await?;
        Ok((Error::of_added(added, "webhooks", MAX_WEBHOOKS)?, secret))
    }

    /// A user's webhooks.
    pub async fn webhooks(&self, user: UserId) -> Result<Vec<Webhook>, Error> {
        Ok(self.store().webhooks(user).await?)
    }

    /// One webhook of a user.
    pub async fn webhook(&self, user: UserId, id: &str) -> Result<Webhook, Error> {
        let found = self.store().webhook(user, webhook_id(id)?).await?;
        found.ok_or_else(no_such)
    }

    /// Changes a webhook of a user.
    pub async fn change_webhook(&self, user: UserId, id: &str, change: WebhookChange) -> Result<Webhook, Error> {
        let url = change.url.as_deref().map(|url| self.checked_url(url)).transpose()?;
        if change.active == Some(true) {
            self.check_webhooks()?;
        }
        let change = WebhookChange { url, ..change };
        let changed = self
            .store()
            .change_webhook(user, webhook_id(id)?, change, self.now())
            .await?;
        changed.ok_or_else(no_such)
    }

    /// Replaces the secret of a webhook. The old one signs nothing from then on.
    pub async fn replace_webhook_secret(&self, user: UserId, id: &str) -> Result<SecretString, Error> {
        let secret = new_secret()?;
        let replaced = self
            .store()
            .replace_webhook_secret(user, webhook_id(id)?, secret.clone(), self.now())
            .await?;
        replaced.then_some(secret).ok_or_else(no_such)
    }

    /// Removes a webhook. Pending deliveries are discarded.
    pub async fn remove_webhook(&self, user: UserId, id: &str) -> Result<(), Error> {
        let removed = self.store().remove_webhook(user, webhook_id(id)?).await?;
        removed.then_some(()).ok_or_else(no_such)
    }

    /// Sends a test event, also to a webhook that is switched off.
    pub async fn test_webhook(&self, user: UserId, id: &str) -> Result<Delivery, Error> {
        self.check_webhooks()?;
        let added = self
            .store()
            .add_webhook_test(user, webhook_id(id)?, TESTS, self.now())
            .await?;
        added_test(added, no_such)
    }

    /// A page of what was sent to a webhook, the last first.
    pub async fn webhook_deliveries(
        &self,
        user: UserId,
        id: &str,
        limit: Option<usize>,
        cursor: Option<&str>,
    ) -> Result<Listing<Delivery>, Error> {
        let id = self.webhook(user, id).await?.webhook_id;
        let before = match cursor {
            Some(cursor) => {
                let last: DeliveryId = cursor.parse().map_err(|_| invalid_cursor())?;
                let place = self.store().webhook_delivery_place(user, id, last).await?;
                Some(place.ok_or_else(invalid_cursor)?)
            }
            None => None,
        };
        let limit = limit.unwrap_or(DEFAULT_LIMIT);
        let mut items = self
            .store()
            .webhook_deliveries(user, id, before, one_more(limit))
            .await?;
        let next = cut(&mut items, Some(limit), |last| last.delivery_id.to_string());
        Ok(Listing { items, next })
    }

    pub(crate) fn check_webhooks(&self) -> Result<(), Error> {
        let on = self.settings().webhooks;
        on.then_some(()).ok_or(Error::NoWebhooks)
    }

    pub(crate) fn checked_url(&self, url: &str) -> Result<String, Error> {
        let checked = self.ports().webhooks.check_url(url);
        checked.map_err(|reason| Error::Invalid(format!("Invalid field 'url': {reason}.")))
    }
}

/// `whsec_` and random bytes in base64, as Standard Webhooks says.
fn new_secret() -> Result<SecretString, Error> {
    let bytes = random::bytes::<SECRET_BYTES>()?;
    Ok(format!("whsec_{}", BASE64_STANDARD.encode(bytes)).into())
}

/// The delivery of a test that was asked for.
pub(crate) fn added_test(added: AddTest, no_such: fn() -> Error) -> Result<Delivery, Error> {
    match added {
        AddTest::Added(delivery) => Ok(*delivery),
        AddTest::TooMany => Err(Error::TooMany(MINUTE)),
        AddTest::NoWebhook => Err(no_such()),
    }
}

fn webhook_id(text: &str) -> Result<WebhookId, Error> {
    text.parse().map_err(|_| no_such())
}

fn no_such() -> Error {
    Error::NotFound("No such webhook.".into())
}
