//! The modes of the files on this machine.

use std::path::PathBuf;

use invoices_local::{Access, AccessError, secure_file, secure_folder, secure_or_create_file, secure_tree};
use invoices_settings::Config;

use super::error::{StartError, failed};
use super::settings::{self, ObjectsEngine, SecretsEngine};

/// Files in the data folder that hold keys. The previous ones have the names that the documentation proposes.
const KEYS: [&str; 4] = ["jwt.key", "jwt.previous", "secrets.key", "secrets.previous"];
/// The endings of the database and of SQLite's files beside it, which it creates with the mode of the database.
const DATABASE_FILES: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Creates the data folder and the SQLite database if they are missing, and gives the service's files and folders their
/// modes. Other files in the data folder are left alone.
pub(super) fn secure_data(config: &Config) -> Result<(), StartError> {
    let tightened = secure(config).map_err(failed("protect the data against other users"))?;
    if tightened > 0 {
        tracing::warn!(
            tightened,
            folder = %config.data.display(),
            "other users could access files and folders of the service; corrected their modes"
        );
    }
    Ok(())
}

/// Returns how many files and folders others could access.
fn secure(config: &Config) -> Result<usize, AccessError> {
    let access = settings::access(config);
    let mut count = usize::from(secure_folder(&config.data, access)?);
    if let Some(database) = settings::sqlite_file(config) {
        count += usize::from(secure_or_create_file(&database, access)?);
    }
    for (file, access) in private_files(config) {
        count += usize::from(secure_file(&file, access)?);
    }
    // Invalid settings are reported where they are used.
    if let Ok(ObjectsEngine::Folder(objects)) = settings::objects(config) {
        count += secure_tree(&objects.folder, access)?;
    }
    if let Ok(SecretsEngine::Folder(secrets)) = settings::secrets(config) {
        // A link is refused when the folder is opened.
        if !secrets.folder.is_symlink() {
            count += secure_tree(&secrets.folder, access)?;
        }
    }
    Ok(count)
}

/// The service's own files outside the folders of objects and secrets, and who may read each. Not all of them need exist.
pub(crate) fn private_files(config: &Config) -> Vec<(PathBuf, Access)> {
    let keys = KEYS.iter().map(|key| (config.data.join(key), Access::Owner));
    let mut files: Vec<_> = keys.collect();
    if let Some(database) = settings::sqlite_file(config) {
        files.extend(DATABASE_FILES.map(|ending| {
            let mut path = database.clone().into_os_string();
            path.push(ending);
            (path.into(), settings::access(config))
        }));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    // Shows: Threats | Another user of the machine…
    #[test]
    fn only_the_services_own_files_are_tightened() {
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        fs::create_dir_all(data.join("secrets")).unwrap();
        let files = [
            "invoices.db",
            "invoices.db-wal",
            "jwt.key",
            "secrets/a.sealed",
            "notes.txt",
        ];
        for file in files {
            fs::write(data.join(file), "").unwrap();
        }
        for path in files
            .map(|file| data.join(file))
            .iter()
            .chain([&data, &data.join("secrets")])
        {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut config = Config::in_folder(&data);
        assert_eq!(secure(&config).unwrap(), 6);
        assert_eq!(secure(&config).unwrap(), 0);
        assert_eq!([mode(&data), mode(&data.join("secrets"))], [0o700; 2]);
        assert_eq!(
            files.map(|file| mode(&data.join(file))),
            [0o600, 0o600, 0o600, 0o600, 0o755]
        );
        config.data_group_access = true;
        assert_eq!(secure(&config).unwrap(), 0, "nothing was too open");
        assert_eq!([mode(&data), mode(&data.join("secrets"))], [0o750; 2]);
        assert_eq!(
            files.map(|file| mode(&data.join(file))),
            [0o640, 0o640, 0o600, 0o640, 0o755]
        );
    }

    // Shows: Threats | Another user of the machine reads the data | folders have mode 0700 and files 0600 regardless of the umask; wider modes are corrected at start, or the service does not start
    #[test]
    fn a_new_database_is_private() {
        let home = tempfile::tempdir().unwrap();
        let config = Config::in_folder(&home.path().join("data"));
        assert_eq!(secure(&config).unwrap(), 0);
        assert_eq!(
            [mode(&config.data), mode(&config.data.join("invoices.db"))],
            [0o700, 0o600]
        );
    }
}
