//! What an attacker may try.

mod authorization;
mod authres_form;
mod authres_headers;
mod callers;
mod file_names;
mod hostile_mails;
mod limits;
mod lying_reader;
mod panics;
mod secrets;
mod sender;
