//! Files to write and to change, checked before the first is touched.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Result;

/// What a run does. Paths are relative to the workspace.
#[derive(Debug)]
pub struct Plan {
    /// The package whose samples are read afterwards.
    pub package: String,
    /// Its folder.
    pub folder: String,
    /// New files.
    pub new: BTreeMap<String, String>,
    /// Files that are there, as they will be.
    pub changed: BTreeMap<String, String>,
    /// What the author does next: a file or a command, and what it is for.
    pub next: Vec<(String, &'static str)>,
}

impl Plan {
    /// Nothing yet, for the parser of a category.
    pub fn of(category: &str) -> Self {
        Plan {
            package: format!("parser-{category}"),
            folder: format!("parsers/{category}"),
            new: BTreeMap::new(),
            changed: BTreeMap::new(),
            next: Vec::new(),
        }
    }

    /// Writes everything and says so.
    pub fn write(&self, root: &Path) -> Result<()> {
        for (path, text) in self.new.iter().chain(&self.changed) {
            let file = root.join(path);
            fs::create_dir_all(file.parent().unwrap_or(root))?;
            fs::write(&file, text).map_err(|error| format!("{path} can't be written: {error}"))?;
            if self.new.contains_key(path) {
                println!("wrote   {path}");
            } else {
                println!("changed {path}");
            }
        }
        self.format(root)
    }

    /// Says what comes next.
    pub fn say_next(&self) {
        let width = self.next.iter().map(|(what, _)| what.len()).max().unwrap_or_default();
        println!("\nNext:");
        for (what, why) in &self.next {
            println!("  {what:width$}  {why}");
        }
    }

    /// Lists and modules in the project's form.
    fn format(&self, root: &Path) -> Result<()> {
        let sources = self
            .new
            .keys()
            .chain(self.changed.keys())
            .filter(|path| ends(path, "rs"));
        let status = Command::new("rustfmt")
            .args(["--edition", "2024"])
            .args(sources)
            .current_dir(root)
            .status()
            .map_err(|error| format!("rustfmt can't be run: {error}"))?;
        if status.success() {
            return Ok(());
        }
        Err("rustfmt does not take what was written".into())
    }

    /// Has the crate's own test write what its parser reads of each sample, and shows the differences by name.
    pub fn read_samples(&self, root: &Path) -> Result<()> {
        let command = format!("UPDATE_GOLDEN=1 cargo test -p {}", self.package);
        println!("\n$ {command}");
        let fixtures = root.join(&self.folder).join("fixtures");
        let before = readings(&fixtures)?;
        let ran = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["test", "--quiet", "--package", &self.package])
            .current_dir(root)
            .env("UPDATE_GOLDEN", "1")
            .stdout(Stdio::piped())
            .output()?;
        if !ran.status.success() {
            let (out, err) = (
                String::from_utf8_lossy(&ran.stdout),
                String::from_utf8_lossy(&ran.stderr),
            );
            return Err(format!("`{command}` failed\n{out}{err}").into());
        }
        for (name, text) in readings(&fixtures)? {
            let path = format!("{}/fixtures/{name}", self.folder);
            match before.get(&name) {
                None => println!("wrote   {path}"),
                Some(known) if *known != text => println!("changed {path}: look at the difference"),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

fn ends(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

/// Every reading in a folder of samples.
fn readings(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if ends(&name, "json") {
            found.insert(name, fs::read_to_string(entry.path())?);
        }
    }
    Ok(found)
}
