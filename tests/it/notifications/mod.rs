//! Notifications.

mod delivery;
