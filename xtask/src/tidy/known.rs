//! The list of known excesses. Its numbers may only fall.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::Result;

/// Each line has the measured thing and its number.
pub const FILE: &str = "xtask/src/tidy/known.txt";

/// Numbers over a limit, by the measured thing: `file a.rs`, `function a.rs Type::name`, `circle a.rs`.
pub type Excess = BTreeMap<String, usize>;

/// The listed numbers.
pub fn read(root: &Path) -> Result<Excess> {
    parsed(&fs::read_to_string(root.join(FILE))?)
}

fn parsed(text: &str) -> Result<Excess> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let entry = |line: &str| -> Result<(String, usize)> {
        let (of, number) = line
            .rsplit_once(' ')
            .ok_or_else(|| format!("{FILE}: no number: {line}"))?;
        Ok((of.to_owned(), number.parse()?))
    };
    lines.map(entry).collect()
}

/// Lists excesses that are not listed or higher than listed, and lines that are higher than the measured number.
pub fn compared(found: &Excess, known: &Excess) -> Vec<String> {
    let mut faults = vec![];
    for (of, number) in found {
        match known.get(of) {
            None => faults.push(format!("{of}: {number}, over the limit")),
            Some(before) if number > before => faults.push(format!("{of}: {number}, was {before}")),
            Some(_) => {}
        }
    }
    for (of, before) in known {
        let now = found.get(of).copied().unwrap_or_default();
        if now < *before {
            faults.push(format!("{FILE}: {of} is lower now: run `cargo xtask tidy --shrink`"));
        }
    }
    faults
}

/// Lowers or removes lines that are higher than the measured number. Adds and raises nothing.
pub fn shrink(root: &Path, found: &Excess) -> Result<()> {
    let path = root.join(FILE);
    let text = fs::read_to_string(&path)?;
    Ok(fs::write(path, lowered(&text, found)?)?)
}

fn lowered(text: &str, found: &Excess) -> Result<String> {
    let comment: String = text
        .split_inclusive('\n')
        .take_while(|line| line.starts_with('#'))
        .collect();
    let mut lines = vec![];
    for (of, before) in parsed(text)? {
        if let Some(now) = found.get(&of) {
            lines.push(format!("{of} {}\n", before.min(*now)));
        }
    }
    Ok(comment + &lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &str = "# Why.\nfile a.rs 420\nfile b.rs 410\nfile c.rs 430\n";

    fn found() -> Excess {
        parsed("file a.rs 425\nfile b.rs 405\nfunction d.rs new 61\n").unwrap()
    }

    #[test]
    fn numbers_only_fall() {
        assert_eq!(
            compared(&found(), &parsed(KNOWN).unwrap()),
            [
                "file a.rs: 425, was 420",
                "function d.rs new: 61, over the limit",
                "xtask/src/tidy/known.txt: file b.rs is lower now: run `cargo xtask tidy --shrink`",
                "xtask/src/tidy/known.txt: file c.rs is lower now: run `cargo xtask tidy --shrink`",
            ]
        );
    }

    #[test]
    fn shrinking_adds_and_raises_nothing() {
        assert_eq!(
            lowered(KNOWN, &found()).unwrap(),
            "# Why.\nfile a.rs 420\nfile b.rs 405\n"
        );
    }
}
