//! Notifications.

mod conditions;
mod delivery;
mod history;
mod program;
mod reading;
mod redelivery;
