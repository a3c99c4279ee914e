//! Limits: what one caller or user may do, and how much is in memory at once.

pub mod in_flight;
pub mod readers;
pub mod reads;
pub mod shares;
pub mod throttle;
