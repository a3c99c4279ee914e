use diesel::table;

table! {
    use crate::schema::prelude::*;

    identity_keys (user_id) {
        user_id -> TextEnum,
        key -> Text,
    }
}

table! {
    use crate::schema::prelude::*;

    statements (statement_id) {
        statement_id -> TextEnum,
        document -> BigInt,
        user_id -> TextEnum,
        invoice_id -> Nullable<TextEnum>,
        step -> Nullable<TextEnum>,
        joined_with -> Nullable<BigInt>,
        deleted -> Bool,
        fact -> JsonText,
        record -> Nullable<JsonText>,
        words -> JsonText,
    }
}

table! {
    use crate::schema::prelude::*;

    statement_keys (user_id, key, statement_id) {
        user_id -> TextEnum,
        key -> Text,
        statement_id -> TextEnum,
    }
}

table! {
    use crate::schema::prelude::*;

    retail_aliases (user_id, alias) {
        user_id -> TextEnum,
        alias -> TextEnum,
        invoice_id -> TextEnum,
    }
}
