//! From settings to a running service.

mod adapters;
mod app;
mod data;
mod error;
mod service;
mod store;

pub use adapters::{object_events, provision, rotate_secrets};
pub use app::{AppParts, app, catalogue, check};
pub use error::StartError;
pub use service::Service;
pub use store::open_store;
