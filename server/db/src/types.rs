//! SQL types for the domain's values, and how each database stores them.
//!
//! A stored value that can't be decoded is an error of the query, never a panic.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, Queryable};
use diesel::expression::AsExpression;
use diesel::internal::derives::as_expression::Bound;
#[cfg(feature = "postgres")]
use diesel::pg::Pg;
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
#[cfg(feature = "postgres")]
use diesel::sql_types::Timestamptz;
use diesel::sql_types::{BigInt, HasSqlType, SqlOrd, SqlType, Text};
use diesel::sqlite::Sqlite;
use invoices_domain::channel::ChannelSettings;
use invoices_domain::correction::{Corrected, RentalField, RetailField};
use invoices_domain::mail::{MailMark, Redirect};
use invoices_domain::ports::NotificationKind;
use invoices_domain::preferences::Preferences;
use invoices_domain::reading::Direction;
use invoices_domain::sources::{
    LandlordId, SenderPattern, SenderPatterns, SubjectPhrase, SubjectPhrases, SuggestionId, VendorName,
};
use invoices_domain::webhook::{DeliveryId, EventSubject, EventType, EventTypes, WebhookId};
use invoices_domain::{
    AccessTokenId, AccountName, Code, Currency, DocumentState, Labels, MailAddress, MessageId, MessageState, Money,
    NotificationFacts, ObjectKey, Question, RentalInvoiceRecord, RetailInvoiceId, SessionId, Source, SubType,
    TokenScopes, UserAnswer, UserId, VendorId,
    identity::{Fact, Role, Step},
};
use serde_json::{Map, Value};

use crate::invoice::identity::stored::{GroupWarnings, Words};
use crate::job::kind::{JobKind, StoredKind};
use crate::states::{Act, DeliveryState, JobState, NotificationState, SuggestionState};
use crate::store::connection::MultiBackend;

/// A JSON object as the API serves it.
pub type Record = Map<String, Value>;

/// An enum or id of the domain, stored as text: its `Display` writes the text, its `FromStr` reads it.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 25, array_oid = 1009))]
#[diesel(sqlite_type(name = "Text"))]
pub struct TextEnum;

/// An amount of money in ten-thousandths. SQLite would store a decimal as a binary float.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 20, array_oid = 1016))]
#[diesel(sqlite_type(name = "Long"))]
pub struct MoneyUnits;

/// A parser's version.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 20, array_oid = 1016))]
#[diesel(sqlite_type(name = "Long"))]
pub struct ParserVersion;

/// A JSON document, stored as text. PostgreSQL's `jsonb` refuses an escaped NUL, which a hostile mail can contain.
/// No query looks inside these documents.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 114, array_oid = 199))]
#[diesel(sqlite_type(name = "Text"))]
pub struct JsonText;

/// A point in time: `timestamptz`, or RFC 3339 text of fixed width, whose order is chronological. Both keep
/// microseconds. Not named `Timestamp`, which diesel's `table!` takes for its own type.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 1184, array_oid = 1185))]
#[diesel(sqlite_type(name = "Text"))]
pub struct UtcTimestamp;

impl SqlOrd for TextEnum {}
impl SqlOrd for MoneyUnits {}
impl SqlOrd for ParserVersion {}
impl SqlOrd for UtcTimestamp {}

macro_rules! bind_functions {
    ($($function:ident: $sql:ident),+) => {
        $(
            /// A bound value of this SQL type. Needed because a type of another crate can't implement `AsExpression`; an
            /// `Option` of one needs no wrapper.
            pub fn $function<T>(value: T) -> Bound<$sql, T> {
                Bound::new(value)
            }
        )+
    };
}

bind_functions!(text: TextEnum, money: MoneyUnits, json: JsonText, timestamp: UtcTimestamp);

/// An element of a list that `eq_any` takes.
#[derive(Clone, Debug, AsExpression)]
#[diesel(sql_type = TextEnum)]
pub struct TextListItem<T>(T);

impl<T: ToSql<TextEnum, DB>, DB: Backend> ToSql<TextEnum, DB> for TextListItem<T> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.to_sql(out)
    }
}

/// A list of bound texts, for `eq_any` and `ne_all`.
pub fn text_list<T>(values: impl IntoIterator<Item = T>) -> Vec<TextListItem<T>> {
    values.into_iter().map(TextListItem).collect()
}

