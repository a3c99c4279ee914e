use diesel::table;

table! {
    use diesel::sql_types::Text;
    use crate::types::TextEnum;

    identity_keys (user_id) {
        user_id -> TextEnum,
        key -> Text,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Nullable};
    use crate::types::{JsonText, TextEnum};

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
    use diesel::sql_types::Text;
    use crate::types::TextEnum;

    statement_keys (user_id, key, statement_id) {
        user_id -> TextEnum,
        key -> Text,
        statement_id -> TextEnum,
    }
}

table! {
    use crate::types::TextEnum;

    retail_aliases (user_id, alias) {
        user_id -> TextEnum,
        alias -> TextEnum,
        invoice_id -> TextEnum,
    }
}
