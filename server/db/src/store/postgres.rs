//! Connections to PostgreSQL.

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

use crate::error::StoreError;
use crate::store::connection::Db;
use crate::store::postgres_url;
use crate::store::settings::DatabaseSettings;

/// The URL of a server, complete for libpq.
pub(crate) struct Address(String);

impl Address {
    pub fn build(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        postgres_url::build(settings).map(Address)
    }
}

/// Opens a connection and sets it up.
pub(crate) fn connect(address: &Address, settings: &DatabaseSettings) -> Result<Db, diesel::r2d2::Error> {
    let DatabaseSettings {
        statement_timeout,
        lock_timeout,
        ..
    } = settings;
    let mut connection = PgConnection::establish(&address.0).map_err(diesel::r2d2::Error::ConnectionError)?;
    let (statement, lock) = (statement_timeout.as_millis(), lock_timeout.as_millis());
    connection
        .batch_execute(&format!(
            "SET statement_timeout = {statement}; SET lock_timeout = {lock}; \
             SET idle_in_transaction_session_timeout = {statement}; \
             SET default_transaction_isolation = 'read committed'; SET TIME ZONE 'UTC'"
        ))
        .map_err(diesel::r2d2::Error::QueryError)?;
    Ok(Db::Postgres(connection))
}
