//! Tightening who may read the files of the service.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::disk;
use crate::mode::Access;

/// The bits of owner, group and others.
const PERMISSIONS: u32 = 0o777;
/// Everyone may create files in a folder with this bit, as in `/tmp`.
const STICKY: u32 = 0o1000;

/// A file or folder that others can access, and whose mode can't be changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AccessError {
    /// The folder belongs to everyone.
    #[error("{0} is a folder for the files of all users; choose another one")]
    Shared(PathBuf),
    /// The mode can't be read or set.
    #[error("failed to give {path} the mode {mode:o}")]
    Mode {
        /// The file or folder.
        path: PathBuf,
        /// The mode that it needs.
        mode: u32,
        /// Why.
        #[source]
        source: io::Error,
    },
}

/// Creates a missing folder, and gives an existing one its mode. Returns whether others could access it before.
pub fn secure_folder(folder: &Path, access: Access) -> Result<bool, AccessError> {
    let failed = |source| mode_error(folder, access.folder_mode(), source);
    disk::make_folders(folder, access).map_err(failed)?;
    let found = fs::metadata(folder).map_err(failed)?;
    if found.permissions().mode() & STICKY != 0 {
        return Err(AccessError::Shared(folder.to_owned()));
    }
    set(folder, &found, access.folder_mode())
}

/// Gives a file its mode. Returns whether others could access it before; `false` if there is no such file. A link is left
/// alone.
pub fn secure_file(file: &Path, access: Access) -> Result<bool, AccessError> {
    let found = disk::if_present(fs::symlink_metadata(file));
    let found = found.map_err(|error| mode_error(file, access.file_mode(), error))?;
    match found {
        Some(found) if found.is_file() => set(file, &found, access.file_mode()),
        _ => Ok(false),
    }
}

/// Creates an empty file with its mode, and gives an existing one its mode. Returns whether others could access it before.
pub fn secure_or_create_file(file: &Path, access: Access) -> Result<bool, AccessError> {
    let created = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(Access::Owner.file_mode())
        .open(file);
    match created {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(mode_error(file, access.file_mode(), error)),
        _ => secure_file(file, access),
    }
}

/// Gives a folder and everything below it their modes. Returns how many of them others could access before. Links below the
/// folder are left alone; a missing folder isn't an error.
pub fn secure_tree(folder: &Path, access: Access) -> Result<usize, AccessError> {
    let failed = |source| mode_error(folder, access.folder_mode(), source);
    let mut count = match disk::if_present(fs::metadata(folder)).map_err(failed)? {
        Some(found) if found.is_dir() => usize::from(set(folder, &found, access.folder_mode())?),
        _ => return Ok(0),
    };
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        // Another process may have removed it.
        let entries = disk::if_present(fs::read_dir(&next));
        let entries = entries.map_err(|error| mode_error(&next, access.folder_mode(), error))?;
        for entry in entries.into_iter().flatten() {
            let path = entry.map_err(failed)?.path();
            match fs::symlink_metadata(&path) {
                Ok(found) if found.is_dir() => {
                    count += usize::from(set(&path, &found, access.folder_mode())?);
                    open.push(path);
                }
                Ok(found) if found.is_file() => count += usize::from(set(&path, &found, access.file_mode())?),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(mode_error(&path, access.file_mode(), error)),
            }
        }
    }
    Ok(count)
}

/// Sets the mode if it differs. Returns whether it allowed more than `mode`.
fn set(path: &Path, found: &Metadata, mode: u32) -> Result<bool, AccessError> {
    let present = found.permissions().mode() & PERMISSIONS;
    let too_open = present & !mode & PERMISSIONS != 0;
    if present == mode {
        return Ok(false);
    }
    match disk::set_mode(path, mode) {
        Ok(()) => Ok(too_open),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) if too_open => Err(mode_error(path, mode, error)),
        // Stricter than necessary: the group can't read it, which the service doesn't need.
        Err(_) => Ok(false),
    }
}

fn mode_error(path: &Path, mode: u32, source: io::Error) -> AccessError {
    AccessError::Mode {
        path: path.to_owned(),
        mode,
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use tempfile::TempDir;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn chmod(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    // Shows: Threats | Another user of the machine…
    #[test]
    fn a_tree_that_others_can_read_is_tightened_and_counted() {
        let home = TempDir::new().unwrap();
        let (root, outside) = (home.path().join("objects"), home.path().join("outside"));
        fs::create_dir_all(root.join("a/b")).unwrap();
        for (file, bits) in [("a/one", 0o644), ("a/b/two", 0o666), ("a/three", 0o600)] {
            fs::write(root.join(file), "x").unwrap();
            chmod(&root.join(file), bits);
        }
        for (folder, bits) in [("", 0o755), ("a", 0o2770), ("a/b", 0o700)] {
            chmod(&root.join(folder), bits);
        }
        fs::write(&outside, "x").unwrap();
        chmod(&outside, 0o644);
        symlink(&outside, root.join("link")).unwrap();
        assert_eq!(secure_tree(&root, Access::Owner).unwrap(), 4);
        assert_eq!(secure_tree(&root, Access::Owner).unwrap(), 0);
        assert_eq!(
            [mode(&root), mode(&root.join("a")), mode(&root.join("a/one"))],
            [0o700, 0o2700, 0o600]
        );
        assert_eq!(mode(&outside), 0o644, "a link is not followed");
    }

    #[test]
    fn the_group_may_read_if_the_settings_say_so() {
        let home = TempDir::new().unwrap();
        let (folder, file) = (home.path().join("data"), home.path().join("data/invoices.db"));
        assert!(!secure_folder(&folder, Access::Group).unwrap());
        assert!(!secure_or_create_file(&file, Access::Group).unwrap());
        assert_eq!([mode(&folder), mode(&file)], [0o750, 0o640]);
        assert_eq!(secure_tree(&folder, Access::Group).unwrap(), 0);
        assert_eq!(secure_tree(&folder, Access::Owner).unwrap(), 2);
        assert_eq!([mode(&folder), mode(&file)], [0o700, 0o600]);
    }

    #[test]
    fn an_existing_file_keeps_its_content() {
        let home = TempDir::new().unwrap();
        let file = home.path().join("invoices.db");
        fs::write(&file, "rows").unwrap();
        chmod(&file, 0o644);
        assert!(secure_or_create_file(&file, Access::Owner).unwrap());
        assert_eq!((fs::read(&file).unwrap(), mode(&file)), (b"rows".to_vec(), 0o600));
    }

    #[test]
    fn a_folder_of_all_users_is_refused() {
        let home = TempDir::new().unwrap();
        chmod(home.path(), 0o1777);
        assert!(matches!(
            secure_folder(home.path(), Access::Owner),
            Err(AccessError::Shared(_))
        ));
        assert_eq!(mode(home.path()), 0o1777);
    }
}
