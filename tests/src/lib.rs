//! The harness of the tests through the HTTP API in `tests/it`.

#![allow(clippy::unwrap_used, reason = "a panic fails the test and says why")]
#![allow(missing_docs, reason = "only the tests use it")]

pub mod support;
