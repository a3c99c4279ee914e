//! The program, as users and operators start it.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

mod doctor;
mod import;
mod installed;
mod operator;
mod parse;
mod program;
mod reader;
mod served;
mod users;
