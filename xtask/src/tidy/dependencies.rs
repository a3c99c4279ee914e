//! `docs/dependencies.md` has a row for every crate that a manifest names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use cargo_metadata::Metadata;

use super::table;
use crate::Result;

const DOCUMENT: &str = "docs/dependencies.md";
/// The last column of its tables of crates.
const COLUMN: &str = "Instead";

/// Lists crates without a row, rows without a crate, and crates with two rows.
pub fn faults(metadata: &Metadata, root: &Path) -> Result<Vec<String>> {
    let all = metadata.packages.iter().flat_map(|package| &package.dependencies);
    let used = all.filter(|dependency| dependency.path.is_none());
    let used = used.map(|dependency| dependency.name.as_str()).collect();
    Ok(compared(&fs::read_to_string(root.join(DOCUMENT))?, &used))
}

fn compared(text: &str, used: &BTreeSet<&str>) -> Vec<String> {
    let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
    let mut faults = vec![];
    for row in table::rows(text).iter().filter(|row| row.last == COLUMN) {
        for name in row.cells.first().into_iter().flat_map(|cell| table::codes(cell)) {
            if let Some(before) = rows.insert(name, row.line) {
                faults.push(format!("{DOCUMENT}:{}: {name} is already in line {before}", row.line));
            }
            if !used.contains(name) {
                faults.push(format!("{DOCUMENT}:{}: no manifest names {name}", row.line));
            }
        }
        if row.cells.iter().any(|cell| cell.is_empty()) {
            faults.push(format!("{DOCUMENT}:{}: a cell is empty", row.line));
        }
    }
    let missing = used.iter().filter(|name| !rows.contains_key(**name));
    faults.extend(missing.map(|name| format!("{DOCUMENT}: has no row for {name}")));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: Threats | A dependency has a known…
    #[test]
    fn a_crate_without_a_row_and_a_row_without_a_crate_are_found() {
        let text =
            "| Crate | For | Instead |\n|---|---|---|\n| `kept` | a | b |\n| `gone` | a | b |\n| `kept` | | b |\n";
        let faults = compared(text, &BTreeSet::from(["kept", "new"]));
        let found = |words: &str| faults.iter().filter(|fault| fault.contains(words)).count();
        assert_eq!(found("no manifest names gone"), 1, "{faults:?}");
        assert_eq!(found("has no row for new"), 1, "{faults:?}");
        assert_eq!(found("kept is already in line 3"), 1, "{faults:?}");
        assert_eq!(found("a cell is empty"), 1, "{faults:?}");
        assert_eq!(faults.len(), 4);
    }
}
