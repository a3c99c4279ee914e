//! Adapters that need no cloud service: objects in a folder, secrets in encrypted files, notifications by e-mail and push.
//!
//! Files are written under a temporary name, flushed and then renamed, so that a reader never sees a partial file and a
//! power failure leaves either the old file or the new one.

mod access;
mod disk;
mod email;
mod encryption;
mod inspect;
mod keyring;
mod mailer;
mod mode;
mod objects;
mod push;
mod secrets;
mod setting;
mod topic;
mod webhook;

pub use access::{AccessError, secure_file, secure_folder, secure_or_create_file, secure_tree};
pub use email::Email;
pub use encryption::DecryptionError;
pub use inspect::{Exposed, FilesBelow, exposed_below, exposed_mode, free_bytes, is_writable};
pub use keyring::{KeyError, Keyring};
pub use mailer::LocalMailer;
pub use mode::Access;
pub use objects::{FolderObjects, FolderSettings};
pub use push::Push;
pub use secrets::{FolderSecrets, OpenError, RotationReport, SecretsInspection, SecretsSettings};
pub use setting::InvalidSetting;
pub use topic::LocalTopic;
pub use webhook::{Lookup, SystemLookup, WebhookSender};
