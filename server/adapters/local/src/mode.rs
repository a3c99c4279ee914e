//! The modes of files and folders.

/// Who may read the service's files and folders. The umask has no influence on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// The service's own user: 0700 and 0600.
    #[default]
    Owner,
    /// The group too: 0750 and 0640. Keys stay the owner's.
    Group,
}

impl Access {
    /// The mode of a folder.
    pub fn folder_mode(self) -> u32 {
        match self {
            Access::Owner => 0o700,
            Access::Group => 0o750,
        }
    }

    /// The mode of a file.
    pub fn file_mode(self) -> u32 {
        match self {
            Access::Owner => 0o600,
            Access::Group => 0o640,
        }
    }
}
