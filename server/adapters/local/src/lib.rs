//! Adapters that need nothing but this machine: objects in a folder, secrets in sealed files.
//!
//! Both write a file under another name, flush it, and only then give it its name, so
//! that a reader never sees half a file and a power cut leaves the old one or the new one.

mod disk;
mod keyring;
mod objects;
mod seal;
mod secrets;
mod topic;

pub use keyring::KeyError;
pub use objects::{FolderObjects, FolderSettings};
pub use seal::SealError;
pub use secrets::{OpenError, SealedAnew, SealedSecrets, SecretsSettings};
pub use topic::KeptRows;
