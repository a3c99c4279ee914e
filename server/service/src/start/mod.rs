//! From settings to a running service.

mod adapters;
mod app;
#[cfg_attr(not(feature = "aws"), path = "aws_missing.rs")]
mod aws;
mod consistency;
mod data;
mod descriptors;
mod error;
mod listener;
mod mailboxes;
mod object_events;
mod reload;
mod scheduler;
mod service;
pub(crate) mod settings;
mod silent;
mod store;
mod workers;

pub use adapters::{Renewable, provision, rotate_secrets};
pub(crate) use adapters::{check_bucket, check_secrets_manager, created_objects, existing_objects, gmail};
pub use app::{AppParts, app, catalogue, check};
pub use consistency::check_consistency;
pub(crate) use data::private_files;
pub use descriptors::raise_limit as raise_descriptor_limit;
pub use error::StartError;
pub use object_events::ObjectEvents;
pub use reload::Reload;
pub use service::{Loops, Service};
pub use settings::{ObjectsEngine, certificate_warning, objects, sqlite_file};
pub use store::open_store;
