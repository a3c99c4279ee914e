//! The tables, the same in both databases. A test compares them with the migrations.

mod identity;
mod retail;
mod user;
mod webhook;

use diesel::{allow_tables_to_appear_in_same_query, joinable, table};

pub use self::identity::{identity_keys, retail_aliases, statement_keys, statements};
pub use self::retail::{
    retail_details, retail_invoices, retail_removals, retail_segments, retail_sources, retail_sums, retail_texts,
};
pub use self::user::{access_tokens, email_codes, invitations, password_resets, sessions, usage_sums};
pub use self::webhook::{webhook_deliveries, webhooks};

/// The SQL types of columns.
mod prelude {
    pub use diesel::sql_types::*;

    pub use crate::types::{JsonText, MoneyUnits, ParserVersion, TextEnum, UtcTimestamp};
}

table! {
    use crate::schema::prelude::*;

    users (user_id) {
        user_id -> TextEnum,
        email -> Text,
        email_key -> Text,
        name -> Text,
        password_hash -> Text,
        created_at -> UtcTimestamp,
        deleting_at -> Nullable<UtcTimestamp>,
        token_generation -> Integer,
        email_verified_at -> Nullable<UtcTimestamp>,
        preferences -> Nullable<JsonText>,
    }
}

table! {
    use crate::schema::prelude::*;

    acts (id) {
        id -> BigInt,
        done_at -> UtcTimestamp,
        act -> TextEnum,
        user_id -> Nullable<TextEnum>,
        email_key -> Nullable<Text>,
        operator -> Text,
        detail -> Nullable<Text>,
    }
}

table! {
    use crate::schema::prelude::*;

    messages (id) {
        id -> BigInt,
        user_id -> TextEnum,
        account -> TextEnum,
        source -> TextEnum,
        message_id -> TextEnum,
        state -> TextEnum,
        reason -> Nullable<Text>,
        vendor_id -> Nullable<TextEnum>,
        sender -> Nullable<TextEnum>,
        sender_name -> Nullable<Text>,
        subject -> Nullable<Text>,
        received_at -> Nullable<UtcTimestamp>,
        authentication -> Nullable<Text>,
        pdf_attached -> Bool,
        released -> Bool,
        attempts -> Integer,
        found_at -> UtcTimestamp,
        updated_at -> UtcTimestamp,
        header_id -> Nullable<Text>,
        digest -> Nullable<Text>,
        reason_code -> Nullable<JsonText>,
        check_failed -> Bool,
        authenticated -> Bool,
        forwarded -> Bool,
    }
}

table! {
    use crate::schema::prelude::*;

    documents (id) {
        id -> BigInt,
        message -> Nullable<BigInt>,
        user_id -> TextEnum,
        part -> Text,
        state -> TextEnum,
        reason -> Nullable<Text>,
        object_key -> Nullable<TextEnum>,
        rental_invoice_id -> Nullable<Text>,
        file_name -> Nullable<Text>,
        sha256 -> Text,
        charset -> Nullable<Text>,
        bytes -> Nullable<BigInt>,
        attempts -> Integer,
        parser -> Nullable<Text>,
        parser_version -> Nullable<ParserVersion>,
        created_at -> UtcTimestamp,
        updated_at -> UtcTimestamp,
        reason_code -> Nullable<JsonText>,
        question -> Nullable<JsonText>,
        question_told -> Nullable<Bool>,
        answer -> Nullable<JsonText>,
    }
}

table! {
    use crate::schema::prelude::*;

    rental_invoices (user_id, invoice_id) {
        user_id -> TextEnum,
        invoice_id -> Text,
        document -> BigInt,
        landlord -> Nullable<Text>,
        reference -> Nullable<Text>,
        direction -> TextEnum,
        due_date -> Nullable<TextEnum>,
        due_year -> Integer,
        due_month -> Integer,
        total_amount -> MoneyUnits,
        currency -> Nullable<TextEnum>,
        record -> JsonText,
        created_at -> UtcTimestamp,
        updated_at -> UtcTimestamp,
        role -> Nullable<TextEnum>,
        corrected -> Nullable<JsonText>,
    }
}

table! {
    use crate::schema::prelude::*;

    corrections (id) {
        id -> BigInt,
        user_id -> TextEnum,
        source -> TextEnum,
        invoice_id -> Text,
        field -> Text,
        read_value -> Nullable<Text>,
        corrected_value -> Text,
        corrected_at -> UtcTimestamp,
        made_on -> Nullable<Text>,
    }
}

