//! Notifications.

mod conditions;
mod delivery;
mod program;
mod reading;
mod redelivery;
