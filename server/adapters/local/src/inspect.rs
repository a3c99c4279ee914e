//! Looking at files and folders without changing anything.

use std::fs::{self, DirEntry, ReadDir};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::disk;
use crate::mode::Access;

/// Files and folders that others can access.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposed {
    /// Each with its mode.
    pub paths: Vec<(PathBuf, u32)>,
    /// Whether the limit ended the search.
    pub is_partial: bool,
}

/// The mode of a file or folder that others than `access` says can access. `None` if they can't, and for a link. A missing
/// file is an error.
pub fn exposed_mode(path: &Path, access: Access) -> io::Result<Option<u32>> {
    let found = fs::symlink_metadata(path)?;
    if found.is_symlink() {
        return Ok(None);
    }
    let allowed = if found.is_dir() {
        access.folder_mode()
    } else {
        access.file_mode()
    };
    let mode = found.permissions().mode() & 0o777;
    Ok((mode & !allowed != 0).then_some(mode))
}

/// Looks at a folder and at most `limit` files and folders below it. Links are not followed; a missing folder isn't an error.
pub fn exposed_below(folder: &Path, access: Access, limit: usize) -> io::Result<Exposed> {
    let mut exposed = Exposed::default();
    let (mut open, mut seen) = (vec![folder.to_owned()], 0);
    while let Some(path) = open.pop() {
        if seen > limit {
            exposed.is_partial = true;
            break;
        }
        seen += 1;
        match exposed_mode(&path, access) {
            Ok(mode) => exposed.paths.extend(mode.map(|mode| (path.clone(), mode))),
            // The service may have removed it meanwhile.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        }
        if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        }
    }
    Ok(exposed)
}

/// The files below a folder, each with its path in the folder. A missing folder has none. Hidden files and folders, which no key names,
/// are left out, and links are not followed.
#[derive(Debug)]
pub struct FilesBelow {
    root: PathBuf,
    /// The folders that are still to be read.
    folders: Vec<PathBuf>,
    entries: Option<ReadDir>,
}

impl FilesBelow {
    /// Reads nothing yet.
    pub fn new(folder: &Path) -> Self {
        FilesBelow {
            root: folder.to_owned(),
            folders: vec![folder.to_owned()],
            entries: None,
        }
    }

    /// The path of a file; `None` for anything else.
    fn file(&mut self, entry: &DirEntry) -> io::Result<Option<PathBuf>> {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            return Ok(None);
        }
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() {
            self.folders.push(path);
            return Ok(None);
        }
        let file = path.strip_prefix(&self.root).ok().filter(|_| kind.is_file());
        Ok(file.map(Path::to_owned))
    }
}

impl Iterator for FilesBelow {
    type Item = io::Result<PathBuf>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(entries) = &mut self.entries else {
                match disk::if_present(fs::read_dir(self.folders.pop()?)) {
                    // The service may have removed it meanwhile.
                    Ok(entries) => self.entries = entries,
                    Err(error) => return Some(Err(error)),
                }
                continue;
            };
            let Some(entry) = entries.next() else {
                self.entries = None;
                continue;
            };
            if let Some(file) = entry.and_then(|entry| self.file(&entry)).transpose() {
                return Some(file);
            }
        }
    }
}

/// Whether this process may create files in a folder, as far as modes say.
pub fn is_writable(folder: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

/// The bytes that users without privileges may still write to the file system of a file or folder.
pub fn free_bytes(path: &Path) -> io::Result<u64> {
    let found = rustix::fs::statvfs(path)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn what_others_can_access_is_found_up_to_the_limit() {
        let home = tempfile::TempDir::new().unwrap();
        let (folder, file) = (home.path().join("data"), home.path().join("data/file"));
        fs::create_dir(&folder).unwrap();
        fs::write(&file, "x").unwrap();
        symlink("/etc", folder.join("link")).unwrap();
        let chmod = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        chmod(&folder, 0o700);
        chmod(&file, 0o640);
        let found = |access, limit| exposed_below(&folder, access, limit).unwrap();
        assert_eq!(found(Access::Owner, 10).paths, [(file.clone(), 0o640)]);
        assert_eq!(found(Access::Group, 10), Exposed::default());
        assert!(found(Access::Owner, 0).is_partial);
        assert_eq!(
            exposed_below(&home.path().join("none"), Access::Owner, 1).unwrap(),
            Exposed::default()
        );
        assert!(is_writable(&folder) && free_bytes(&folder).unwrap() > 0);
    }
}
