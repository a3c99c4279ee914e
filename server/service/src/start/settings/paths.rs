//! The files and folders of the settings, looked at without creating any.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use invoices_settings::{Config, ConfigError, invalid};

use super::stores::{ObjectsEngine, SecretsEngine, database, objects, secrets};

/// Everyone may create files in a folder with this bit, as in `/tmp`.
const STICKY: u32 = 0o1000;

/// The file of a SQLite database. `None` for PostgreSQL, and for a URI with parameters, which only SQLite can read.
pub fn sqlite_file(config: &Config) -> Option<PathBuf> {
    let url = database(config).url;
    let path = url.strip_prefix("sqlite:")?;
    (!path.is_empty() && !path.starts_with([':', '?']) && !path.starts_with("file:") && !path.starts_with("//"))
        .then(|| path.into())
}

/// Every file and folder that the service could not use.
pub(super) fn check(config: &Config) -> Vec<ConfigError> {
    let mut found = vec![check_folder("data", &config.data), check_shared("data", &config.data)];
    if let Ok(ObjectsEngine::Folder(objects)) = objects(config) {
        found.push(check_folder("objects.store", &objects.folder));
    }
    if let Ok(SecretsEngine::Folder(secrets)) = secrets(config) {
        found.push(check_folder("secrets.store", &secrets.folder));
        if secrets.folder.is_symlink() {
            found.push(Err(problem(
                "secrets.store",
                &secrets.folder,
                "must be a folder, not a link",
            )));
        }
        let key = if secrets.key.is_some() {
            "secrets.key"
        } else {
            "secrets.key_file"
        };
        found.push(secrets.check_keys().map_err(|error| invalid(key, &error)));
    }
    if let Some(file) = sqlite_file(config) {
        found.push(check_database_file(config, &file));
    }
    for (key, file) in [
        ("database.ca_file", &config.database.ca_file),
        ("reader.program", &config.reader.program),
    ] {
        if let Some(file) = file.as_ref().filter(|file| !file.is_file()) {
            found.push(Err(problem(key, file, "does not exist, or is not a file")));
        }
    }
    found.into_iter().filter_map(Result::err).collect()
}

fn check_folder(key: &'static str, folder: &Path) -> Result<(), ConfigError> {
    if folder.exists() && !folder.is_dir() {
        return Err(problem(key, folder, "is not a folder"));
    }
    Ok(())
}

fn check_shared(key: &'static str, folder: &Path) -> Result<(), ConfigError> {
    let mode = folder.metadata().map_or(0, |found| found.permissions().mode());
    if mode & STICKY != 0 {
        let shared = "is a folder for the files of all users; choose another one";
        return Err(problem(key, folder, shared));
    }
    Ok(())
}

/// The service creates the data folder, and no other folder of a database.
fn check_database_file(config: &Config, file: &Path) -> Result<(), ConfigError> {
    let key = "database.url";
    if file.is_dir() {
        return Err(problem(key, file, "is a folder"));
    }
    match file.parent() {
        Some(folder) if folder.as_os_str().is_empty() || folder.is_dir() || folder == config.data => Ok(()),
        Some(folder) => Err(problem(key, folder, "is not a folder that exists")),
        None => Ok(()),
    }
}

fn problem(key: &'static str, path: &Path, what: &str) -> ConfigError {
    invalid(key, &format!("{} {what}", path.display()))
}
