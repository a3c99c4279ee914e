//! Machine-readable values beside the visible ones.

pub mod markup;
