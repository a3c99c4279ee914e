//! Webhooks and what was sent to them.

use diesel::table;

table! {
    use crate::schema::prelude::*;

    webhooks (webhook_id) {
        webhook_id -> TextEnum,
        user_id -> TextEnum,
        url -> Text,
        events -> TextEnum,
        secret -> Text,
        active -> Bool,
        off_reason -> Nullable<Text>,
        failing_since -> Nullable<UtcTimestamp>,
        created_at -> UtcTimestamp,
        updated_at -> UtcTimestamp,
        channel -> Nullable<JsonText>,
    }
}

table! {
    use crate::schema::prelude::*;

    webhook_deliveries (id) {
        id -> BigInt,
        delivery_id -> TextEnum,
        webhook_id -> TextEnum,
        user_id -> TextEnum,
        event -> TextEnum,
        subject -> JsonText,
        state -> TextEnum,
        attempts -> Integer,
        last_status -> Nullable<Integer>,
        last_error -> Nullable<Text>,
        created_at -> UtcTimestamp,
        next_at -> Nullable<UtcTimestamp>,
        finished_at -> Nullable<UtcTimestamp>,
    }
}
