//! A new category in a copy of the workspace.

#![allow(clippy::unwrap_used, reason = "a failed step must stop the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders that are not copied.
const SKIPPED: &[&str] = &[".git", "target", "data"];

/// A copy of the workspace, built beside this one.
struct Copy {
    root: PathBuf,
    /// The folder with this workspace's compiled dependencies.
    build: PathBuf,
}

impl Copy {
    /// The copy keeps the files' times, so that Cargo only builds what changed since the last run. It has another version, so
    /// that Cargo separates its crates from this workspace's in the shared folder.
    fn new() -> Self {
        let build = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned();
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-parser");
        let _ = fs::remove_dir_all(&root);
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for path in files(workspace) {
            let (from, to) = (workspace.join(&path), root.join(&path));
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(&from, &to).unwrap();
            let time = fs::metadata(&from).unwrap().modified().unwrap();
            fs::File::options()
                .append(true)
                .open(&to)
                .unwrap()
                .set_modified(time)
                .unwrap();
        }
        let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        let (head, version) = manifest.split_once("[workspace.package]\nversion = \"").unwrap();
        let (_, rest) = version.split_once('"').unwrap();
        fs::write(
            root.join("Cargo.toml"),
            format!("{head}[workspace.package]\nversion = \"0.0.0-copy\"{rest}"),
        )
        .unwrap();
        Copy { root, build }
    }

    fn cargo(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_BUILD_BUILD_DIR", &self.build)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("CARGO_NET_OFFLINE", "true")
            // The new crate is compiled without lints, also if this test was compiled with them.
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "cargo {arguments:?}\n{printed}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        printed
    }

    fn contents(&self) -> BTreeMap<String, Vec<u8>> {
        files(&self.root)
            .into_iter()
            .map(|path| {
                (
                    path.to_str().unwrap().to_owned(),
                    fs::read(self.root.join(&path)).unwrap(),
                )
            })
            .collect()
    }
}

/// The relative paths of every file below a folder.
fn files(root: &Path) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![root.to_owned()], vec![]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let (kind, name) = (entry.file_type().unwrap(), entry.file_name());
            if kind.is_dir() && !SKIPPED.contains(&name.to_str().unwrap()) {
                folders.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path().strip_prefix(root).unwrap().to_owned());
            }
        }
    }
    found
}

/// The lines that only one of the two texts has.
fn difference(before: &[u8], after: &[u8]) -> Vec<String> {
    let lines =
        |text: &[u8]| -> BTreeSet<String> { String::from_utf8_lossy(text).lines().map(str::to_owned).collect() };
    let (before, after) = (lines(before), lines(after));
    before.symmetric_difference(&after).cloned().collect()
}

#[test]
fn a_new_category_changes_one_line_outside_its_folder_and_generated_files() {
    let copy = Copy::new();
    let before = copy.contents();
    // Writes the crate and runs its tests, which read the sample.
    let printed = copy.cargo(&["xtask", "new-parser", "beekeeping"]);
    assert!(
        printed.contains("wrote   parsers/beekeeping/src/lib.rs") && printed.contains("fixtures/order.json"),
        "{printed}"
    );
    copy.cargo(&["check", "--quiet", "--package", "invoices-parsers"]);
    copy.cargo(&["xtask", "regen"]);
    let after = copy.contents();

    let document: serde_json::Value = serde_json::from_slice(&after["openapi.json"]).unwrap();
    let schemas = &document["components"]["schemas"];
    assert!(
        schemas["SubType"]["enum"]
            .as_array()
            .unwrap()
            .contains(&"beekeeping".into())
    );
    assert!(schemas["BeekeepingInvoice"]["properties"]["items"].is_object());
    assert_eq!(
        schemas["InvoiceDetails"]["discriminator"]["mapping"]["beekeeping"],
        "#/components/schemas/BeekeepingInvoice"
    );
    let client = String::from_utf8_lossy(&after["client/src/generated.rs"]);
    assert!(client.contains("pub struct BeekeepingInvoice"));

    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed: Vec<&str> = names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name) && !name.starts_with("parsers/beekeeping/"))
        .map(String::as_str)
        .collect();
    assert_eq!(
        changed,
        [
            "Cargo.lock",
            "client/src/generated.rs",
            "openapi.json",
            "parsers/Cargo.toml"
        ]
    );
    assert_eq!(
        difference(&before["parsers/Cargo.toml"], &after["parsers/Cargo.toml"]),
        [r#"parser-beekeeping = { path = "beekeeping" }"#]
    );
}
