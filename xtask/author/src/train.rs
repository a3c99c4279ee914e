//! Fits the weights of the readers' learned ranking.

mod cases;
mod compare;
mod fit;
mod parts;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;

use invoices_parsers::ranking::{FIELDS, Weights};

use crate::known::own_sets;
use crate::known::set::{Document, Set};
use crate::{Result, root};
use cases::Cases;
use compare::Comparison;
use parts::{PARTS, part_of};

/// Fit the weights of the readers' learned ranking, and compare it with the rules.
///
/// Fits them to the invented documents of tests/fixtures except for those of the last round, which show what the ranking is
/// worth. Writes parsers/extract/weights: a file for each field, and the table of the comparison for docs/reading.md.
#[derive(clap::Args)]
pub struct Train {
    /// Write nothing; fail if a file would change.
    #[arg(long)]
    check: bool,
}

/// Writes the weights and the table.
pub fn run(arguments: &Train) -> Result<()> {
    let comparisons = compare_all()?;
    let mut stale = Vec::new();
    for (name, text) in files(&comparisons) {
        let path = root().join("parsers/extract/weights").join(&name);
        if fs::read_to_string(&path).unwrap_or_default() == text {
            continue;
        }
        if arguments.check {
            stale.push(name);
        } else {
            fs::write(&path, text)?;
            println!("wrote parsers/extract/weights/{name}");
        }
    }
    print!("{}", compare::table(&comparisons));
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("out of date: {}; run `cargo xtask train`", stale.join(", ")).into())
}

/// The comparison of each field on the invented documents.
fn compare_all() -> Result<Vec<Comparison>> {
    let sets = own_sets()?;
    let mut cases = Cases::default();
    for set in &sets {
        cases.add(set)?;
    }
    Ok(FIELDS
        .iter()
        .map(|(field, _)| Comparison::of(field, cases.of(field)))
        .collect())
}

/// The files of parsers/extract/weights with their names.
fn files(comparisons: &[Comparison]) -> Vec<(String, String)> {
    let weights = comparisons.iter().map(|comparison| {
        let head = format!(
            "# Made by `cargo xtask train`. Do not edit.\n# Each line: a weight, and the feature of a candidate for `{}`.\n",
            comparison.field
        );
        (
            format!("{}.txt", comparison.field),
            head + &comparison.weights.to_text(),
        )
    });
    weights
        .chain([("table.md".to_owned(), compare::table(comparisons))])
        .collect()
}

/// Weights that were fitted without some families, for each part of them.
pub struct LeftOut(Vec<BTreeMap<&'static str, Weights>>);

impl LeftOut {
    /// Fits them.
    pub fn fit() -> Result<Self> {
        let comparisons = compare_all()?;
        let without = |part: usize| {
            comparisons
                .iter()
                .map(|comparison| (comparison.field, comparison.without[part].clone()))
                .collect()
        };
        Ok(LeftOut((0..PARTS).map(without).collect()))
    }

    /// Those that were fitted without the document's family. `None` if the usual weights were.
    pub fn weights(&self, set: &Set, document: &Document) -> Option<&BTreeMap<&'static str, Weights>> {
        part_of(set, document).map(|part| &self.0[part])
    }
}
