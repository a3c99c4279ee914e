//! A secret in a file of its own, made on first use.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use secrecy::SecretString;
use uuid::Uuid;

/// Longer files are no secret of ours.
const MAX_BYTES: u64 = 4096;

/// Reads the secret, or makes a random one in a file that only its owner can read. Of two processes that
/// make it at once, both read what the first one wrote.
pub fn read_or_make(file: &Path) -> io::Result<SecretString> {
    if !file.exists() {
        make(file)?;
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

fn make(file: &Path) -> io::Result<()> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let whole = folder.join(format!(".{}", Uuid::new_v4()));
    let mut made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&whole)?;
    // Two random UUIDs hold 244 random bits; HS256 asks for 256 bits of length.
    writeln!(made, "{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())?;
    made.sync_all()?;
    // A link fails where the name is taken: whoever was first stays.
    let linked = fs::hard_link(&whole, file);
    fs::remove_file(&whole)?;
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
    fn a_secret_is_made_once_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("keys/jwt.key");
        let first = read_or_make(&file).unwrap();
        assert_eq!(first.expose_secret().len(), 64);
        assert_eq!(read_or_make(&file).unwrap().expose_secret(), first.expose_secret());
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(read_or_make(&file).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
