//! The queries, on SQLite or PostgreSQL.

use std::ops::Not;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{FromRow, QueryBuilder, types::Json};

/// As the service by default.
const CONNECTIONS: u32 = 8;

pub enum Database {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

#[derive(FromRow)]
pub struct User {
    pub user_id: String,
    pub email: String,
    pub name: String,
    pub password_hash: String,
    pub created_at: DateTime<Utc>,
    pub token_generation: i32,
}

#[derive(FromRow, Serialize)]
pub struct ListedInvoice {
    pub invoice_id: String,
    vendor_name: String,
    sub_type: String,
    // The column is nullable, but every invoice has a date.
    pub invoice_date: String,
    /// In ten-thousandths.
    #[serde(serialize_with = "serialize_amount")]
    total_amount: i64,
    currency: String,
    #[serde(skip_serializing_if = "Not::not")]
    currency_assumed: bool,
}

pub type Details = Map<String, Value>;

/// Runs a query on the pool of either engine. Both accept the placeholder `$1`.
macro_rules! on_pool {
    ($database:expr, $pool:ident => $query:expr) => {
        match $database {
            Database::Sqlite($pool) => $query,
            Database::Postgres($pool) => $query,
        }
    };
}

impl Database {
    pub async fn connect(url: &str) -> sqlx::Result<Self> {
        if url.starts_with("sqlite:") {
            let options = url.parse::<SqliteConnectOptions>()?.read_only(true);
            let pool = SqlitePoolOptions::new().max_connections(CONNECTIONS);
            pool.connect_with(options).await.map(Database::Sqlite)
        } else {
            let pool = PgPoolOptions::new().max_connections(CONNECTIONS);
            pool.connect(url).await.map(Database::Postgres)
        }
    }

    pub async fn user(&self, user_id: &str) -> sqlx::Result<Option<User>> {
        const SQL: &str = "SELECT user_id, email, name, password_hash, created_at, token_generation \
            FROM users WHERE user_id = $1 AND deleting_at IS NULL";
        on_pool!(self, pool => sqlx::query_as(SQL).bind(user_id).fetch_optional(pool).await)
    }

    pub async fn user_by_email(&self, email_key: &str) -> sqlx::Result<Option<User>> {
        const SQL: &str = "SELECT user_id, email, name, password_hash, created_at, token_generation \
            FROM users WHERE email_key = $1 AND deleting_at IS NULL";
        on_pool!(self, pool => sqlx::query_as(SQL).bind(email_key).fetch_optional(pool).await)
    }

    /// Invoices of a user after a date and an id, the newest first. The order is that of the index.
    pub async fn invoices(
        &self,
        user_id: &str,
        sub_type: Option<&str>,
        after: Option<&(String, String)>,
        limit: i64,
    ) -> sqlx::Result<Vec<ListedInvoice>> {
        const SQL: &str = "SELECT invoice_id, vendor_name, sub_type, invoice_date, total_amount, \
            COALESCE(currency, 'SEK') AS currency, currency IS NULL AS currency_assumed \
            FROM retail_invoices WHERE user_id = ";
        on_pool!(self, pool => {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(user_id);
            if let Some(sub_type) = sub_type {
                query.push(" AND sub_type = ").push_bind(sub_type);
            }
            if let Some((date, id)) = after {
                query.push(" AND (invoice_date < ").push_bind(date);
                query.push(" OR invoice_date = ").push_bind(date);
                query.push(" AND invoice_id > ").push_bind(id).push(")");
            }
            query.push(" ORDER BY invoice_date IS NULL, invoice_date DESC, invoice_id LIMIT ").push_bind(limit);
            query.build_query_as().fetch_all(pool).await
        })
    }

    pub async fn invoice_count(&self, user_id: &str, sub_type: Option<&str>) -> sqlx::Result<i64> {
        on_pool!(self, pool => {
            let mut query = QueryBuilder::new("SELECT count(*) FROM retail_invoices WHERE user_id = ");
            query.push_bind(user_id);
            if let Some(sub_type) = sub_type {
                query.push(" AND sub_type = ").push_bind(sub_type);
            }
            query.build_query_scalar().fetch_one(pool).await
        })
    }

    pub async fn details(&self, user_id: &str, sub_type: &str, invoice_id: &str) -> sqlx::Result<Option<Details>> {
        const SQL: &str = "SELECT d.detail FROM retail_details d JOIN retail_invoices i ON i.invoice_id = d.invoice_id \
            WHERE i.invoice_id = $1 AND i.user_id = $2 AND i.sub_type = $3";
        let detail: Option<Json<_>> = on_pool!(self, pool => {
            let query = sqlx::query_scalar(SQL).bind(invoice_id).bind(user_id).bind(sub_type);
            query.fetch_optional(pool).await
        })?;
        Ok(detail.map(|Json(detail)| detail))
    }
}

/// Writes a whole number without a fraction, as the service does.
fn serialize_amount<S: Serializer>(units: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    if units % 10_000 == 0 {
        serializer.serialize_i64(units / 10_000)
    } else {
        serializer.serialize_f64(*units as f64 / 10_000.0)
    }
}
