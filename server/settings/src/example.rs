//! `invoices.example.toml`, which documents every setting.

use std::fmt::{self, Write};

use crate::config::Config;
use crate::layer::variable;
use crate::read::{Declared, Kind, Reader, Section, file_key};

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
    let written = reader
        .declared
        .iter()
        .try_for_each(|declared| write_one(&mut text, declared, &reader.declared));
    debug_assert!(written.is_ok(), "a string takes everything");
    text
}

fn write_one(text: &mut String, declared: &Declared, all: &[Declared]) -> fmt::Result {
    // A section of constants alone does not show.
    let has_settings = |section: &Declared| {
        let prefix = format!("{}.", section.path);
        let mut fields = all.iter().filter(|field| field.path.starts_with(&prefix));
        fields.any(|field| matches!(field.kind, Kind::Setting { .. }))
    };
    match &declared.kind {
        Kind::Section if has_settings(declared) => {
            text.push('\n');
            write_docs(text, declared)?;
            writeln!(text, "[{}]", declared.path)
        }
        Kind::Setting {
            default,
            range,
            example,
            file,
            ..
        } => {
            if !declared.path.contains('.') {
                text.push('\n');
            }
            write_docs(text, declared)?;
            write!(text, "# {}", declared.variable())?;
            // A shell and a file of variables take a list in quotes.
            if let Some(example) = example.as_ref().filter(|example| example.starts_with('[')) {
                write!(text, "='{example}'")?;
            }
            if let Some(range) = range {
                write!(text, ", {range}")?;
            }
            text.push('\n');
            let name = key(&declared.path);
            if let Some(default) = default {
                writeln!(text, "{name} = {default}")?;
            }
            if let Some(example) = example {
                writeln!(text, "# {name} = {example}")?;
            }
            if let Some((file, is_list)) = file {
                let (path, lines) = (file_key(&declared.path), if *is_list { ", one per line" } else { "" });
                writeln!(text, "# Or a file that contains it{lines}.\n# {}", variable(&path))?;
                writeln!(text, "# {} = {file:?}", key(&path))?;
            }
            Ok(())
        }
        Kind::Section | Kind::Constant => Ok(()),
    }
}

fn write_docs(text: &mut String, declared: &Declared) -> fmt::Result {
    declared.docs.iter().try_for_each(|line| writeln!(text, "#{line}"))
}

fn key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}