/// Implements a SQL type for diesel's combined backend.
macro_rules! impl_multi_backend {
    ($sql:ident: $($rust:ty),+ $(,)?) => {
        impl HasSqlType<$sql> for MultiBackend {
            fn metadata(lookup: &mut Self::MetadataLookup) -> Self::TypeMetadata {
                MultiBackend::lookup_sql_type::<$sql>(lookup)
            }
        }
        $(
            impl FromSql<$sql, MultiBackend> for $rust {
                fn from_sql(raw: <MultiBackend as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
                    raw.from_sql::<$rust, $sql>()
                }
            }
            impl ToSql<$sql, MultiBackend> for $rust {
                fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, MultiBackend>) -> serialize::Result {
                    out.set_value(($sql, self));
                    Ok(IsNull::No)
                }
            }
        )+
    };
}

/// Implements a SQL type that both databases store as the same native type.
macro_rules! impl_column_type {
    ($sql:ident as $native:ident($plain:ty), to $to:expr, from $from:expr; $($rust:ty),+ $(,)?) => {
        impl_multi_backend!($sql: $($rust),+);
        $(
            #[cfg(feature = "postgres")]
            impl FromSql<$sql, Pg> for $rust {
                fn from_sql(raw: <Pg as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
                    <$plain as FromSql<$native, Pg>>::from_sql(raw).and_then($from)
                }
            }
            impl FromSql<$sql, Sqlite> for $rust {
                fn from_sql(raw: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
                    <$plain as FromSql<$native, Sqlite>>::from_sql(raw).and_then($from)
                }
            }
            #[cfg(feature = "postgres")]
            impl ToSql<$sql, Pg> for $rust {
                fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
                    let plain: $plain = $to(self)?;
                    <$plain as ToSql<$native, Pg>>::to_sql(&plain, &mut out.reborrow())
                }
            }
            impl ToSql<$sql, Sqlite> for $rust {
                fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
                    let plain: $plain = $to(self)?;
                    out.set_value(plain);
                    Ok(IsNull::No)
                }
            }
        )+
    };
}

/// Implements `Queryable`. Diesel implements it for its own types only.
macro_rules! impl_queryable {
    ($sql:ident: $($rust:ty),+ $(,)?) => {
        $(
            impl<DB: Backend> Queryable<$sql, DB> for $rust
            where
                $rust: FromSql<$sql, DB>,
            {
                type Row = Self;
                fn build(value: Self) -> deserialize::Result<Self> {
                    Ok(value)
                }
            }
        )+
    };
}

impl_column_type! {
    TextEnum as Text(String),
    to |value: &_| to_text(value),
    from |text: String| Ok(text.parse()?);
    UserId, VendorId, AccountName, MailAddress, MailMark, MessageId, RetailInvoiceId, ObjectKey, SubType, Currency, Direction, Role,
    Source, MessageState, DocumentState, JobKind, JobState, StoredKind, NotificationState, Act, NaiveDate, LandlordId, SenderPattern,
    DeliveryId, DeliveryState, EventType, EventTypes, NotificationKind, Redirect, SessionId, Step, SubjectPhrase, SuggestionId, SuggestionState, VendorName, WebhookId, AccessTokenId, TokenScopes,
}
impl_queryable! {
    TextEnum: UserId, VendorId, AccountName, MailAddress, MailMark, MessageId, RetailInvoiceId, ObjectKey, SubType, Currency, Direction, Role,
    Source, MessageState, DocumentState, JobKind, JobState, StoredKind, NotificationState, Act, LandlordId, SenderPattern, SubjectPhrase,
    DeliveryId, DeliveryState, EventType, EventTypes, NotificationKind, Redirect, SessionId, Step, SuggestionId, SuggestionState, VendorName, WebhookId, AccessTokenId, TokenScopes,
}

impl_column_type! {
    MoneyUnits as BigInt(i64),
    to |money: &Money| Ok::<_, UnsupportedValue>(money.units()),
    from |units: i64| Ok(Money::from_units(units)?);
    Money,
}
impl_queryable!(MoneyUnits: Money);

impl_column_type! {
    ParserVersion as BigInt(i64),
    to |version: &u32| Ok::<_, UnsupportedValue>(i64::from(*version)),
    from |version: i64| Ok(u32::try_from(version)?);
    u32,
}

impl_column_type! {
    JsonText as Text(String),
    to serde_json::to_string,
    from |text: String| Ok(serde_json::from_str(&text)?);
    Value, Map<String, Value>, Code, RentalInvoiceRecord, SenderPatterns, SubjectPhrases, EventSubject, ChannelSettings, NotificationFacts,
    Fact, Words, GroupWarnings, Corrected<RetailField>, Corrected<RentalField>, Question, UserAnswer, Labels, Preferences,
}
impl_queryable!(JsonText: Map<String, Value>, Code, RentalInvoiceRecord, SenderPatterns, SubjectPhrases, EventSubject, ChannelSettings, NotificationFacts, Fact, Words, GroupWarnings, Corrected<RetailField>, Corrected<RentalField>, Question, UserAnswer, Labels, Preferences);

