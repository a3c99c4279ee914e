//! Notifications.

mod a_year;
mod channels;
mod conditions;
mod delivery;
mod history;
mod program;
mod reading;
mod redelivery;
mod silence;
