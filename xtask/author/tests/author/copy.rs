//! A copy of the workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that are not copied. In a worktree of git, `.git` is a file that names the repository of the original.
const SKIPPED: &[&str] = &[".git", "target", "data"];

/// A copy of the workspace, built beside this one.
pub struct Copy {
    pub root: PathBuf,
    /// The folder with this workspace's compiled dependencies.
    build: PathBuf,
}

impl Copy {
    /// The copy keeps the files' times, so that Cargo only builds what changed since the last run. It has another version, so
    /// that Cargo separates its crates from this workspace's in the shared folder.
    pub fn new() -> Self {
        let build = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned();
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("author");
        let _ = fs::remove_dir_all(&root);
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
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

    /// A program that runs in the copy.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.root)
            .env("CARGO_BUILD_BUILD_DIR", &self.build)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_TERM_COLOR", "never")
            // The copy's build is not linted, even if this test was.
            .env_remove("RUSTC_WORKSPACE_WRAPPER");
        command
    }
}

/// The relative paths of every file below a folder.
fn files(root: &Path) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![root.to_owned()], vec![]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let (kind, name) = (entry.file_type().unwrap(), entry.file_name());
            if SKIPPED.contains(&name.to_str().unwrap()) {
                continue;
            }
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path().strip_prefix(root).unwrap().to_owned());
            }
        }
    }
    found
}
