//! Notifications.

mod conditions;
mod delivery;
mod reading;
mod redelivery;
