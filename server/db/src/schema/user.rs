//! The tables of logins and of mails about accounts.

use diesel::table;

table! {
    use crate::schema::prelude::*;

    password_resets (user_id) {
        user_id -> TextEnum,
        code_hash -> Text,
        expires_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    email_codes (user_id) {
        user_id -> TextEnum,
        code_hash -> Text,
        failed_attempts -> Integer,
        expires_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    sessions (session_id) {
        session_id -> TextEnum,
        user_id -> TextEnum,
        name -> Nullable<Text>,
        selector_hash -> Text,
        verifier_hash -> Text,
        previous_hash -> Nullable<Text>,
        salt -> Nullable<Text>,
        created_at -> UtcTimestamp,
        last_used_at -> UtcTimestamp,
    }
}

table! {
    use crate::schema::prelude::*;

    invitations (id) {
        id -> BigInt,
        email_key -> Text,
        code_hash -> Text,
        created_at -> UtcTimestamp,
        expires_at -> UtcTimestamp,
        used_at -> Nullable<UtcTimestamp>,
        user_id -> Nullable<TextEnum>,
    }
}

table! {
    use crate::schema::prelude::*;

    usage_sums (user_id) {
        user_id -> TextEnum,
        bytes -> BigInt,
        messages -> BigInt,
    }
}

table! {
    use crate::schema::prelude::*;

    access_tokens (token_id) {
        token_id -> TextEnum,
        user_id -> TextEnum,
        name -> Text,
        scopes -> TextEnum,
        token_hash -> Text,
        generation -> Integer,
        created_at -> UtcTimestamp,
        expires_at -> UtcTimestamp,
        last_used_at -> Nullable<UtcTimestamp>,
    }
}
