//! The database.

use invoices_db::Store;

use super::error::{StartError, failed};
use crate::config::Config;

/// Opens the database of the settings and runs pending migrations.
pub async fn store(config: &Config) -> Result<Store, StartError> {
    std::fs::create_dir_all(&config.data).map_err(failed("create the data folder"))?;
    let store = Store::open(&config.database())
        .await
        .map_err(failed("open the database"))?;
    for migration in store.migrate().await.map_err(failed("migrate the database"))? {
        tracing::info!(migration, "the database was migrated");
    }
    Ok(store)
}
