//! The database.

use invoices_db::Store;
use invoices_settings::Config;

use super::data::secure_data;
use super::error::{StartError, failed};
use super::settings;

/// Opens the database of the settings. A missing SQLite file is created; no migration runs.
pub async fn open_store(config: &Config) -> Result<Store, StartError> {
    secure_data(config)?;
    open(config).await
}

/// Opens the database of the settings and runs pending migrations. [`secure_data`] has run before.
pub(super) async fn migrated_store(config: &Config) -> Result<Store, StartError> {
    let store = open(config).await?;
    let ran = store.migrate().await.map_err(failed("migrate the database"))?;
    if !ran.is_empty() {
        tracing::info!(migrations = ran.len(), "the database was migrated");
    }
    Ok(store)
}

async fn open(config: &Config) -> Result<Store, StartError> {
    Store::open(&settings::database(config))
        .await
        .map_err(failed("open the database"))
}
