//! Texts that strangers wrote.
