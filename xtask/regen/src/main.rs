//! The generated files: the OpenAPI document, the client, the pages about the vocabulary and the rules of reading, and the example
//! of the settings.

mod lower;
#[path = "../../src/project.rs"]
mod project;
mod retag;
mod rules;
#[cfg(test)]
mod tests;
mod vocabulary;

use std::fs;

use clap::Parser;
use progenitor::{GenerationSettings, Generator, HooksMode, InterfaceStyle, TypeImpl};
use schemars::schema::{InstanceType, SchemaObject};
use serde_json::Value;
use similar::TextDiff;

use project::{Result, root};

/// Write openapi.json, the client's generated.rs, docs/vocabulary.md, docs/reading.md and invoices.example.toml.
#[derive(Parser)]
#[command(name = "cargo xtask regen")]
struct Arguments {
    /// Write nothing; show the differences and fail if there is one.
    #[arg(long)]
    check: bool,
}

fn main() -> Result<()> {
    run(Arguments::parse().check)
}

const DOCUMENT: &str = "openapi.json";
const CLIENT: &str = "client/src/generated.rs";
const VOCABULARY: &str = "docs/vocabulary.md";
const RULES: &str = "docs/reading.md";
const SETTINGS: &str = "invoices.example.toml";

/// Writes the files. With `check` it writes nothing, prints the differences and fails if there is one.
fn run(check: bool) -> Result<()> {
    let document = invoices_api::document(&invoices_parsers::catalogue()?);
    let files = [
        (DOCUMENT, format!("{}\n", serde_json::to_string_pretty(&document)?)),
        (CLIENT, client(document)?),
        (VOCABULARY, vocabulary::page()),
        (RULES, rules::page(&invoices_parsers::rules())),
        (SETTINGS, invoices_settings::example()),
    ];
    let mut stale = vec![];
    for (name, text) in files {
        let path = root().join(name);
        let found = fs::read_to_string(&path).unwrap_or_default();
        if found == text {
            continue;
        }
        if check {
            let difference = TextDiff::from_lines(&found, &text);
            print!("{}", difference.unified_diff().header(name, "regenerated"));
            stale.push(name);
        } else {
            fs::write(&path, text)?;
            println!("wrote {name}");
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("out of date: {}; run `cargo xtask regen`", stale.join(", ")).into())
}

/// The client's source. Progenitor does not support all of the document: see [`lower`] and [`retag`].
fn client(mut document: Value) -> Result<String> {
    let unions = lower::lower(&mut document)?;
    let specification: openapiv3::OpenAPI = serde_json::from_value(document)?;
    let mut settings = GenerationSettings::new();
    settings
        .with_interface(InterfaceStyle::Positional)
        .with_hooks(HooksMode::Expected)
        .with_inner_type(syn::parse_quote!(crate::Credentials))
        .with_derive("PartialEq")
        .with_map_type("::std::collections::BTreeMap")
        .with_conversion(
            formatted(InstanceType::Number, "decimal"),
            "::rust_decimal::Decimal",
            [TypeImpl::Display, TypeImpl::FromStr, TypeImpl::Default].into_iter(),
        )
        .with_conversion(
            formatted(InstanceType::String, "password"),
            "crate::Secret",
            [].into_iter(),
        );
    let tokens = Generator::new(&settings).generate_tokens(&specification)?;
    let mut file: syn::File = syn::parse2(tokens)?;
    retag::retag(&mut file, &unions)?;
    let header = "// Made from openapi.json by `cargo xtask regen`. Do not edit.\n\n";
    Ok(format!("{header}{}", prettyplease::unparse(&file)))
}

/// A type with a format: money, which typify would make a binary float, and secrets, which would be printable.
fn formatted(kind: InstanceType, format: &str) -> SchemaObject {
    SchemaObject {
        instance_type: Some(kind.into()),
        format: Some(format.to_owned()),
        ..SchemaObject::default()
    }
}
