//! Retail invoices, and what is kept of them for lists.

use diesel::table;

table! {
    use crate::schema::prelude::*;

    retail_invoices (invoice_id) {
        invoice_id -> TextEnum,
        user_id -> TextEnum,
        vendor_id -> TextEnum,
        vendor_name -> Text,
        sub_type -> TextEnum,
        direction -> TextEnum,
        invoice_date -> Nullable<TextEnum>,
        total_amount -> MoneyUnits,
        currency -> Nullable<TextEnum>,
        received_at -> UtcTimestamp,
        created_at -> UtcTimestamp,
        updated_at -> UtcTimestamp,
        corrected -> Nullable<JsonText>,
        cancelled -> Nullable<Bool>,
        group_warnings -> Nullable<JsonText>,
        forwarded -> Nullable<Bool>,
        paid -> Nullable<Bool>,
    }
}

table! {
    use crate::schema::prelude::*;

    retail_details (sub_type, invoice_id) {
        sub_type -> TextEnum,
        invoice_id -> TextEnum,
        user_id -> TextEnum,
        detail -> JsonText,
    }
}

table! {
    use crate::schema::prelude::*;

    retail_sums (user_id, month, sub_type, vendor_id, vendor_name, currency, cancelled) {
        user_id -> TextEnum,
        month -> Text,
        sub_type -> TextEnum,
        vendor_id -> TextEnum,
        vendor_name -> Text,
        currency -> Nullable<TextEnum>,
        cancelled -> Bool,
        invoices -> BigInt,
        whole -> BigInt,
        decimals -> BigInt,
        whole_refunds -> BigInt,
        refund_decimals -> BigInt,
    }
}

table! {
    use crate::schema::prelude::*;

    retail_texts (user_id, invoice_id) {
        user_id -> TextEnum,
        invoice_id -> TextEnum,
        text -> Text,
        segment -> Nullable<BigInt>,
    }
}

table! {
    use crate::schema::prelude::*;

    retail_segments (segment) {
        segment -> BigInt,
        user_id -> TextEnum,
        terms -> Text,
        postings -> Binary,
        invoices -> Binary,
        grams -> Nullable<Binary>,
    }
}

table! {
    use crate::schema::prelude::*;

    retail_removals (user_id, segment, invoice_id) {
        user_id -> TextEnum,
        segment -> BigInt,
        invoice_id -> TextEnum,
    }
}

table! {
    use crate::schema::prelude::*;

    retail_sources (invoice_id, document) {
        invoice_id -> TextEnum,
        document -> BigInt,
        user_id -> TextEnum,
        deleted -> Bool,
    }
}
