//! The storage of originals and of mail tokens.

use std::path::Path;

use invoices_local::{FolderSecrets, OpenError, SecretsSettings, is_writable};
use invoices_settings::Config;

use super::files::{CREATE, without_data};
use super::finding::Finding;
use crate::start::settings::{self, ObjectsEngine, SecretsEngine};
use crate::start::{check_bucket, check_secrets_manager};
use crate::{error_line, start};

pub(super) const OBJECTS: &str = "objects";
pub(super) const SECRETS: &str = "secrets";

/// The encrypted files that the doctor tries the keys on.
pub(super) const MAX_FILES: usize = 1_000;
/// The users that a message names.
const NAMED: usize = 3;

pub(super) async fn check_objects(config: &Config) -> Finding {
    match settings::objects(config) {
        Err(_) => Finding::skipped(OBJECTS, "its settings are invalid"),
        Ok(ObjectsEngine::Folder(objects)) => {
            let (config, folder) = (config.clone(), objects.folder);
            let checked = tokio::task::spawn_blocking(move || check_folder(&config, &folder)).await;
            checked.unwrap_or_else(|error| Finding::fault(OBJECTS, error.to_string(), "run the doctor again"))
        }
        Ok(ObjectsEngine::S3(bucket)) => {
            let name = bucket.bucket.clone();
            let answer = check_bucket(config, bucket).await;
            cloud(OBJECTS, answer, &format!("the bucket {name} can be read"))
        }
    }
}

fn check_folder(config: &Config, folder: &Path) -> Finding {
    let path = folder.display();
    if let Some(reason) = without_data(config, folder) {
        return Finding::skipped(OBJECTS, reason);
    }
    if !folder.is_dir() {
        let advice = format!("restore the originals from the backup if there were any, or {CREATE}");
        return Finding::fault(OBJECTS, format!("the folder {path} does not exist"), advice);
    }
    if !is_writable(folder) {
        let advice = format!("run the doctor as the service's user; if it is, run `chown` on {path} for it");
        return Finding::fault(OBJECTS, format!("this user can't write to {path}"), advice);
    }
    Finding::ok(OBJECTS, format!("the folder {path} can be read and written"))
}

/// Tries the keys on at most this many encrypted files.
pub(super) async fn check_secrets(config: &Config, max_files: usize) -> Finding {
    match settings::secrets(config) {
        Err(_) => Finding::skipped(SECRETS, "its settings are invalid"),
        Ok(SecretsEngine::Folder(secrets)) => {
            let config = config.clone();
            let checked = tokio::task::spawn_blocking(move || check_keys(&config, &secrets, max_files)).await;
            checked.unwrap_or_else(|error| Finding::fault(SECRETS, error.to_string(), "run the doctor again"))
        }
        Ok(SecretsEngine::SecretsManager(names)) => {
            let answer = check_secrets_manager(config, names).await;
            cloud(SECRETS, answer, "Secrets Manager can be read")
        }
    }
}

/// Tries the keys on what is stored.
fn check_keys(config: &Config, secrets: &SecretsSettings, max_files: usize) -> Finding {
    if let Some(reason) = without_data(config, &secrets.folder) {
        return Finding::skipped(SECRETS, reason);
    }
    let restore_key = "restore the key that encrypted them in secrets.key_file, or add it to secrets.previous_keys; \
                       without it the users must connect their mail accounts again";
    let inspected = match FolderSecrets::inspect(secrets, max_files) {
        Ok(inspected) => inspected,
        Err(OpenError::Missing(folder)) => {
            let advice = format!("restore the mail tokens from the backup if there were any, or {CREATE}");
            return Finding::fault(
                SECRETS,
                format!("the folder {} does not exist", folder.display()),
                advice,
            );
        }
        Err(error @ OpenError::Key(_)) => return Finding::fault(SECRETS, error_line(&error), restore_key),
        Err(error) => {
            let advice = "run the doctor as the service's user, and check secrets.store";
            return Finding::fault(SECRETS, error_line(&error), advice);
        }
    };
    let of = if inspected.tried < inspected.files {
        format!("the first {} of {} token files", inspected.tried, inspected.files)
    } else {
        format!("{} token files", inspected.files)
    };
    if !inspected.unreadable.is_empty() {
        let users: Vec<_> = inspected
            .unreadable
            .iter()
            .take(NAMED)
            .map(ToString::to_string)
            .collect();
        let more = if inspected.unreadable.len() > NAMED {
            ", …"
        } else {
            ""
        };
        let (count, users) = (inspected.unreadable.len(), users.join(", "));
        let message = format!("of {of}, no key opens {count}: {users}{more}");
        return Finding::fault(SECRETS, message, restore_key);
    }
    if inspected.previous_key > 0 {
        let message = format!(
            "the keys decrypt {of}; a previous key encrypts {}",
            inspected.previous_key
        );
        return Finding::warning(
            SECRETS,
            message,
            "run `invoices secrets rotate`, then remove the previous key",
        );
    }
    Finding::ok(SECRETS, format!("the keys decrypt {of}"))
}

fn cloud(name: &'static str, answer: Result<(), start::StartError>, ok: &str) -> Finding {
    match answer {
        Ok(()) => Finding::ok(name, ok),
        Err(error) => Finding::fault(
            name,
            error_line(&error),
            "check [aws] and the permissions of its credentials; `invoices provision aws --dry-run` lists what is missing",
        ),
    }
}
