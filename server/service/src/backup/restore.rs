//! The restoration of a backup.

use std::fs;
use std::path::{Path, PathBuf};

use invoices_domain::ObjectKey;
use invoices_domain::ports::{Objects, Put};
use invoices_local::{FilesBelow, secure_folder};
use invoices_settings::Config;

use super::error::{BackupError, file_error};
use super::layout::{KEYS, OBJECTS, SECRETS, key_files};
use super::manifest::{Manifest, Place};
use super::{database, files};
use crate::doctor::{Finding, verify_config};
use crate::error_line;
use crate::start::created_objects;
use crate::start::settings::{self, ObjectsEngine, SecretsEngine};

/// What a restoration did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// When the backup was made, as RFC 3339.
    pub created_at: String,
    /// The originals that were restored.
    pub originals: usize,
    /// The encrypted files that were restored.
    pub tokens: usize,
    /// What `invoices verify` finds.
    pub findings: Vec<Finding>,
}

/// Restores a backup into an empty installation, and verifies it. The database comes last: a service that starts after a restoration
/// that was cut off finds originals without a database, and refuses.
pub async fn restore(config: &Config, folder: &Path) -> Result<Restored, BackupError> {
    let manifest = Manifest::read(folder)?;
    database::check_target(config, manifest.database).await?;
    check_folders(config)?;
    let keys = keys_to_restore(config, folder, &manifest)?;
    secure_folder(&config.data, settings::access(config)).map_err(refused)?;
    let originals = restore_originals(config, folder, &manifest).await?;
    let tokens = restore_tokens(config, folder, &manifest)?;
    for (from, to) in keys {
        files::copy(&from, &to).map_err(file_error(&to))?;
    }
    database::restore(config, folder, manifest.database).await?;
    Ok(Restored {
        created_at: manifest.created_at,
        originals,
        tokens,
        findings: verify_config(config).await,
    })
}

fn refused(error: impl std::error::Error) -> BackupError {
    BackupError::Refused(error_line(&error))
}

fn check_folders(config: &Config) -> Result<(), BackupError> {
    let mut folders = Vec::new();
    if let ObjectsEngine::Folder(objects) = settings::objects(config).map_err(refused)? {
        folders.push(objects.folder);
    }
    if let SecretsEngine::Folder(secrets) = settings::secrets(config).map_err(refused)? {
        folders.push(secrets.folder);
    }
    match folders.iter().find(|folder| FilesBelow::new(folder).next().is_some()) {
        Some(folder) => Err(database::not_empty(&folder.display().to_string())),
        None => Ok(()),
    }
}

/// The key files that are missing, with those of the backup. A key that is there already may be the copy that was kept apart.
fn keys_to_restore(
    config: &Config,
    folder: &Path,
    manifest: &Manifest,
) -> Result<Vec<(PathBuf, PathBuf)>, BackupError> {
    let mut missing = Vec::new();
    for (name, target) in key_files(config) {
        if !manifest.below(KEYS).any(|file| file == name) {
            continue;
        }
        let stored = folder.join(KEYS).join(name);
        if !target.exists() {
            missing.push((stored, target));
        } else if fs::read(&target).map_err(file_error(&target))? != fs::read(&stored).map_err(file_error(&stored))? {
            let target = target.display();
            return Err(BackupError::Refused(format!(
                "{target} is another key than the backup's: move it away first"
            )));
        }
    }
    Ok(missing)
}

async fn restore_originals(config: &Config, folder: &Path, manifest: &Manifest) -> Result<usize, BackupError> {
    if manifest.originals != Place::Here {
        return Ok(0);
    }
    let objects = created_objects(config).await?;
    let mut count = 0;
    for file in manifest.below(OBJECTS) {
        let Ok(key) = file.parse::<ObjectKey>() else { continue };
        put(&*objects, &key, &folder.join(OBJECTS).join(file)).await?;
        count += 1;
    }
    Ok(count)
}

async fn put(objects: &dyn Objects, key: &ObjectKey, file: &Path) -> Result<(), BackupError> {
    let bytes = bytes::Bytes::from(fs::read(file).map_err(file_error(file))?);
    let put = objects.put_if_absent(key, bytes.clone()).await.map_err(refused)?;
    if put == Put::Existed && objects.get(key).await.map_err(refused)?.as_ref() != Some(&bytes) {
        return Err(BackupError::Refused(format!(
            "there is another original with the key {key}"
        )));
    }
    Ok(())
}

fn restore_tokens(config: &Config, folder: &Path, manifest: &Manifest) -> Result<usize, BackupError> {
    let SecretsEngine::Folder(secrets) = settings::secrets(config).map_err(refused)? else {
        return Ok(0);
    };
    if manifest.secrets != Place::Here {
        return Ok(0);
    }
    secure_folder(&secrets.folder, settings::access(config)).map_err(refused)?;
    let mut count = 0;
    for file in manifest.below(SECRETS) {
        let to = secrets.folder.join(file);
        files::copy(&folder.join(SECRETS).join(file), &to).map_err(file_error(&to))?;
        count += 1;
    }
    Ok(count)
}
