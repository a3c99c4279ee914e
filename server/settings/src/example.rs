//! `invoices.example.toml`, which documents every setting.

use std::fmt::Write;

use crate::config::Config;
use crate::layer::variable;
use crate::read::{Declared, Kind, Reader, file_key};
use crate::section::Section;

const HEAD: &str = "\
# Every setting with its default. Written by `cargo xtask regen` from server/settings. Environment variables override this file.
# Their names are INVOICES__ and the path in capitals, joined by two underscores: INVOICES__SERVER__ADDRESS. A key that is not
# listed here is an error at start. `invoices config check` shows every value and its source. PostgreSQL needs a build with the
# feature postgres. S3, Secrets Manager, SNS and SQS need one with the feature aws.
";

/// The text of `invoices.example.toml`.
pub fn example() -> String {
    let mut reader = Reader::of_defaults();
    let _ = Config::read(&mut reader);
    let mut text = HEAD.to_owned();
    // A section of constants alone does not show.
    let has_settings = |section: &Declared| {
        let prefix = format!("{}.", section.path);
        let mut fields = reader.declared.iter().filter(|field| field.path.starts_with(&prefix));
        fields.any(|field| matches!(field.kind, Kind::Setting { .. }))
    };
    for declared in &reader.declared {
        let written = match &declared.kind {
            Kind::Section if has_settings(declared) => {
                let docs = comment(declared.docs);
                write!(text, "\n{docs}[{}]\n", declared.path)
            }
            Kind::Setting { .. } => text.write_str(&setting(declared)),
            Kind::Section | Kind::Constant => Ok(()),
        };
        debug_assert!(written.is_ok(), "a string takes everything");
    }
    text
}

fn comment(docs: &[&str]) -> String {
    docs.iter().map(|line| format!("#{line}\n")).collect()
}

fn setting(declared: &Declared) -> String {
    let Kind::Setting {
        default,
        range,
        example,
        file,
        ..
    } = &declared.kind
    else {
        return String::new();
    };
    let key = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let (path, name) = (&declared.path, key(&declared.path));
    let gap = if path.contains('.') { "" } else { "\n" };
    let mut text = format!("{gap}{}# {}", comment(declared.docs), declared.variable());
    // A shell and a file of variables take a list in quotes.
    if let Some(example) = example.as_ref().filter(|example| example.starts_with('[')) {
        text += &format!("='{example}'");
    }
    if let Some(range) = range {
        text += &format!(", {range}");
    }
    text += "\n";
    if let Some(default) = default {
        text += &format!("{name} = {default}\n");
    }
    if let Some(example) = example {
        text += &format!("# {name} = {example}\n");
    }
    if let Some((file, is_list)) = file {
        let (path, lines) = (file_key(path), if *is_list { ", one per line" } else { "" });
        text += &format!(
            "# Or a file that contains it{lines}.\n# {}\n# {} = {file:?}\n",
            variable(&path),
            key(&path)
        );
    }
    text
}
