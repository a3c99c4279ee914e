//! A copy of all that is stored, made while the service runs, and its restoration.
//!
//! A backup is a folder: `invoices.db` or `invoices.dump`, `objects`, `secrets`, `keys` if they are asked for, and `manifest.json` with
//! the digest of each file. The manifest is written last, so that a backup that was cut off has none.

mod database;
mod error;
mod files;
mod layout;
mod manifest;
mod restore;

use std::io::{self, ErrorKind};
use std::path::Path;

use chrono::{SecondsFormat, Utc};
use invoices_domain::ObjectKey;
use invoices_local::FilesBelow;
use invoices_settings::Config;

use crate::start::settings::{self, ObjectsEngine, SecretsEngine};
use error::file_error;
use layout::{KEYS, OBJECTS, SECRETS, key_files};
use manifest::{Manifest, Place};

pub use error::BackupError;
pub use restore::{Restored, restore};

/// What a backup has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackedUp {
    /// The originals.
    pub originals: usize,
    /// The encrypted files with mail tokens and passwords of PDFs.
    pub tokens: usize,
    /// What it does not have, and what to do about it.
    pub notes: Vec<String>,
}

/// Makes a backup in a folder that is new or empty.
pub async fn back_up(config: &Config, folder: &Path, with_keys: bool) -> Result<BackedUp, BackupError> {
    let mut done = BackedUp::default();
    let objects = settings::objects(config).map_err(|error| BackupError::Refused(error.to_string()))?;
    let secrets = settings::secrets(config).map_err(|error| BackupError::Refused(error.to_string()))?;
    if let ObjectsEngine::Folder(objects) = &objects {
        refuse_inside(folder, &objects.folder)?;
    }
    if let SecretsEngine::Folder(secrets) = &secrets {
        refuse_inside(folder, &secrets.folder)?;
    }
    database::check_before(config)?;
    files::make_empty(folder)?;
    // An original that the service deletes while the database is copied is in the backup nevertheless, so that no row is without one.
    let originals = match &objects {
        ObjectsEngine::Folder(objects) => {
            link_originals(&objects.folder, folder)?;
            Place::Here
        }
        ObjectsEngine::S3(bucket) => {
            let bucket = &bucket.bucket;
            done.notes.push(format!(
                "the originals are not in it: the bucket {bucket} keeps them, so replicate it or copy it to another bucket"
            ));
            Place::Elsewhere(format!("the bucket {bucket}"))
        }
    };
    let engine = database::copy(config, folder).await?;
    if let ObjectsEngine::Folder(objects) = &objects {
        link_originals(&objects.folder, folder)?;
        done.originals = FilesBelow::new(&folder.join(OBJECTS)).count();
    }
    let secrets = match secrets {
        SecretsEngine::Folder(secrets) => {
            done.tokens = copy_tokens(&secrets.folder, folder)?;
            Place::Here
        }
        SecretsEngine::SecretsManager(_) => {
            done.notes
                .push("the mail tokens are not in it: Secrets Manager keeps them".to_owned());
            Place::Elsewhere("Secrets Manager".to_owned())
        }
    };
    done.notes.extend(copy_keys(config, folder, with_keys)?);
    let manifest = Manifest {
        format: manifest::FORMAT,
        created_at: Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        database: engine,
        originals,
        secrets,
        files: manifest::digests(folder)?,
    };
    manifest.write(folder)?;
    Ok(done)
}

/// A backup among the originals would be copied into itself.
fn refuse_inside(folder: &Path, source: &Path) -> Result<(), BackupError> {
    let absolute = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new(".")).canonicalize();
        path.canonicalize()
            .or_else(|_| Ok::<_, io::Error>(parent?.join(path.file_name().unwrap_or_default())))
    };
    match (absolute(folder), absolute(source)) {
        (Ok(folder), Ok(source)) if folder.starts_with(&source) => Err(BackupError::Refused(format!(
            "{} is in a folder that is to be copied; choose another one",
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Links the originals that the backup does not have yet, or copies them if it is on another file system. The service never changes
/// a stored file.
fn link_originals(source: &Path, folder: &Path) -> Result<(), BackupError> {
    for file in FilesBelow::new(source) {
        let file = file.map_err(file_error(source))?;
        if file.to_str().is_none_or(|file| file.parse::<ObjectKey>().is_err()) {
            continue;
        }
        let (from, to) = (source.join(&file), folder.join(OBJECTS).join(&file));
        match files::link_or_copy(&from, &to) {
            // The service deleted it meanwhile, or the backup has it.
            Err(error) if [ErrorKind::NotFound, ErrorKind::AlreadyExists].contains(&error.kind()) => {}
            copied => copied.map_err(file_error(&from))?,
        }
    }
    Ok(())
}

/// Copies the encrypted files as they are.
fn copy_tokens(source: &Path, folder: &Path) -> Result<usize, BackupError> {
    let mut count = 0;
    for file in FilesBelow::new(source) {
        let file = file.map_err(file_error(source))?;
        if file.extension().is_none_or(|extension| extension != "sealed") {
            continue;
        }
        let (from, to) = (source.join(&file), folder.join(SECRETS).join(&file));
        match files::copy(&from, &to) {
            Ok(()) => count += 1,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(file_error(&from)(error)),
        }
    }
    Ok(count)
}

fn copy_keys(config: &Config, folder: &Path, with_keys: bool) -> Result<Vec<String>, BackupError> {
    let mut keys = key_files(config);
    keys.retain(|(_, file)| file.exists());
    if with_keys {
        for (name, file) in &keys {
            files::copy(file, &folder.join(KEYS).join(name)).map_err(file_error(file))?;
        }
        return Ok(Vec::new());
    }
    let names: Vec<_> = keys.iter().map(|(_, file)| file.display().to_string()).collect();
    let note = format!(
        "the keys are not in it: keep a copy of {} elsewhere. Without the key that encrypts mail tokens, users must connect their \
         mail accounts again",
        names.join(" and ")
    );
    Ok(if names.is_empty() { Vec::new() } else { vec![note] })
}