impl_multi_backend!(UtcTimestamp: DateTime<Utc>);

#[cfg(feature = "postgres")]
impl FromSql<UtcTimestamp, Pg> for DateTime<Utc> {
    fn from_sql(raw: <Pg as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        <Self as FromSql<Timestamptz, Pg>>::from_sql(raw)
    }
}

#[cfg(feature = "postgres")]
impl ToSql<UtcTimestamp, Pg> for DateTime<Utc> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <Self as ToSql<Timestamptz, Pg>>::to_sql(self, out)
    }
}

impl FromSql<UtcTimestamp, Sqlite> for DateTime<Utc> {
    fn from_sql(raw: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let text = <String as FromSql<Text, Sqlite>>::from_sql(raw)?;
        Ok(DateTime::parse_from_rfc3339(&text)?.with_timezone(&Utc))
    }
}

impl ToSql<UtcTimestamp, Sqlite> for DateTime<Utc> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        if !(0..=9999).contains(&self.year()) {
            return Err(UnsupportedValue("a year outside 0 to 9999").into());
        }
        out.set_value(self.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string());
        Ok(IsNull::No)
    }
}

/// A value that the databases can't store.
#[derive(Debug, thiserror::Error)]
#[error("can't store {0}")]
struct UnsupportedValue(&'static str);

/// A newtype for the id of a row.
macro_rules! row_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
            diesel::expression::AsExpression, diesel::deserialize::FromSqlRow,
        )]
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        #[serde(transparent)]
        pub struct $name(i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map($name)
            }
        }

        impl<DB: diesel::backend::Backend> diesel::deserialize::FromSql<diesel::sql_types::BigInt, DB> for $name
        where
            i64: diesel::deserialize::FromSql<diesel::sql_types::BigInt, DB>,
        {
            fn from_sql(raw: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                i64::from_sql(raw).map($name)
            }
        }

        impl<DB: diesel::backend::Backend> diesel::serialize::ToSql<diesel::sql_types::BigInt, DB> for $name
        where
            i64: diesel::serialize::ToSql<diesel::sql_types::BigInt, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, DB>) -> diesel::serialize::Result {
                self.0.to_sql(out)
            }
        }
    };
}
pub(crate) use row_id;

#[expect(clippy::unnecessary_wraps, reason = "the macro's other conversions can fail")]
fn to_text(value: &impl ToString) -> Result<String, UnsupportedValue> {
    Ok(value.to_string())
}

#[cfg(test)]
mod tests {
    use diesel::prelude::*;
    use proptest::prelude::*;

    use super::*;

    /// Any time of the years 0 to 9999 in whole microseconds, the range that both databases store.
    fn times() -> impl Strategy<Value = DateTime<Utc>> {
        (-62_167_219_200_000_000_i64..253_402_300_800_000_000)
            .prop_map(|micros| DateTime::from_timestamp_micros(micros).expect("a time of these years"))
    }

    proptest! {
        #[test]
        fn a_time_in_sqlite_reads_back_and_sorts_chronologically(one in times(), other in times()) {
            let mut sqlite = SqliteConnection::establish(":memory:").expect("a database in memory");
            let (read, before): (DateTime<Utc>, bool) =
                diesel::select((timestamp(one), timestamp(one).lt(timestamp(other)))).get_result(&mut sqlite).expect("a row");
            prop_assert_eq!(read, one);
            prop_assert_eq!(before, one < other);
        }

        #[test]
        fn an_amount_in_sqlite_reads_back(amount in -1_000_000_000_000_000_i64 + 1..1_000_000_000_000_000) {
            let amount = Money::from_units(amount).expect("an amount in range");
            let mut sqlite = SqliteConnection::establish(":memory:").expect("a database in memory");
            let read: Money = diesel::select(money(amount)).get_result(&mut sqlite).expect("a row");
            prop_assert_eq!(read, amount);
        }
    }

    #[test]
    fn a_time_that_would_break_the_order_is_refused() {
        let mut sqlite = SqliteConnection::establish(":memory:").expect("a database in memory");
        let read = diesel::select(timestamp(DateTime::<Utc>::MAX_UTC)).get_result::<DateTime<Utc>>(&mut sqlite);
        assert!(read.is_err());
    }
}
