//! Adds phrases to the vocabulary of the general reading, and shows what they change.

mod ask;
mod class;
mod effect;
mod files;
mod list;
mod similarity;
#[cfg(test)]
mod tests;

use invoices_parsers::phrases::overrides::Overrides;

use crate::Result;
use class::Class;
use effect::Documents;
pub use files::Files;

/// Add a phrase to the vocabulary, or show where it is listed, and how it changes the readings of all fixtures.
///
/// With --as and --lang it checks the phrase like the build, writes it to parsers/extract/vocab/LANG.toml and prints each value
/// of a fixture that changes. Without --as it prints where the phrase is listed, which phrases match it, and its effect.
#[derive(clap::Args)]
pub struct Word {
    /// The phrase, in the notation of parsers/extract/src/phrases/mod.rs
    phrase: String,

    /// Add it to this class of docs/vocabulary.md, such as `grand-total` or `amounts.grand-total`
    #[arg(long = "as", value_name = "CLASS", requires = "lang")]
    class: Option<String>,

    /// The file: a language such as `nb`, or `common`
    #[arg(long, requires = "class")]
    lang: Option<String>,

    /// Remove it from the class instead
    #[arg(long, requires = "class")]
    remove: bool,

    /// Write nothing
    #[arg(long, requires = "class")]
    dry_run: bool,
}

/// Changes a file of the vocabulary, or shows where the phrase is listed.
pub fn run(arguments: &Word) -> Result<()> {
    let files = Files::open()?;
    let (Some(class), Some(lang)) = (&arguments.class, &arguments.lang) else {
        return ask::run(&files, &arguments.phrase);
    };
    let class = Class::named(class)?;
    let changed = if arguments.remove {
        files.without(lang, &class, &arguments.phrase)?
    } else {
        files.with(lang, &class, &arguments.phrase)?
    };
    let place = files.difference(&changed);
    let before = Overrides::of(&files.vocabulary()?);
    let after = Overrides::of(&changed.vocabulary()?);
    let verb = if arguments.dry_run { "would change" } else { "changed" };
    if !arguments.dry_run {
        changed.write(lang)?;
    }
    let preposition = if arguments.remove { "out of" } else { "in" };
    println!(
        "{verb} parsers/extract/vocab/{place}: {:?} {preposition} {class}",
        arguments.phrase
    );
    let documents = Documents::open()?;
    println!("{}", documents.changes(&before, &after)?);
    println!("{NEXT}");
    Ok(())
}

const NEXT: &str = "
Next:
  a document with the phrase                        in a fixture, or a case of parsers/tests/it/wordings.rs
  cargo test -p parser-extract -p invoices-parsers  runs the tests";
