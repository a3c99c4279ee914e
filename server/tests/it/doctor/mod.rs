//! `invoices doctor` and what `invoices config check` finds, as an operator runs them.

mod certificate;
mod installation;
mod settings;

use std::fs;
use std::path::Path;

use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};

use crate::served::{run, text};

/// A sandbox in place of the mail provider, named by the settings in the folder.
async fn sandbox(folder: &Path) -> SandboxHandle {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let (id, secret) = sandbox.client();
    let url = format!("provider_url = \"{}\"\n", sandbox.base_url());
    let client = format!("client_id = \"{id}\"\nclient_secret = \"{secret}\"\n");
    fs::write(folder.join("invoices.toml"), format!("[mail]\n{client}{url}")).unwrap();
    sandbox
}

struct Shown {
    code: Option<i32>,
    out: String,
}

impl Shown {
    /// The state of a check, and the text of its line and the line of advice below it.
    fn of(&self, name: &str) -> (String, String) {
        let mut lines = self.out.lines();
        let line = lines.find(|line| line.split_whitespace().nth(1) == Some(name) && !line.starts_with(' '));
        let line = line.unwrap_or_else(|| panic!("{name} in {}", self.out));
        let advice = lines.next().filter(|line| line.starts_with(' ')).unwrap_or_default();
        let state = line.split_whitespace().next().unwrap().to_owned();
        (state, format!("{line}\n{advice}"))
    }

    fn assert(&self, name: &str, state: &str, words: &[&str]) {
        let (found, text) = self.of(name);
        assert_eq!(found, state, "{name} in\n{}", self.out);
        assert!(
            words.iter().all(|word| text.contains(word)),
            "{words:?} in\n{}",
            self.out
        );
        // A check says what to do if and only if something is wrong.
        let is_wrong = ["warning", "fault"].contains(&state);
        assert_eq!(!text.ends_with('\n'), is_wrong, "{text}");
    }
}

fn doctor(folder: &Path) -> Shown {
    let output = run(folder, &["doctor"]);
    assert_eq!(text(&output.stderr), "");
    Shown {
        code: output.status.code(),
        out: text(&output.stdout),
    }
}
