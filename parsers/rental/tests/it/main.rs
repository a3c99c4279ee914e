//! Landlords' notices.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

mod layouts;
mod notices;
