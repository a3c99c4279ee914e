//! What an attacker may try.

mod authorization;
mod callers;
mod file_names;
mod limits;
mod panics;
mod secrets;
