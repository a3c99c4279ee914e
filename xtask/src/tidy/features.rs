//! A package that is built alone uses other crates with the features of the whole workspace: `xtask/features` names them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::{Result, tool};

const MANIFEST: &str = "xtask/features/Cargo.toml";
/// Packages that are built alone, and whether with tests: the tools, and one parser as an example of all.
const PARTS: &[(&str, bool)] = &[("parser-clothing", true), ("author", false), ("regen", false)];
/// The same set of features means the same crate only among what is linked into programs. Build scripts and macros have
/// features of their own.
const LINKED: &str = "normal,no-proc-macro";
const ALL: &str = "normal,build";

/// The sets of features with which each crate is compiled.
type Features = BTreeMap<String, BTreeSet<String>>;

/// Lists crates that a part compiles again.
pub fn faults(root: &Path) -> Result<Vec<String>> {
    let mut faults = BTreeSet::new();
    for edges in [LINKED, ALL] {
        let with_tests = format!("{edges},dev");
        let whole = features(root, &["--workspace", "--edges", &with_tests])?;
        for (part, has_tests) in PARTS {
            let edges = if *has_tests { &with_tests } else { edges };
            let alone = features(root, &["--package", part, "--edges", edges])?;
            faults.extend(compared(part, &alone, &whole));
        }
    }
    Ok(faults.into_iter().collect())
}

fn compared(part: &str, alone: &Features, whole: &Features) -> Vec<String> {
    let mut faults = vec![];
    for (name, sets) in alone {
        let known: Vec<&String> = whole.get(name).into_iter().flatten().collect();
        for set in sets.iter().filter(|set| !known.contains(set)) {
            faults.push(format!(
                "{MANIFEST}: alone, {part} has {name} with the features [{set}], and in the workspace it has [{}]",
                known.iter().map(|set| set.as_str()).collect::<Vec<_>>().join("] or [")
            ));
        }
    }
    faults
}

fn features(root: &Path, arguments: &[&str]) -> Result<Features> {
    let mut cargo = tool::cargo();
    cargo
        .current_dir(root)
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p}|{f}"]);
    let output = cargo.args(arguments).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(parsed(&String::from_utf8(output.stdout)?))
}

/// The lines of `cargo tree`: `name v1.0.0 (proc-macro)|feature,other (*)`.
fn parsed(tree: &str) -> Features {
    let mut features = Features::new();
    for (package, set) in tree.lines().filter_map(|line| line.split_once('|')) {
        let name: Vec<&str> = package.split(' ').take(2).collect();
        // It has features of its own for this.
        if name.first() != Some(&"workspace-features") {
            let set = set.trim_end_matches(" (*)").to_owned();
            features.entry(name.join(" ")).or_default().insert(set);
        }
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_with_other_features_is_found() {
        let whole = parsed("syn v2.0.1|full\nsyn v2.0.1|fold,full (*)\nserde v1.0.1 (proc-macro)|\n");
        let same = parsed("syn v2.0.1|fold,full\nserde v1.0.1|\nworkspace-features v0.1.0 (/a)|\n");
        assert_eq!(compared("xtask", &same, &whole), [""; 0]);
        let faults = compared("xtask", &parsed("syn v2.0.1|fold\n"), &whole);
        assert!(
            faults.len() == 1 && faults[0].ends_with("[fold], and in the workspace it has [fold,full] or [full]"),
            "{faults:?}"
        );
    }
}
