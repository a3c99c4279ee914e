//! What an author must look over before the fixture is committed.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

use super::invented::Kind;

/// More words and lines are only counted.
const MOST: usize = 40;

static CAPITALISED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\p{Lu}[\p{L}'’-]+").expect("the pattern is valid"));

/// What was replaced, and what may be personal still.
#[derive(Debug, Default)]
pub struct Report {
    /// How many places of each kind were replaced.
    pub counts: BTreeMap<Kind, usize>,
    /// How many scripts, pixels and comments were removed.
    pub removed: usize,
    /// How many addresses of pages and images were replaced.
    pub links: usize,
    /// Lines beside greetings, labels of names and addresses, as they are now.
    pub lines: Vec<String>,
    /// Capitalised words that nothing explains.
    pub words: BTreeSet<String>,
    /// Values that are not read as in the mail.
    pub differences: Vec<String>,
    /// The attached PDFs, which are not read.
    pub attachments: usize,
}

/// The capitalised words of a text that are not known.
pub fn unknown_words(text: &str, known: &HashSet<String>) -> BTreeSet<String> {
    let words = CAPITALISED.find_iter(text).map(|word| word.as_str());
    let parts = |word: &str| {
        word.split(['-', '\'', '’'])
            .all(|part| part.len() < 2 || known.contains(&part.to_lowercase()))
    };
    words
        .filter(|word| !parts(word))
        .map(|word| word.trim_end_matches('-').to_owned())
        .collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self
            .counts
            .iter()
            .map(|(kind, count)| format!("{} ({count})", kind.plural()))
            .collect();
        writeln!(
            f,
            "replaced {}",
            if counts.is_empty() {
                "nothing".to_owned()
            } else {
                counts.join(", ")
            }
        )?;
        writeln!(
            f,
            "removed  scripts, pixels and comments ({}), paths of links and images ({})",
            self.removed, self.links
        )?;
        if self.attachments > 0 {
            writeln!(f, "ignored  attached PDFs ({})", self.attachments)?;
        }
        for difference in &self.differences {
            writeln!(f, "differs  {difference}")?;
        }
        writeln!(
            f,
            "\nLook over every line of the fixture before you commit it. It may have personal data still."
        )?;
        list(f, "Beside greetings, names and addresses:", self.lines.iter(), "\n  ")?;
        list(f, "Capitalised words that may be names:", self.words.iter(), ", ")
    }
}

fn list<'a>(
    f: &mut fmt::Formatter<'_>,
    head: &str,
    all: impl ExactSizeIterator<Item = &'a String>,
    between: &str,
) -> fmt::Result {
    let count = all.len();
    if count == 0 {
        return Ok(());
    }
    let shown: Vec<&str> = all.take(MOST).map(String::as_str).collect();
    let more = if count > MOST {
        format!("{between}and {} more", count - MOST)
    } else {
        String::new()
    };
    writeln!(f, "{head}\n  {}{more}", shown.join(between))
}
