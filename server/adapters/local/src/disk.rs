//! Crash-safe file operations.

use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use invoices_domain::ports::{Dependency, DependencyError};
use tempfile::{Builder, NamedTempFile};

use crate::mode::Access;

/// The prefix of a temporary file's name.
const UNFINISHED: &str = ".unfinished-";

/// Runs blocking work on the blocking thread pool. An error is reported as an error of the dependency `which`.
pub(crate) async fn blocking<T, E>(
    which: Dependency,
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, DependencyError>
where
    T: Send + 'static,
    E: std::error::Error + Send + Sync + 'static,
{
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| DependencyError::new(which, error)),
        // The error contains the panic's message, which may contain a secret.
        Err(_) => Err(DependencyError::new(which, "the work on the disk panicked")),
    }
}

/// Creates a file. `false` if a file with this name exists; that file is not changed. `staging` must be on the same file
/// system as `path`.
pub(crate) fn create(staging: &Path, path: &Path, bytes: &[u8], access: Access) -> io::Result<bool> {
    let created = create_unsynced(staging, path, bytes, access)?;
    sync_parent(path)?;
    Ok(created)
}

/// The same, for a caller who syncs the folder afterwards. Also if the file existed: its writer may not have synced the folder yet.
pub(crate) fn create_unsynced(staging: &Path, path: &Path, bytes: &[u8], access: Access) -> io::Result<bool> {
    match unfinished(staging, bytes, access)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(failed) => Err(failed.error),
    }
}

/// Writes a file, replacing an existing one.
pub(crate) fn replace(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    unfinished(folder, bytes, access)?
        .persist(path)
        .map_err(|failed| failed.error)?;
    sync_parent(path)
}

/// Removes a file. A missing file isn't an error.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    if_present(fs::remove_file(path))?.map_or(Ok(()), |()| sync_parent(path))
}

/// The result of something that needs a file or folder; `None` if that is missing.
pub(crate) fn if_present<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// A flushed temporary file, which is removed unless it is persisted.
fn unfinished(folder: &Path, bytes: &[u8], access: Access) -> io::Result<NamedTempFile> {
    let mut file = Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    if access == Access::Group {
        // Set after creation, because the umask may forbid it.
        set_mode(file.path(), access.file_mode())?;
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Fails if no file can be created and written in a folder. Leaves nothing behind.
pub(crate) fn check_writable(folder: &Path) -> io::Result<()> {
    unfinished(folder, b"readiness", Access::Owner)?.close()
}

/// Syncs a file's folder, so that a rename or removal in it is durable.
pub(crate) fn sync_parent(path: &Path) -> io::Result<()> {
    File::open(parent(path))?.sync_all()
}

/// The syncs of a folder that several threads ask for.
#[derive(Debug, Default)]
pub(crate) struct SharedSync {
    asked: AtomicU64,
    /// How many were asked for before the last one began.
    synced: Mutex<u64>,
}

impl SharedSync {
    /// Syncs the folder, unless a sync that began after this call has ended meanwhile.
    pub fn sync(&self, folder: &Path) -> io::Result<()> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut synced = self.synced.lock().unwrap_or_else(PoisonError::into_inner);
        if *synced < asked {
            let before = self.asked.load(Ordering::SeqCst);
            File::open(folder)?.sync_all()?;
            *synced = before;
        }
        Ok(())
    }
}

/// The folder of a path; `.` for a bare name.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

/// Creates a folder and its missing parents. The mode of an existing folder stays.
pub(crate) fn make_folders(folder: &Path, access: Access) -> io::Result<()> {
    match make_folder(folder, access) {
        Err(error) if error.kind() == ErrorKind::NotFound && parent(folder) != folder => {
            make_folders(parent(folder), access)?;
            make_folder(folder, access)
        }
        made => made,
    }
}

fn make_folder(folder: &Path, access: Access) -> io::Result<()> {
    match DirBuilder::new().mode(Access::Owner.folder_mode()).create(folder) {
        Ok(()) => {
            if access == Access::Group {
                // Set after creation, because the umask may forbid it.
                set_mode(folder, access.folder_mode())?;
            }
            sync_parent(folder)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Sets the permissions of a file or folder. Keeps its other bits: a folder with the set-group-id bit passes its group on.
pub(crate) fn set_mode(path: &Path, permissions: u32) -> io::Result<()> {
    let other_bits = fs::metadata(path)?.permissions().mode() & 0o7000;
    fs::set_permissions(path, fs::Permissions::from_mode(other_bits | permissions))
}

/// Removes temporary files that interrupted writes left in a folder. Keeps files younger than `spare`, which another
/// process may still be writing.
pub(crate) fn remove_unfinished(folder: &Path, spare: Duration) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            continue;
        }
        let age = SystemTime::now().duration_since(entry.metadata()?.modified()?);
        if age.unwrap_or_default() >= spare {
            tracing::info!(file = %entry.path().display(), "removed a temporary file of an interrupted write");
            remove(&entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_below_a_link_to_nowhere_are_an_error() {
        let home = tempfile::TempDir::new().unwrap();
        std::os::unix::fs::symlink(home.path().join("nowhere"), home.path().join("link")).unwrap();
        assert!(make_folders(&home.path().join("link/data"), Access::Owner).is_err());
        assert!(make_folders(&home.path().join("a/b/c"), Access::Owner).is_ok());
    }

    #[test]
    fn a_sync_counts_for_those_that_asked_before_it_began() {
        let (folder, sync) = (tempfile::TempDir::new().unwrap(), SharedSync::default());
        sync.sync(folder.path()).unwrap();
        sync.asked.fetch_add(2, Ordering::SeqCst);
        assert!(sync.sync(&folder.path().join("missing")).is_err());
        assert_eq!(*sync.synced.lock().unwrap(), 1);
        sync.sync(folder.path()).unwrap();
        assert_eq!(*sync.synced.lock().unwrap(), 5);
    }

    #[test]
    fn a_bare_name_lies_in_the_working_folder() {
        for (path, folder) in [("data", "."), ("data/objects", "data"), ("/data", "/"), ("/", "/")] {
            assert_eq!(parent(Path::new(path)), Path::new(folder));
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use std::path::{Path, PathBuf};

    /// Leaves a temporary file, as an interrupted write does.
    pub(crate) fn leave_unfinished(folder: &Path) -> PathBuf {
        let path = folder.join(format!("{}x", super::UNFINISHED));
        std::fs::write(&path, b"half a fi").unwrap();
        path
    }

    /// Every file and folder below a folder, as relative paths.
    pub(crate) fn tree(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut open = vec![folder.to_owned()];
        while let Some(next) = open.pop() {
            for entry in std::fs::read_dir(next).unwrap() {
                let entry = entry.unwrap();
                if entry.file_type().unwrap().is_dir() {
                    open.push(entry.path());
                }
                found.push(entry.path().strip_prefix(folder).unwrap().to_owned());
            }
        }
        found.sort();
        found
    }
}
