//! The data folder, its modes, the keys, and free disk space.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use invoices_local::{Access, exposed_below, exposed_mode, free_bytes, is_writable};
use invoices_settings::Config;

use super::finding::Finding;
use crate::start::private_files;
use crate::start::settings::{self, ObjectsEngine, SecretsEngine};

pub(super) const DATA: &str = "data";
pub(super) const KEYS: &str = "keys";
pub(super) const DISK: &str = "disk";

/// The advice for a folder or file that the service creates.
pub(super) const CREATE: &str = "start the service, which creates it; if it exists elsewhere, run the doctor in the service's folder, \
     or name its settings with --config";
/// Maximum number of files and folders per folder whose modes are checked.
const MAX_FILES: usize = 10_000;
const MIB: u64 = 1 << 20;
/// Less free space is a warning.
const LOW: u64 = 1024 * MIB;
/// Less is a fault: a database needs room for its log.
const FULL: u64 = 100 * MIB;

/// The reason to skip a check of something in the data folder.
pub(super) fn without_data(config: &Config, path: &Path) -> Option<&'static str> {
    (path.starts_with(&config.data) && !config.data.is_dir()).then_some("the data folder does not exist")
}

/// The folders of objects and secrets that are on this machine.
fn stores(config: &Config) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    if let Ok(ObjectsEngine::Folder(objects)) = settings::objects(config) {
        folders.push(objects.folder);
    }
    if let Ok(SecretsEngine::Folder(secrets)) = settings::secrets(config) {
        folders.push(secrets.folder);
    }
    folders
}

/// The data folder exists, this user can write to it, and no other user can access what is in it.
pub(super) fn check_data(config: &Config) -> Vec<Finding> {
    let folder = config.data.display();
    if !config.data.exists() {
        return Finding::fault(DATA, format!("{folder} does not exist"), CREATE).into();
    }
    if !config.data.is_dir() {
        let choose = "name a folder in the setting `data`";
        return Finding::fault(DATA, format!("{folder} is not a folder"), choose).into();
    }
    let (exposed, is_partial) = match exposed(config) {
        Ok(exposed) => exposed,
        Err(error) => {
            let advice = "run the doctor as the service's user";
            return Finding::fault(
                DATA,
                format!("failed to read the modes below {folder}: {error}"),
                advice,
            )
            .into();
        }
    };
    if let Some((path, mode)) = exposed.first() {
        let more = match exposed.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more files and folders"),
        };
        let message = format!("other users can access {} (mode {mode:o}){more}", path.display());
        return Finding::fault(DATA, message, advice_for_mode(config, path)).into();
    }
    if !is_writable(&config.data) {
        let advice = format!("run the doctor as the service's user; if it is, run `chown` on {folder} for it");
        return Finding::fault(DATA, format!("this user can't write to {folder}"), advice).into();
    }
    let first = if is_partial {
        ", as far as the first 10000 files show"
    } else {
        ""
    };
    Finding::ok(DATA, format!("{folder} is the service's own{first}")).into()
}