table! {
    use crate::schema::prelude::*;

    conditions (user_id, kind) {
        user_id -> TextEnum,
        kind -> TextEnum,
        since -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    consents (state_hash) {
        state_hash -> Text,
        user_id -> TextEnum,
        redirect -> TextEnum,
        verifier -> Text,
        expires_at -> UtcTimestamp,
        server -> Nullable<Text>,
        interval_seconds -> Nullable<Integer>,
    }
}

table! {
    use crate::schema::prelude::*;

    handed_mails (user_id, message_id) {
        user_id -> TextEnum,
        message_id -> TextEnum,
        received_at -> UtcTimestamp,
        message -> Binary,
    }
}

table! {
    use crate::schema::prelude::*;

    tombstones (user_id, hash) {
        user_id -> TextEnum,
        hash -> Text,
    }
}

table! {
    use crate::schema::prelude::*;

    trusted_senders (user_id, sender) {
        user_id -> TextEnum,
        sender -> TextEnum,
        created_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    cursors (user_id, account, vendor_id) {
        user_id -> TextEnum,
        account -> TextEnum,
        vendor_id -> TextEnum,
        fetched_to -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    mail_marks (user_id, account) {
        user_id -> TextEnum,
        account -> TextEnum,
        mark -> Nullable<TextEnum>,
        looked_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    own_landlords (user_id, landlord_id) {
        user_id -> TextEnum,
        landlord_id -> TextEnum,
        sender -> TextEnum,
        subject -> Nullable<TextEnum>,
        active -> Bool,
        created_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    own_vendors (user_id, vendor_id) {
        user_id -> TextEnum,
        vendor_id -> TextEnum,
        name -> TextEnum,
        sub_type -> TextEnum,
        email_patterns -> JsonText,
        subject_keywords -> JsonText,
        active -> Bool,
        created_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    suggestions (user_id, suggestion_id) {
        user_id -> TextEnum,
        suggestion_id -> TextEnum,
        source -> TextEnum,
        name -> TextEnum,
        sub_type -> Nullable<TextEnum>,
        senders -> JsonText,
        mails -> BigInt,
        trusted -> Bool,
        invoice_date -> TextEnum,
        total_amount -> Nullable<MoneyUnits>,
        currency -> Nullable<TextEnum>,
        state -> TextEnum,
        updated_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    switched_off (user_id, source, id) {
        user_id -> TextEnum,
        source -> TextEnum,
        id -> Text,
    }
}

table! {
    use crate::schema::prelude::*;

    source_labels (user_id, source, id) {
        user_id -> TextEnum,
        source -> TextEnum,
        id -> Text,
        labels -> JsonText,
        version -> Integer,
    }
}

table! {
    use crate::schema::prelude::*;

    notifications (id) {
        id -> Text,
        user_id -> TextEnum,
        invoice_id -> Text,
        recipient -> Nullable<TextEnum>,
        subject -> Text,
        message -> Text,
        state -> TextEnum,
        created_at -> UtcTimestamp,
        sent_at -> Nullable<UtcTimestamp>,
        kind -> Nullable<TextEnum>,
        read_at -> Nullable<UtcTimestamp>,
        facts -> Nullable<JsonText>,
    }
}

table! {
    use crate::schema::prelude::*;

    ticks (name) {
        name -> Text,
        last_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    jobs (id) {
        id -> BigInt,
        kind -> TextEnum,
        key -> Text,
        user_id -> Nullable<TextEnum>,
        lane -> Nullable<Text>,
        join_key -> Nullable<Text>,
        rank -> BigInt,
        payload -> JsonText,
        state -> TextEnum,
        attempts -> Integer,
        lost_leases -> Integer,
        run_at -> UtcTimestamp,
        owner -> Nullable<Text>,
        lease_until -> Nullable<UtcTimestamp>,
        last_error -> Nullable<Text>,
        result -> Nullable<JsonText>,
        created_at -> UtcTimestamp,
        finished_at -> Nullable<UtcTimestamp>,
        trace_parent -> Nullable<Text>,
    }
}

joinable!(messages -> users (user_id));
joinable!(documents -> messages (message));
joinable!(documents -> users (user_id));
joinable!(retail_details -> retail_invoices (invoice_id));
joinable!(retail_sources -> documents (document));
joinable!(rental_invoices -> documents (document));
joinable!(statements -> documents (document));
joinable!(statement_keys -> statements (statement_id));
joinable!(webhook_deliveries -> webhooks (webhook_id));
joinable!(webhook_deliveries -> users (user_id));
joinable!(access_tokens -> users (user_id));
joinable!(mail_marks -> users (user_id));
allow_tables_to_appear_in_same_query!(
    access_tokens,
    documents,
    handed_mails,
    jobs,
    mail_marks,
    messages,
    notifications,
    rental_invoices,
    retail_details,
    retail_invoices,
    retail_sources,
    retail_sums,
    retail_texts,
    statement_keys,
    statements,
    users,
    webhook_deliveries,
    webhooks
);
