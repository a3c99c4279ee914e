//! The programs of PostgreSQL that copy a database.

use secrecy::SecretString;

use crate::error::StoreError;
use crate::store::settings::DatabaseSettings;

/// How `pg_dump` and `pg_restore` reach the database.
pub struct PostgresTool {
    /// The URL without a password: other users of the machine can see a process's arguments.
    pub url: String,
    /// For the variable `PGPASSWORD`.
    pub password: Option<SecretString>,
}

impl PostgresTool {
    /// The database of these settings, verified as the service does. An error if it isn't PostgreSQL's.
    #[cfg(feature = "postgres")]
    pub fn of(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let url = crate::store::postgres_url::build(settings)?;
        let (url, password) = crate::store::postgres_url::without_password(&url);
        Ok(PostgresTool {
            url,
            password: password.map(SecretString::from),
        })
    }

    /// Always an error.
    #[cfg(not(feature = "postgres"))]
    pub fn of(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        crate::store::postgres::Address::build(settings).map(|address| match address {})
    }
}
