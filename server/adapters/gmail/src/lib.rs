//! The mail provider and identity provider adapters.
