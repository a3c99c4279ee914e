//! Rebuilds the crate when a migration is added: the macro that embeds them can't see a new file.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
