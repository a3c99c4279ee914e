//! How values of the domain become columns: one SQL type each, stored as fits each database.
//!
//! A stored value that does not read back is an error of the query, never a panic.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, Queryable};
use diesel::expression::AsExpression;
use diesel::internal::derives::as_expression::Bound;
use diesel::pg::Pg;
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{BigInt, HasSqlType, SqlOrd, SqlType, Text, Timestamptz};
use diesel::sqlite::Sqlite;
use invoices_domain::reading::Direction;
use invoices_domain::{
    Currency, DocumentState, MailAddress, MessageId, MessageState, Money, ObjectKey, RentalInvoiceRecord,
    RetailInvoiceId, Source, SubType, UserId, VendorId,
};
use serde_json::{Map, Value};

use crate::job::JobState;
use crate::notification::NotificationState;
use crate::pool::MultiBackend;

/// A word of the domain: whatever its `Display` writes and its `FromStr` reads.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 25, array_oid = 1009))]
#[diesel(sqlite_type(name = "Text"))]
pub struct Word;

/// An amount of money in ten-thousandths. SQLite's own decimals are binary floats.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 20, array_oid = 1016))]
#[diesel(sqlite_type(name = "Long"))]
pub struct Units;

/// A parser's version.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 20, array_oid = 1016))]
#[diesel(sqlite_type(name = "Long"))]
pub struct Version;

/// A JSON document, kept as it was written. PostgreSQL's `jsonb` would refuse a
/// document with an escaped NUL, which a hostile mail can bring; nothing asks into these.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 114, array_oid = 199))]
#[diesel(sqlite_type(name = "Text"))]
pub struct Doc;

/// A point in time: `timestamptz`, or RFC 3339 text of one width, so that its order is the order of time.
/// Both keep microseconds.
#[derive(Clone, Copy, Debug, Default, SqlType, QueryId)]
#[diesel(postgres_type(oid = 1184, array_oid = 1185))]
#[diesel(sqlite_type(name = "Text"))]
pub struct At;

impl SqlOrd for Word {}
impl SqlOrd for Units {}
impl SqlOrd for Version {}
impl SqlOrd for At {}

macro_rules! values {
    ($($function:ident: $sql:ident),+) => {
        $(
            /// A value in a query. (A type of another crate can't be an expression by itself; an `Option` of one is.)
            pub fn $function<T>(value: T) -> Bound<$sql, T> {
                Bound::new(value)
            }
        )+
    };
}

values!(word: Word, units: Units, doc: Doc, at: At);

/// A word in a list of them.
#[derive(Debug, AsExpression)]
#[diesel(sql_type = Word)]
pub struct Listed<T>(T);

impl<T: ToSql<Word, DB>, DB: Backend> ToSql<Word, DB> for Listed<T> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.to_sql(out)
    }
}

/// Words in a query, any of which will do.
pub fn any<T>(words: impl IntoIterator<Item = T>) -> Vec<Listed<T>> {
    words.into_iter().map(Listed).collect()
}

