//! Whether the database and the originals belong together.

use invoices_db::Store;
use invoices_settings::Config;

use super::adapters::existing_objects;
use super::error::{StartError, failed};
use super::settings::{self, ObjectsEngine};

/// One of the two is missing.
#[derive(Debug, thiserror::Error)]
enum Mismatch {
    #[error(
        "the database has no users, but {originals} has originals. If the database is elsewhere, name it in database.url or `data`. \
         If it is lost, restore it: `invoices restore`. To start anew, move the originals away, or run \
         `invoices serve --accept-loss` once"
    )]
    Database { originals: String },
    #[error(
        "the database has documents, but {originals} has no originals. If they are elsewhere, mount them or name them in \
         objects.store. If they are lost, restore them from a backup. To go on without them, run \
         `invoices serve --accept-loss` until a new one is stored"
    )]
    Originals { originals: String },
}

/// Refuses a new or empty database beside originals, and a database with documents without any original: then a disk is not
/// mounted, or a setting names another place. Changes nothing. What can't be read is left to the start.
pub async fn check_consistency(config: &Config) -> Result<(), StartError> {
    let originals = match settings::objects(config) {
        Ok(ObjectsEngine::Folder(objects)) => objects.folder.display().to_string(),
        Ok(ObjectsEngine::S3(bucket)) => format!("the bucket {}", bucket.bucket),
        Err(_) => return Ok(()),
    };
    let Some((has_users, has_documents)) = contents(config).await else {
        return Ok(());
    };
    if has_users && !has_documents {
        return Ok(());
    }
    let is_empty = match (existing_objects(config).await, settings::objects(config)) {
        (Ok(objects), _) => match objects.is_empty().await {
            Ok(is_empty) => is_empty,
            Err(_) => return Ok(()),
        },
        // The folder is missing.
        (Err(_), Ok(ObjectsEngine::Folder(folder))) if !folder.folder.exists() => true,
        (Err(_), _) => return Ok(()),
    };
    let mismatch = match (has_documents, is_empty) {
        (true, true) => Mismatch::Originals { originals },
        (false, false) => Mismatch::Database { originals },
        _ => return Ok(()),
    };
    Err(failed("match the database with the originals")(mismatch))
}

/// Whether the database has users, and documents with originals. `None` if it can't be read.
async fn contents(config: &Config) -> Option<(bool, bool)> {
    if let Some(file) = settings::sqlite_file(config)
        && std::fs::metadata(&file).map_or(0, |found| found.len()) == 0
    {
        return Some((false, false));
    }
    let store = Store::open_read_only(&settings::database(config)).await.ok()?;
    if store.has_no_tables().await.ok()? {
        return Some((false, false));
    }
    Some((
        store.has_users().await.ok()?,
        store.newest_original().await.ok()?.is_some(),
    ))
}
