//! Use cases and the invoice pipeline.
