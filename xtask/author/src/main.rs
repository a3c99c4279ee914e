//! The tools of parsers' authors, which `cargo xtask` starts.

#[path = "../../src/failed.rs"]
mod failed;
mod grade;
mod known;
mod new_parser;
#[path = "../../src/project.rs"]
mod project;
mod word;

use std::process::ExitCode;

use clap::Parser;
use invoices_parsers::command::Parse;

use failed::failed;
use project::{Result, root};

/// The tools of parsers' authors.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Tool {
    /// Write the first files of a parser: the crate of a category, or a vendor's layout in an existing category.
    NewParser(new_parser::Arguments),
    Parse(Parse),
    Grade(grade::Grade),
    Word(word::Word),
}

fn main() -> ExitCode {
    let outcome = match Tool::parse() {
        Tool::NewParser(arguments) => new_parser::run(&arguments),
        Tool::Parse(files) => return files.run().unwrap_or_else(|error| failed(&*error)),
        Tool::Grade(arguments) => grade::run(&arguments),
        Tool::Word(arguments) => word::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&*error),
    }
}
