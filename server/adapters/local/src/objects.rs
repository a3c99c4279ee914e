//! Original documents in a local folder.

use std::collections::HashMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use invoices_domain::ports::{Dependency, DependencyError, Objects, Put};
use invoices_domain::{FileName, ObjectKey, UserId};

use crate::disk::{self, SharedSync};
use crate::inspect::FilesBelow;
use crate::mode::Access;

/// The folder of temporary files. No key contains it.
const STAGING: &str = ".staging";
/// The name of the object that [`Objects::check`] writes. A check that was cut off leaves it.
const CHECKED: &str = "readiness";
/// Temporary files older than this belong to interrupted writes.
const CUT_OFF_AFTER: Duration = Duration::from_hours(1);

/// The settings of [`FolderObjects`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderSettings {
    /// The folder; created if it is missing. It must be on one local file system: a network share may not provide atomic
    /// renames.
    pub folder: PathBuf,
    /// Who may read it. Default: the service's own user.
    pub access: Access,
}

/// Original documents as files `<folder>/<key>`.
///
/// A put is atomic: the bytes are flushed to a temporary file on the same file system, which is renamed only if the name
/// is free (or hard-linked, if the file system lacks that), and then the folder is synced, once for those that wait. A key can't escape the folder:
/// only a key that [`ObjectKey`] parses is accepted, and a symbolic link in the path is refused.
#[derive(Clone, Debug)]
pub struct FolderObjects {
    root: PathBuf,
    access: Access,
    /// The folders that are synced now.
    syncs: Arc<Mutex<HashMap<PathBuf, Weak<SharedSync>>>>,
}

impl FolderObjects {
    /// Creates the folder if it is missing, and removes temporary files of interrupted writes.
    pub fn open(settings: &FolderSettings) -> io::Result<Self> {
        let access = settings.access;
        disk::make_folders(&settings.folder, access)?;
        let root = settings.folder.canonicalize()?;
        let staging = root.join(STAGING);
        disk::make_folders(&staging, access)?;
        disk::remove_unfinished(&staging, CUT_OFF_AFTER)?;
        Ok(FolderObjects {
            root,
            access,
            syncs: Arc::default(),
        })
    }

    /// The same, but creates and removes nothing: an error if the folder is missing.
    pub fn open_existing(settings: &FolderSettings) -> io::Result<Self> {
        Ok(FolderObjects {
            root: settings.folder.canonicalize()?,
            access: settings.access,
            syncs: Arc::default(),
        })
    }

    /// The file of a key.
    fn file(&self, key: &ObjectKey) -> io::Result<PathBuf> {
        let text = key.to_string();
        // A key's fields are public, so a key can be constructed that would not parse.
        if text.parse::<ObjectKey>().as_ref() != Ok(key) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not a valid object key"));
        }
        Ok(self.root.join(text))
    }

    fn put_blocking(&self, key: &ObjectKey, bytes: &[u8]) -> io::Result<Put> {
        let file = self.file(key)?;
        if disk::if_present(check_inside(&file))?.is_none() {
            disk::make_folders(disk::parent(&file), self.access)?;
            check_inside(&file)?;
        }
        let created = disk::create_unsynced(&self.root.join(STAGING), &file, bytes, self.access)?;
        let folder = disk::parent(&file);
        self.shared_sync(folder).sync(folder)?;
        Ok(if created { Put::Created } else { Put::Existed })
    }

    /// The syncs of a folder, which are shared while anyone waits for one: an ingest writes many files into one folder at once.
    fn shared_sync(&self, folder: &Path) -> Arc<SharedSync> {
        let mut syncs = self.syncs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sync) = syncs.get(folder).and_then(Weak::upgrade) {
            return sync;
        }
        syncs.retain(|_, sync| sync.strong_count() > 0);
        let sync = Arc::new(SharedSync::default());
        syncs.insert(folder.to_owned(), Arc::downgrade(&sync));
        sync
    }

    fn get_blocking(&self, key: &ObjectKey) -> io::Result<Option<Bytes>> {
        let file = self.file(key)?;
        let read = check_inside(&file).and_then(|()| {
            if fs::symlink_metadata(&file)?.is_symlink() {
                return Err(io::Error::new(ErrorKind::InvalidData, "an object is a link"));
            }
            fs::read(&file)
        });
        Ok(disk::if_present(read)?.map(Bytes::from))
    }

    fn delete_blocking(&self, key: &ObjectKey) -> io::Result<()> {
        let file = self.file(key)?;
        disk::if_present(check_inside(&file))?.map_or(Ok(()), |()| disk::remove(&file))
    }

    fn delete_user_blocking(&self, user: UserId) -> io::Result<()> {
        // Without the trailing slash, which would follow a link.
        let folder = self.root.join(ObjectKey::user_prefix(user).trim_end_matches('/'));
        // If the folder is a link, the link is removed, not its target.
        let removed = match fs::symlink_metadata(&folder) {
            Ok(found) if found.is_dir() => fs::remove_dir_all(&folder),
            Ok(_) => fs::remove_file(&folder),
            Err(error) => Err(error),
        };
        disk::if_present(removed)?.map_or(Ok(()), |()| disk::sync_parent(&folder))
    }

    /// Looks for the first object.
    fn is_empty_blocking(&self) -> io::Result<bool> {
        for file in FilesBelow::new(&self.root) {
            if file?.file_stem().is_none_or(|stem| stem != CHECKED) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes, reads and removes an object of a user who does not exist.
    fn check_blocking(&self) -> io::Result<()> {
        let file = FileName::of_attachment(CHECKED).ok_or(ErrorKind::InvalidInput)?;
        let user = UserId::random();
        let key = ObjectKey::Rental { user, file };
        let written = self.put_blocking(&key, b"readiness");
        let read = written.and_then(|_| self.get_blocking(&key));
        let deleted = self.delete_user_blocking(user);
        match read? {
            Some(bytes) if bytes == b"readiness".as_slice() => deleted,
            _ => Err(io::Error::other("an object that was written can't be read")),
        }
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&FolderObjects) -> io::Result<T> + Send + 'static,
    ) -> Result<T, DependencyError> {
        let objects = self.clone();
        disk::blocking(Dependency::ObjectStore, move || work(&objects)).await
    }
}

