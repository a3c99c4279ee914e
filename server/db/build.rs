//! Writes the lists of migrations that the program contains.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=../../migrations");
    let out = env::var("OUT_DIR").expect("Cargo sets it");
    for database in ["sqlite", "postgres"] {
        let folders = fs::read_dir(Path::new("../../migrations").join(database))?;
        let mut names: Vec<_> = folders
            .map(|folder| folder.map(|folder| folder.file_name()))
            .collect::<Result<_, _>>()?;
        names.sort();
        let mut list = "&[\n".to_owned();
        for name in names.iter().filter_map(|name| name.to_str()) {
            let version = name.split('_').next().unwrap_or_default().replace('-', "");
            let file = format!("/../../migrations/{database}/{name}/up.sql");
            let up = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {file:?}))");
            let _ = writeln!(list, "Migration {{ version: {version:?}, name: {name:?}, up: {up} }},");
        }
        fs::write(Path::new(&out).join(database).with_extension("rs"), list + "]")?;
    }
    Ok(())
}
