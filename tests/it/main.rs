//! Tests through the HTTP API, on both databases.
