//! The tables, as both databases have them. A test compares them with the migrations.

use diesel::{allow_tables_to_appear_in_same_query, joinable, table};

table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::types::{At, Word};

    users (user_id) {
        user_id -> Word,
        email -> Text,
        email_key -> Text,
        name -> Text,
        password_hash -> Text,
        created_at -> At,
        deleting_at -> Nullable<At>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Nullable, Text};
    use crate::types::{At, Word};

    messages (id) {
        id -> BigInt,
        user_id -> Word,
        account -> Word,
        source -> Word,
        message_id -> Word,
        state -> Word,
        reason -> Nullable<Text>,
        vendor_id -> Nullable<Word>,
        sender -> Nullable<Word>,
        sender_name -> Nullable<Text>,
        subject -> Nullable<Text>,
        received_at -> Nullable<At>,
        authentication -> Nullable<Text>,
        pdf_attached -> Bool,
        released -> Bool,
        found_at -> At,
        updated_at -> At,
    }
}

table! {
    use diesel::sql_types::{BigInt, Integer, Nullable, Text};
    use crate::types::{At, Version, Word};

    documents (id) {
        id -> BigInt,
        message -> Nullable<BigInt>,
        user_id -> Word,
        part -> Text,
        state -> Word,
        reason -> Nullable<Text>,
        object_key -> Nullable<Word>,
        rental_invoice_id -> Nullable<Text>,
        file_name -> Nullable<Text>,
        sha256 -> Text,
        attempts -> Integer,
        parser -> Nullable<Text>,
        parser_version -> Nullable<Version>,
        created_at -> At,
        updated_at -> At,
    }
}

table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::types::{At, Units, Word};

    retail_invoices (invoice_id) {
        invoice_id -> Word,
        user_id -> Word,
        vendor_id -> Word,
        vendor_name -> Text,
        sub_type -> Word,
        order_key -> Nullable<Text>,
        direction -> Word,
        invoice_date -> Nullable<Word>,
        total_amount -> Units,
        currency -> Nullable<Word>,
        received_at -> At,
        created_at -> At,
        updated_at -> At,
    }
}

table! {
    use crate::types::{Doc, Word};

    retail_details (sub_type, invoice_id) {
        sub_type -> Word,
        invoice_id -> Word,
        user_id -> Word,
        detail -> Doc,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool};
    use crate::types::Word;

    retail_sources (invoice_id, document) {
        invoice_id -> Word,
        document -> BigInt,
        user_id -> Word,
        deleted -> Bool,
    }
}

table! {
    use diesel::sql_types::{BigInt, Integer, Nullable, Text};
    use crate::types::{At, Doc, Units, Word};

    rental_invoices (user_id, invoice_id) {
        user_id -> Word,
        invoice_id -> Text,
        document -> BigInt,
        landlord -> Nullable<Text>,
        reference -> Nullable<Text>,
        direction -> Word,
        due_date -> Nullable<Word>,
        due_year -> Integer,
        due_month -> Integer,
        total_amount -> Units,
        currency -> Nullable<Word>,
        record -> Doc,
        created_at -> At,
        updated_at -> At,
    }
}

table! {
    use crate::types::{At, Word};

    cursors (user_id, account, vendor_id) {
        user_id -> Word,
        account -> Word,
        vendor_id -> Word,
        fetched_to -> At,
    }
}

table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::types::{At, Word};

    notifications (id) {
        id -> Text,
        user_id -> Word,
        invoice_id -> Text,
        recipient -> Nullable<Word>,
        subject -> Text,
        message -> Text,
        state -> Word,
        created_at -> At,
        sent_at -> Nullable<At>,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::types::At;

    ticks (name) {
        name -> Text,
        last_at -> At,
    }
}

table! {
    use diesel::sql_types::{BigInt, Integer, Nullable, Text};
    use crate::types::{At, Doc, Word};

    jobs (id) {
        id -> BigInt,
        kind -> Text,
        key -> Text,
        user_id -> Nullable<Word>,
        lane -> Nullable<Text>,
        join_key -> Nullable<Text>,
        rank -> BigInt,
        payload -> Doc,
        state -> Word,
        attempts -> Integer,
        run_at -> At,
        owner -> Nullable<Text>,
        lease_until -> Nullable<At>,
        last_error -> Nullable<Text>,
        result -> Nullable<Doc>,
        created_at -> At,
        finished_at -> Nullable<At>,
    }
}

joinable!(messages -> users (user_id));
joinable!(documents -> messages (message));
joinable!(documents -> users (user_id));
joinable!(retail_details -> retail_invoices (invoice_id));
joinable!(retail_sources -> documents (document));
allow_tables_to_appear_in_same_query!(
    documents,
    jobs,
    messages,
    retail_details,
    retail_invoices,
    retail_sources,
    users
);
