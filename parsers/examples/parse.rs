//! Reads files and prints what they state.

fn main() {}
