//! A folder and a user for servers that refuse to run as root.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::statvfs::statvfs;

use crate::Result;

/// The user id of `nobody`.
const NOBODY: u32 = 65534;
/// The file system in memory.
const MEMORY: &str = "/dev/shm";
/// The bytes that must be free there: several times what the databases of a test run take at once.
const MIN_FREE: u64 = 4 << 30;

/// A certificate and its key, in PEM.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The certificate.
    pub certificate: String,
    /// Its private key.
    pub key: String,
}

/// A new folder, which belongs to the server's user. It is not removed when dropped.
pub(crate) struct Unprivileged {
    pub folder: PathBuf,
    is_root: bool,
}

impl Unprivileged {
    pub fn new(prefix: &str) -> Result<Self> {
        Self::new_in("/tmp", prefix)
    }

    /// A new folder in memory, if enough of it is free for a server's data.
    pub fn in_memory(prefix: &str) -> Result<Self> {
        let free = statvfs(MEMORY).map(|memory| memory.blocks_available() * memory.fragment_size());
        let is_enough = free.is_ok_and(|free| free >= MIN_FREE);
        Self::new_in(if is_enough { MEMORY } else { "/tmp" }, prefix)
    }

    /// The parent's path is short, since a socket's path has at most 107 bytes.
    fn new_in(parent: &str, prefix: &str) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?.keep();
        // A new folder belongs to the user of this process.
        let is_root = fs::metadata(&folder)?.uid() == 0;
        let place = Unprivileged { folder, is_root };
        place.give(&place.folder)?;
        Ok(place)
    }

    /// The ids of the server's user and group.
    pub fn ids(&self) -> Result<(u32, u32)> {
        let folder = fs::metadata(&self.folder)?;
        Ok((folder.uid(), folder.gid()))
    }

    /// Writes a file that nobody else may read.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf> {
        let file = self.folder.join(name);
        fs::write(&file, text)?;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
        self.give(&file)?;
        Ok(file)
    }

    /// Gives a file or folder to the server's user.
    pub fn give(&self, path: &Path) -> Result<()> {
        if self.is_root {
            chown(path, Some(NOBODY), Some(NOBODY))?;
        }
        Ok(())
    }

    /// A command that runs as the server's user.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        command.env("HOME", &self.folder).env("LC_ALL", "C");
        if self.is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }
}
