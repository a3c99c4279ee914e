//! Notifications.

mod conditions;
mod delivery;
mod redelivery;
