//! A secret in a file of its own, created on first use.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use secrecy::SecretString;
use uuid::Uuid;

/// Files are read up to this length.
const MAX_BYTES: u64 = 4096;

/// Reads the secret, or creates a random one in a file with mode 0600. If two processes create it at the same time, both get
/// the same secret.
pub fn read_or_create(file: &Path) -> io::Result<SecretString> {
    if !file.exists() {
        create(file)?;
    }
    let opened = fs::File::open(file)?;
    if opened.metadata()?.mode() & 0o077 != 0 {
        let problem = format!("{} can be read by others; give it mode 0600", file.display());
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, problem));
    }
    let mut text = String::new();
    opened.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text.trim().to_owned().into())
}

fn create(file: &Path) -> io::Result<()> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
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
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(
            read_or_create(&file).unwrap_err().kind(),
            io::ErrorKind::PermissionDenied
        );
    }
}
