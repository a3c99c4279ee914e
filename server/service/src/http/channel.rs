//! Channels of notifications.

use dropshot::Path;
use invoices_api::channel::{Channel, ChannelChangeBody, ChannelPath, Channels, NewChannelBody};
use invoices_api::envelope::{Answer, Created, NoData};
use invoices_api::webhook::WebhookDelivery;
use invoices_api::{Caller, ChannelsApi, Envelope, JsonBody, PathAnd, sentence};
use invoices_app::ChannelChange;
use invoices_db::Delivery;
use invoices_domain::ports::NotificationKind;

use super::error::api_error;
use super::webhook::delivery;
use super::{Api, Context, Request, app};

impl ChannelsApi for Api {
    type Context = Context;

    async fn channel_list(request: Request, caller: Caller) -> Answer<Channels> {
        let channels = app(&request).channels(caller.user).await.map_err(api_error)?;
        let channels = channels.into_iter().map(|(known, last)| channel(known, last));
        let data = Channels {
            channels: channels.collect(),
        };
        Ok(Envelope::ok(sentence::CHANNELS_RETRIEVED, data))
    }

    async fn channel_add(request: Request, caller: Caller<JsonBody<NewChannelBody>>) -> Created<Channel> {
        let body = caller.input.0;
        let stated = ChannelChange {
            name: body.name,
            target: None,
            secret: body.secret.map(Into::into),
            kinds: body.kinds,
            cadence: body.delivery,
            active: None,
        };
        let added = app(&request).add_channel(caller.user, body.target, stated).await;
        let added = channel(added.map_err(api_error)?, None);
        Ok(Envelope::created(sentence::CHANNEL_ADDED, added))
    }

    async fn channel_change(
        request: Request,
        caller: Caller<PathAnd<ChannelPath, JsonBody<ChannelChangeBody>>>,
    ) -> Answer<Channel> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let change = ChannelChange {
            name: body.name,
            target: body.target,
            secret: body.secret.map(Into::into),
            kinds: body.kinds,
            cadence: body.delivery,
            active: body.active,
        };
        let changed = app(&request).change_channel(caller.user, &path.channel_id, change);
        let changed = channel(changed.await.map_err(api_error)?, None);
        Ok(Envelope::ok(sentence::CHANNEL_CHANGED, changed))
    }

    async fn channel_remove(request: Request, caller: Caller<Path<ChannelPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().channel_id;
        let removed = app(&request).remove_channel(caller.user, &id);
        removed.await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::CHANNEL_REMOVED, NoData))
    }

    async fn channel_test(request: Request, caller: Caller<Path<ChannelPath>>) -> Created<WebhookDelivery> {
        let id = caller.input.into_inner().channel_id;
        let test = app(&request).test_channel(caller.user, &id).await;
        let test = delivery(test.map_err(api_error)?);
        Ok(Envelope::created(sentence::TEST_NOTIFICATION_ENQUEUED, test))
    }
}

/// A channel without its secret.
pub fn channel(channel: invoices_db::Channel, last: Option<Delivery>) -> Channel {
    let settings = channel.settings;
    Channel {
        channel_id: channel.channel_id.to_string(),
        name: settings.name,
        target: settings.target,
        has_secret: channel.has_secret,
        kinds: settings.kinds.unwrap_or_else(|| NotificationKind::ALL.to_vec()),
        delivery: settings.cadence,
        active: channel.active,
        off_reason: channel.off_reason,
        failing_since: channel.failing_since,
        last_delivery: last.map(delivery),
        created_at: channel.created_at,
    }
}
