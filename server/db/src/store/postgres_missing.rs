//! In place of `postgres.rs` in a build without the feature `postgres`.

use invoices_domain::{Engine, MissingEngine};

use crate::error::StoreError;
use crate::store::connection::Db;
use crate::store::settings::DatabaseSettings;

/// The URL of a server. It has no value, because this build has no connection to PostgreSQL.
pub(crate) enum Address {}

impl Address {
    /// Always an error.
    pub fn build(settings: &DatabaseSettings) -> Result<Self, StoreError> {
        let is_postgres = ["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| settings.url.starts_with(scheme));
        Err(if is_postgres {
            MissingEngine(Engine::Postgres).into()
        } else {
            StoreError::InvalidUrl
        })
    }
}

/// Never called.
pub(crate) fn connect(address: &Address, _: &DatabaseSettings) -> Result<Db, diesel::r2d2::Error> {
    match *address {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_postgres_url_names_the_feature() {
        for url in ["postgres://alva@localhost/invoices", "postgresql:///invoices"] {
            let built = Address::build(&DatabaseSettings::new(url));
            assert!(
                matches!(built, Err(StoreError::MissingEngine(MissingEngine(Engine::Postgres)))),
                "{url}"
            );
        }
        let built = Address::build(&DatabaseSettings::new("mysql://localhost/invoices"));
        assert!(matches!(built, Err(StoreError::InvalidUrl)));
    }
}
