//! The steps of a parser's author, in a copy of the workspace.

#![allow(clippy::unwrap_used, reason = "a failed step must stop the test")]

mod copy;
mod page;