/// An error if the file's folder, with links resolved, is not the folder of its key.
fn check_inside(file: &Path) -> io::Result<()> {
    let folder = disk::parent(file);
    if folder.canonicalize()? == folder {
        Ok(())
    } else {
        Err(io::Error::new(
            ErrorKind::InvalidData,
            "a link points outside the object folder",
        ))
    }
}

#[async_trait]
impl Objects for FolderObjects {
    async fn put_if_absent(&self, key: &ObjectKey, bytes: Bytes) -> Result<Put, DependencyError> {
        let key = key.clone();
        self.blocking(move |objects| objects.put_blocking(&key, &bytes)).await
    }

    async fn get(&self, key: &ObjectKey) -> Result<Option<Bytes>, DependencyError> {
        let key = key.clone();
        self.blocking(move |objects| objects.get_blocking(&key)).await
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), DependencyError> {
        let key = key.clone();
        self.blocking(move |objects| objects.delete_blocking(&key)).await
    }

    async fn delete_user(&self, user: UserId) -> Result<(), DependencyError> {
        self.blocking(move |objects| objects.delete_user_blocking(user)).await
    }

    async fn is_empty(&self) -> Result<bool, DependencyError> {
        self.blocking(FolderObjects::is_empty_blocking).await
    }

    async fn check(&self) -> Result<(), DependencyError> {
        self.blocking(FolderObjects::check_blocking).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::testing::{leave_unfinished, tree};
    use std::fs::File;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::time::SystemTime;
    use tempfile::TempDir;
    use tokio::task::JoinSet;

    fn open(folder: &Path) -> FolderObjects {
        FolderObjects::open(&FolderSettings {
            folder: folder.to_owned(),
            access: Access::Owner,
        })
        .unwrap()
    }

    fn key(user: UserId, name: &str) -> ObjectKey {
        format!("invoices/{user}/rental/{name}.pdf").parse().unwrap()
    }

    #[tokio::test]
    async fn an_object_is_stored_read_and_deleted() {
        let folder = TempDir::new().unwrap();
        let objects = open(&folder.path().join("data/objects"));
        let key = key(UserId::random(), "Hyresavi_1");
        assert_eq!(objects.get(&key).await.unwrap(), None);
        assert_eq!(objects.put_if_absent(&key, "one".into()).await.unwrap(), Put::Created);
        assert_eq!(objects.put_if_absent(&key, "two".into()).await.unwrap(), Put::Existed);
        assert_eq!(objects.get(&key).await.unwrap().unwrap(), "one");
        objects.delete(&key).await.unwrap();
        objects.delete(&key).await.unwrap();
        assert_eq!(objects.get(&key).await.unwrap(), None);
    }

    #[tokio::test]
    async fn of_many_writers_of_one_key_exactly_one_creates_it() {
        let folder = TempDir::new().unwrap();
        let objects = open(folder.path());
        let user = UserId::random();
        for round in 0..8 {
            let key = key(user, &format!("Hyresavi_{round}"));
            let mut writers = JoinSet::new();
            for n in 0..16u8 {
                let (objects, key) = (objects.clone(), key.clone());
                writers.spawn(async move {
                    let put = objects.put_if_absent(&key, vec![n; 100_000].into()).await.unwrap();
                    (put, n)
                });
            }
            let done = writers.join_all().await;
            let winners: Vec<u8> = done
                .iter()
                .filter(|(p, _)| *p == Put::Created)
                .map(|(_, n)| *n)
                .collect();
            let [winner] = winners[..] else {
                panic!("{winners:?} all created it")
            };
            assert_eq!(objects.get(&key).await.unwrap().unwrap(), vec![winner; 100_000]);
        }
        assert_eq!(tree(&objects.root.join(STAGING)), Vec::<PathBuf>::new());
    }

    #[tokio::test]
    async fn deleting_a_user_leaves_the_others() {
        let folder = TempDir::new().unwrap();
        let objects = open(folder.path());
        let (gone, stays) = (UserId::random(), UserId::random());
        for user in [gone, stays] {
            objects.put_if_absent(&key(user, "a_1"), "x".into()).await.unwrap();
        }
        objects.delete_user(gone).await.unwrap();
        objects.delete_user(gone).await.unwrap();
        assert_eq!(objects.get(&key(gone, "a_1")).await.unwrap(), None);
        assert!(objects.get(&key(stays, "a_1")).await.unwrap().is_some());
        assert!(!folder.path().join(ObjectKey::user_prefix(gone)).exists());
    }

    // Shows: Threats | A file name or an id…
    #[tokio::test]
    async fn a_key_put_together_by_hand_does_not_leave_the_folder() {
        let folder = TempDir::new().unwrap();
        let objects = open(&folder.path().join("objects"));
        let key = ObjectKey::Retail {
            user: UserId::random(),
            sub_type: "grocery".parse().unwrap(),
            vendor: "ica".parse().unwrap(),
            date: chrono::NaiveDate::MIN,
            hash: "/../../../../../outside".into(),
            part: invoices_domain::RetailPart::Html,
        };
        assert!(objects.put_if_absent(&key, "x".into()).await.is_err());
        assert!(objects.get(&key).await.is_err());
        assert!(objects.delete(&key).await.is_err());
        assert_eq!(
            tree(folder.path()),
            [PathBuf::from("objects"), PathBuf::from("objects/.staging")]
        );
    }

    // Shows: Threats | A file name or an id…
    #[tokio::test]
    async fn a_users_folder_that_is_a_link_is_not_followed() {
        let (folder, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let objects = open(folder.path());
        let user = UserId::random();
        fs::create_dir_all(outside.path().join("rental")).unwrap();
        fs::write(outside.path().join("rental/a_1.pdf"), "theirs").unwrap();
        fs::create_dir(folder.path().join("invoices")).unwrap();
        symlink(outside.path(), folder.path().join(format!("invoices/{user}"))).unwrap();

        assert!(objects.get(&key(user, "a_1")).await.is_err());
        assert!(objects.put_if_absent(&key(user, "b_1"), "x".into()).await.is_err());
        assert!(objects.delete(&key(user, "a_1")).await.is_err());
        objects.delete_user(user).await.unwrap();
        assert_eq!(fs::read(outside.path().join("rental/a_1.pdf")).unwrap(), b"theirs");
        assert_eq!(objects.get(&key(user, "a_1")).await.unwrap(), None);
    }

    #[tokio::test]
    async fn an_object_that_is_a_link_is_not_read() {
        let (folder, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let objects = open(folder.path());
        let key = key(UserId::random(), "a_1");
        objects.put_if_absent(&key, "x".into()).await.unwrap();
        let file = folder.path().join(key.to_string());
        fs::remove_file(&file).unwrap();
        fs::write(outside.path().join("secret"), "theirs").unwrap();
        symlink(outside.path().join("secret"), &file).unwrap();
        assert!(objects.get(&key).await.is_err());
    }

    #[tokio::test]
    async fn only_the_services_user_may_read_an_object() {
        let folder = TempDir::new().unwrap();
        let objects = open(&folder.path().join("objects"));
        let key = key(UserId::random(), "a_1");
        objects.put_if_absent(&key, "x".into()).await.unwrap();
        let file = folder.path().join("objects").join(key.to_string());
        for (path, mode) in [(file.as_path(), 0o600), (file.parent().unwrap(), 0o700)] {
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn what_a_cut_off_write_left_is_removed_at_start_unless_it_may_be_going_on() {
        let folder = TempDir::new().unwrap();
        open(folder.path());
        let left = leave_unfinished(&folder.path().join(STAGING));
        open(folder.path());
        assert!(left.exists());
        let old = SystemTime::now() - 2 * CUT_OFF_AFTER;
        File::options()
            .write(true)
            .open(&left)
            .unwrap()
            .set_modified(old)
            .unwrap();
        open(folder.path());
        assert!(!left.exists());
    }
}
