//! Adapters that need no other service of ours: objects in a folder, secrets in sealed files, notifications by e-mail and
//! push.
//!
//! What keeps files writes a file under another name, flush it, and only then give it its name, so
//! that a reader never sees half a file and a power cut leaves the old one or the new one.

mod disk;
mod email;
mod keyring;
mod objects;
mod push;
mod seal;
mod secrets;
mod topic;

pub use email::{Email, EmailSettings, OutletError};
pub use keyring::KeyError;
pub use objects::{FolderObjects, FolderSettings};
pub use push::{Push, PushSettings};
pub use seal::SealError;
pub use secrets::{OpenError, SealedAnew, SealedSecrets, SecretsSettings};
pub use topic::KeptRows;