/// What a column type needs whatever it holds: the backend that stands for both, and values in queries.
macro_rules! in_both {
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

/// A column type that both databases keep as the same plain value.
macro_rules! stored_as {
    ($sql:ident as $native:ident($plain:ty), to $to:expr, from $from:expr; $($rust:ty),+ $(,)?) => {
        in_both!($sql: $($rust),+);
        $(
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

/// Lets a row hold the type. Diesel has done it for the types it knows.
macro_rules! in_rows {
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

stored_as! {
    Word as Text(String),
    to |value: &_| written(value),
    from |text: String| Ok(text.parse()?);
    UserId, VendorId, MailAddress, MessageId, RetailInvoiceId, ObjectKey, SubType, Currency, Direction,
    Source, MessageState, DocumentState, JobState, NotificationState, NaiveDate,
}
in_rows! {
    Word: UserId, VendorId, MailAddress, MessageId, RetailInvoiceId, ObjectKey, SubType, Currency, Direction,
    Source, MessageState, DocumentState, JobState, NotificationState,
}

stored_as! {
    Units as BigInt(i64),
    to |money: &Money| Ok::<_, Unstorable>(money.units()),
    from |units: i64| Ok(Money::from_units(units)?);
    Money,
}
in_rows!(Units: Money);

stored_as! {
    Version as BigInt(i64),
    to |version: &u32| Ok::<_, Unstorable>(i64::from(*version)),
    from |version: i64| Ok(u32::try_from(version)?);
    u32,
}

stored_as! {
    Doc as Text(String),
    to serde_json::to_string,
    from |text: String| Ok(serde_json::from_str(&text)?);
    Value, Map<String, Value>, RentalInvoiceRecord,
}
in_rows!(Doc: Map<String, Value>, RentalInvoiceRecord);

in_both!(At: DateTime<Utc>);

impl FromSql<At, Pg> for DateTime<Utc> {
    fn from_sql(raw: <Pg as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        <Self as FromSql<Timestamptz, Pg>>::from_sql(raw)
    }
}

impl ToSql<At, Pg> for DateTime<Utc> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <Self as ToSql<Timestamptz, Pg>>::to_sql(self, out)
    }
}

impl FromSql<At, Sqlite> for DateTime<Utc> {
    fn from_sql(raw: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let text = <String as FromSql<Text, Sqlite>>::from_sql(raw)?;
        Ok(DateTime::parse_from_rfc3339(&text)?.with_timezone(&Utc))
    }
}

impl ToSql<At, Sqlite> for DateTime<Utc> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        if !(0..=9999).contains(&self.year()) {
            return Err(Unstorable("a year outside 0 to 9999").into());
        }
        out.set_value(self.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string());
        Ok(IsNull::No)
    }
}

/// A value that the databases can't keep.
#[derive(Debug, thiserror::Error)]
#[error("can't store {0}")]
struct Unstorable(&'static str);

/// The number of a row, as a type of its own.
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

/// A stored word that names nothing this version knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an unknown word in a column of states")]
pub struct UnknownWord;

#[expect(clippy::unnecessary_wraps, reason = "the macro's other conversions can fail")]
fn written(value: &impl ToString) -> Result<String, Unstorable> {
    Ok(value.to_string())
}

#[cfg(test)]
mod tests {
    use diesel::prelude::*;
    use proptest::prelude::*;

    use super::*;

    /// Any time of the years 0 to 9999 in whole microseconds, which both databases keep.
    fn times() -> impl Strategy<Value = DateTime<Utc>> {
        (-62_167_219_200_000_000_i64..253_402_300_800_000_000)
            .prop_map(|micros| DateTime::from_timestamp_micros(micros).expect("a time of these years"))
    }

    proptest! {
        #[test]
        fn a_time_in_sqlite_reads_back_and_is_ordered_like_time(one in times(), other in times()) {
            let mut sqlite = SqliteConnection::establish(":memory:").expect("a database in memory");
            let (read, before): (DateTime<Utc>, bool) =
                diesel::select((at(one), at(one).lt(at(other)))).get_result(&mut sqlite).expect("a row");
            prop_assert_eq!(read, one);
            prop_assert_eq!(before, one < other);
        }

        #[test]
        fn an_amount_in_sqlite_reads_back(amount in -1_000_000_000_000_000_i64 + 1..1_000_000_000_000_000) {
            let amount = Money::from_units(amount).expect("an amount in range");
            let mut sqlite = SqliteConnection::establish(":memory:").expect("a database in memory");
            let read: Money = diesel::select(units(amount)).get_result(&mut sqlite).expect("a row");
            prop_assert_eq!(read, amount);
        }
    }

    #[test]
    fn a_time_that_would_break_the_order_is_refused() {
        let mut sqlite = SqliteConnection::establish(":memory:").expect("a database in memory");
        let read = diesel::select(at(DateTime::<Utc>::MAX_UTC)).get_result::<DateTime<Utc>>(&mut sqlite);
        assert!(read.is_err());
    }
}
