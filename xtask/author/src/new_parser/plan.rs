//! Files to create and to change. A plan is complete before the first file is written.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use parser_model::reading::MailContext;
use serde_json::Value;

use super::from_mail::Fixture;
use super::template::{Values, fill, fill_html};
use crate::Result;

/// The changes of a run. Paths are relative to the workspace.
#[derive(Debug)]
pub struct Plan {
    /// The parser's package.
    package: String,
    /// The package's folder.
    folder: String,
    /// New files with their text.
    pub created: BTreeMap<String, String>,
    /// Existing files with their new text.
    pub changed: BTreeMap<String, String>,
    /// What an author must know before a fixture from a mail is committed.
    report: Vec<String>,
    /// The author's next steps: a file or a command, and its purpose.
    pub next: Vec<(String, Cow<'static, str>)>,
}

impl Plan {
    /// An empty plan for the parser of a category.
    pub fn new(category: &str) -> Self {
        Plan {
            package: format!("parser-{category}"),
            folder: format!("parsers/{category}"),
            created: BTreeMap::new(),
            changed: BTreeMap::new(),
            report: vec![],
            next: Vec::new(),
        }
    }

    /// Adds a sample: the page, and the context of the mail that it arrived in.
    pub fn add_sample(&mut self, path: &str, (page, context): (&str, &str), values: &Values) {
        self.created.insert(format!("{path}.html"), fill_html(page, values));
        self.created.insert(format!("{path}.mail.json"), fill(context, values));
    }

    /// Adds a fixture that was made from a mail, and the step to look it over.
    pub fn add_fixture(&mut self, path: &str, fixture: Fixture) -> Result<()> {
        self.add_next(
            format!("{path}.html"),
            "look over every line: a name that is a word of the vocabulary is yours to replace",
        );
        self.created.insert(format!("{path}.html"), fixture.html);
        self.created
            .insert(format!("{path}.mail.json"), written(&fixture.context)?);
        if fixture.attachments > 0 {
            self.report
                .push(format!("ignored  attached PDFs ({})", fixture.attachments));
        }
        let differs = fixture.differences.iter();
        self.report
            .extend(differs.map(|difference| format!("differs  {difference}")));
        self.report
            .push("Look over every line of the fixture before you commit it. Words of the vocabulary stay, and a name can be one.".into());
        Ok(())
    }

    /// Adds a next step.
    pub fn add_next(&mut self, what: String, purpose: impl Into<Cow<'static, str>>) {
        self.next.push((what, purpose.into()));
    }

    /// Adds the step that reads the samples.
    pub fn add_next_reading(&mut self) {
        self.add_next(self.read_command(), "writes the reading beside the sample; review it");
    }

    /// Adds the step that checks everything.
    pub fn add_next_test(&mut self) {
        self.add_next("cargo xtask test".into(), "runs every check that a change must pass");
    }

    fn read_command(&self) -> String {
        format!("UPDATE_GOLDEN=1 cargo test -p {}", self.package)
    }

    /// Writes all files and prints their paths.
    pub fn write(&self, root: &Path) -> Result<()> {
        for (path, text) in self.created.iter().chain(&self.changed) {
            let file = root.join(path);
            fs::create_dir_all(file.parent().unwrap_or(root))?;
            fs::write(&file, text).map_err(|error| format!("failed to write {path}: {error}"))?;
            let done = if self.created.contains_key(path) {
                "wrote  "
            } else {
                "changed"
            };
            println!("{done} {path}");
        }
        self.format(root)
    }

    /// Prints what to look over in a fixture from a mail.
    pub fn print_report(&self) {
        for line in &self.report {
            println!("{line}");
        }
    }

    /// Prints the next steps.
    pub fn print_next(&self) {
        let width = self.next.iter().map(|(what, _)| what.len()).max().unwrap_or_default();
        println!("\nNext:");
        for (what, purpose) in &self.next {
            println!("  {what:width$}  {purpose}");
        }
    }

    /// Formats the sources, which also sorts the modules.
    fn format(&self, root: &Path) -> Result<()> {
        let paths = self.created.keys().chain(self.changed.keys());
        let sources: Vec<&String> = paths.filter(|path| has_extension(path, "rs")).collect();
        if sources.is_empty() {
            // Without a file rustfmt reads its standard input.
            return Ok(());
        }
        let status = Command::new("rustfmt")
            .args(["--edition", "2024"])
            .args(sources)
            .current_dir(root)
            .status()
            .map_err(|error| format!("failed to run rustfmt: {error}"))?;
        if status.success() {
            return Ok(());
        }
        Err("rustfmt failed on the written files".into())
    }

    /// Runs the crate's test, which writes the reading of each sample, and prints the readings that are new or changed.
    pub fn read_samples(&self, root: &Path) -> Result<()> {
        let command = self.read_command();
        println!("\n$ {command}");
        let fixtures = root.join(&self.folder).join("fixtures");
        let before = readings(&fixtures)?;
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["test", "--quiet", "--package", &self.package])
            .current_dir(root)
            .env("UPDATE_GOLDEN", "1")
            .stdout(Stdio::piped())
            .output()?;
        if !output.status.success() {
            let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
            return Err(format!("`{command}` failed\n{out}{err}").into());
        }
        for (name, text) in readings(&fixtures)? {
            let path = format!("{}/fixtures/{name}", self.folder);
            match before.get(&name) {
                None => println!("wrote   {path}"),
                Some(old) if *old != text => println!("changed {path}: review the difference"),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// A context as the fixtures have it: without the values that are absent.
fn written(context: &MailContext) -> Result<String> {
    let mut values = serde_json::to_value(context)?;
    if let Value::Object(values) = &mut values {
        values.retain(|_, value| !value.is_null() && *value != Value::Bool(false));
    }
    Ok(format!("{values:#}\n"))
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

/// The JSON files in a folder of samples, by name.
fn readings(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if has_extension(&name, "json") {
            found.insert(name, fs::read_to_string(entry.path())?);
        }
    }
    Ok(found)
}
