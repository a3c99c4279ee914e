//! The folders and files of a backup.

use std::path::PathBuf;

use invoices_settings::Config;

use crate::start::settings::{self, SecretsEngine};

pub(super) const OBJECTS: &str = "objects";
pub(super) const SECRETS: &str = "secrets";
pub(super) const KEYS: &str = "keys";
const JWT_KEY: &str = "jwt.key";
const SECRETS_KEY: &str = "secrets.key";

/// The key files of the settings, with the names that they have in a backup.
pub(super) fn key_files(config: &Config) -> Vec<(&'static str, PathBuf)> {
    let mut keys = Vec::new();
    if config.auth.jwt_secret.is_none() {
        keys.push((JWT_KEY, settings::jwt_secret_file(config)));
    }
    if let Ok(SecretsEngine::Folder(secrets)) = settings::secrets(config)
        && secrets.key.is_none()
    {
        keys.push((SECRETS_KEY, secrets.key_file()));
    }
    keys
}
