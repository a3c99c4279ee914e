//! A secret in a file of its own, created on first use.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use invoices_local::{Access, secure_file};
use secrecy::SecretString;
use uuid::Uuid;

/// Files are read up to this length.
const MAX_BYTES: u64 = 4096;

/// Reads the secret, or creates a random one in a file with mode 0600. If two processes create it at the same time, both get
/// the same secret. A file that others can read gets mode 0600, and is refused if its mode can't be changed.
pub fn read_or_create(file: &Path) -> io::Result<SecretString> {
    if !file.exists() {
        create(file)?;
    }
    read_private(file)
}

/// Reads the secret of a file that exists. A file that others can read gets mode 0600, or is refused.
pub fn read_private(file: &Path) -> io::Result<SecretString> {
    if fs::metadata(file)?.mode() & 0o077 != 0 {
        if !secure_file(file, Access::Owner).is_ok_and(|tightened| tightened) {
            let problem = format!("{} can be read by others; give it mode 0600", file.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, problem));
        }
        tracing::warn!(file = %file.display(), "others could read the secret's file; set its mode to 0600");
    }
    read(file)
}

/// Reads the secret and changes nothing.
pub fn read(file: &Path) -> io::Result<SecretString> {
    let mut text = String::new();
    fs::File::open(file)?.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text.trim().to_owned().into())
}

fn create(file: &Path) -> io::Result<()> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    DirBuilder::new()
        .recursive(true)
        .mode(Access::Owner.folder_mode())
        .create(folder)?;
    let temporary = folder.join(format!(".{}", Uuid::new_v4()));
    let mut created = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&temporary)?;
    // Two random UUIDs have 244 random bits. HS256 requires a length of 256 bits.
    writeln!(created, "{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())?;
    created.sync_all()?;
    // A link fails if the file exists: the first process wins.
    let linked = fs::hard_link(&temporary, file);
    fs::remove_file(&temporary)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_secret_is_created_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("keys/jwt.key");
        let first = read_or_create(&file).unwrap();
        assert_eq!(first.expose_secret().len(), 64);
        assert_eq!(read_or_create(&file).unwrap().expose_secret(), first.expose_secret());
    }

    #[test]
    fn a_file_that_others_can_read_is_tightened_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("jwt.key"), folder.path().join("link"));
        let secret = read_or_create(&file).unwrap();
        let expose = || fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        expose();
        assert_eq!(read_or_create(&file).unwrap().expose_secret(), secret.expose_secret());
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        // A link's target is not changed.
        expose();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(
            read_or_create(&link).unwrap_err().kind(),
            io::ErrorKind::PermissionDenied
        );
    }
}
