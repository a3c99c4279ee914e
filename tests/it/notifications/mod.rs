//! Notifications.

mod delivery;
mod redelivery;
