//! The harness of the tests through the HTTP API, which stand in `tests/it`.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure that tells")]
#![allow(missing_docs, reason = "only the tests use it")]

pub mod support;

use support::{answer, clock, database, program, user, world};