/// What others can access, with modes, and whether more was left unseen.
fn exposed(config: &Config) -> io::Result<(Vec<(PathBuf, u32)>, bool)> {
    let access = settings::access(config);
    let (mut paths, mut is_partial) = (Vec::new(), false);
    let files = std::iter::once((config.data.clone(), access)).chain(private_files(config));
    for (path, access) in files {
        match exposed_mode(&path, access) {
            Ok(mode) => paths.extend(mode.map(|mode| (path, mode))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    for folder in stores(config) {
        let below = exposed_below(&folder, access, MAX_FILES)?;
        paths.extend(below.paths);
        is_partial |= below.is_partial;
    }
    Ok((paths, is_partial))
}

fn advice_for_mode(config: &Config, path: &Path) -> String {
    let access = settings::access(config);
    let mode = if path.is_dir() {
        access.folder_mode()
    } else {
        access.file_mode()
    };
    format!(
        "run `chmod {mode:o} {}`, or restart the service, which corrects every mode",
        path.display()
    )
}

/// A file with a key.
struct KeyFile {
    path: PathBuf,
    /// What the key does.
    purpose: &'static str,
    /// What a new key does that takes the place of a lost one.
    loss: &'static str,
}

/// The key files exist, and only the service's user can read them. Another check covers what they decrypt.
pub(super) fn check_keys(config: &Config) -> Vec<Finding> {
    let mut files = Vec::new();
    if config.auth.jwt_secret.is_none() {
        files.push(KeyFile {
            path: settings::jwt_secret_file(config),
            purpose: "signs access tokens",
            loss: "refuses the access tokens of logins, so that people log in again",
        });
    }
    if let Ok(SecretsEngine::Folder(secrets)) = settings::secrets(config)
        && secrets.key.is_none()
    {
        files.push(KeyFile {
            path: secrets.key_file(),
            purpose: "encrypts mail tokens",
            loss: "can't decrypt older data",
        });
    }
    let mut found: Vec<_> = files.iter().filter_map(|file| check_key(config, file)).collect();
    // Both are skipped for the same reason.
    found.dedup();
    if found.is_empty() {
        let message = match files.len() {
            0 => "the keys are in the settings or in another service".to_owned(),
            count => format!("{count} key files, which only their owner can read"),
        };
        found.push(Finding::ok(KEYS, message));
    }
    found
}

fn check_key(config: &Config, file: &KeyFile) -> Option<Finding> {
    let KeyFile {
        path: file,
        purpose,
        loss,
    } = file;
    if let Some(reason) = without_data(config, file) {
        return Some(Finding::skipped(KEYS, reason));
    }
    let path = file.display();
    match fs::metadata(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Some(Finding::warning(
            KEYS,
            format!("{path}, which {purpose}, does not exist"),
            format!("restore it from the backup if there was one; a new key that the service creates {loss}"),
        )),
        Err(error) => Some(Finding::fault(
            KEYS,
            format!("failed to read {path}: {error}"),
            "run the doctor as the service's user",
        )),
        Ok(found) => {
            let mode = found.permissions().mode() & 0o777;
            (mode & !Access::Owner.file_mode() != 0).then(|| {
                Finding::fault(
                    KEYS,
                    format!("other users can access {path}, which {purpose} (mode {mode:o})"),
                    format!("run `chmod 600 {path}`; if others may have read it, replace the key (docs/operations.md)"),
                )
            })
        }
    }
}

/// The file systems of the data have free space.
pub(super) fn check_disk(config: &Config) -> Vec<Finding> {
    if !config.data.is_dir() {
        return Finding::skipped(DISK, "the data folder does not exist").into();
    }
    let mut folders: BTreeSet<PathBuf> = stores(config).into_iter().filter(|folder| folder.is_dir()).collect();
    folders.retain(|folder| !folder.starts_with(&config.data));
    folders.insert(config.data.clone());
    folders.iter().map(|folder| check_free(folder)).collect()
}

fn check_free(folder: &Path) -> Finding {
    let path = folder.display();
    let free = match free_bytes(folder) {
        Ok(free) => free,
        Err(error) => {
            let advice = format!("run `df {path}` as the service's user");
            return Finding::fault(
                DISK,
                format!("failed to ask for the free space of {path}: {error}"),
                advice,
            );
        }
    };
    let message = format!("{} MiB free for {path}", free / MIB);
    let advice = format!("free space, or move the data to a larger disk; `du -sh {path}/*` shows what takes it");
    if free < FULL {
        Finding::fault(DISK, format!("{message}, less than {} MiB", FULL / MIB), advice)
    } else if free < LOW {
        Finding::warning(DISK, format!("{message}, less than {} MiB", LOW / MIB), advice)
    } else {
        Finding::ok(DISK, message)
    }
}
