//! `docs/parsers.md`, followed word by word: every command of it, with the output that the page shows.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use crate::copy::Copy;

const PAGE: &str = "docs/parsers.md";
/// Commands that are not run here.
const LEFT_OUT: &[(&str, &str)] = &[
    ("cargo xtask test", "runs this test"),
    ("invoices reparse", "needs the data of a service"),
];

/// A command of the page with the output that it shows.
#[derive(Debug)]
struct Step {
    command: String,
    /// Lines of output; `…` stands for any.
    shown: Vec<String>,
}

/// The commands in the page's blocks of `sh`, each block one command, and of `console`.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = vec![];
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match language {
            "sh" => steps.push(Step {
                command: block.join("\n"),
                shown: vec![],
            }),
            "console" => steps.extend(console(&block)),
            _ => {}
        }
    }
    steps
}

/// The commands of a block of `console`: they begin with `$`. Such a line after an empty one is output of the command before.
fn console(block: &[&str]) -> Vec<Step> {
    let mut steps: Vec<Step> = vec![];
    let mut before = "…";
    for line in block {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) if !before.is_empty() => steps.push(Step {
                command: command.to_owned(),
                shown: vec![],
            }),
            (_, Some(step)) if step.command.ends_with('\\') && step.shown.is_empty() => {
                step.command = format!("{}\n{line}", step.command);
            }
            (_, Some(step)) => step.shown.push((*line).to_owned()),
            (_, None) => panic!("{PAGE}: output without a command: {line}"),
        }
        before = line;
    }
    steps
}

/// A line without what another phrase or fixture changes: lines in files of the vocabulary, and counts of fixtures.
fn lasting(line: &str) -> String {
    static CHANGING: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\.toml:\d+|\d+( of \d+)? fixtures|\d+ values").expect("the pattern is valid"));
    CHANGING.replace_all(line.trim_end(), "…").into_owned()
}

/// Whether the output has the shown lines in their order, with any lines in the place of `…`.
fn shows(output: &str, shown: &[String]) -> bool {
    let output: Vec<String> = output.lines().map(lasting).collect();
    let mut from = 0;
    for part in shown.split(|line| line == "…") {
        let part: Vec<String> = part.iter().map(|line| lasting(line)).collect();
        let found = (from..=output.len().saturating_sub(part.len())).find(|at| output[*at..].starts_with(&part));
        match found {
            Some(at) => from = at + part.len(),
            None => return false,
        }
    }
    true
}

#[test]
fn every_command_prints_what_the_page_shows() {
    let copy = Copy::new();
    let folder = tempfile::tempdir().unwrap();
    let own = |text: &str| text.replace("/tmp/", &format!("{}/", folder.path().display()));
    let run = |command: &str| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("debug");
        let path = std::env::var("PATH").unwrap();
        let output = copy
            .command("bash")
            .args(["-c", &own(command)])
            .env("PATH", format!("{}:{path}", program.display()))
            .env("RUST_BACKTRACE", "0")
            .envs([("GIT_AUTHOR_NAME", "Alva"), ("GIT_AUTHOR_EMAIL", "alva@example.com")])
            .envs([
                ("GIT_COMMITTER_NAME", "Alva"),
                ("GIT_COMMITTER_EMAIL", "alva@example.com"),
            ])
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        (
            output.status.success(),
            printed,
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    assert!(run("git init -q && git add -A && git commit -qm copy").0);
    let page = fs::read_to_string(copy.root.join(PAGE)).unwrap();
    let steps = steps(&page);
    assert!(steps.len() > 15, "{} commands", steps.len());
    for step in steps {
        if LEFT_OUT.iter().any(|(command, _)| step.command.starts_with(command)) {
            continue;
        }
        let (succeeded, printed, errors) = run(&step.command);
        let shown: Vec<String> = step.shown.iter().map(|line| own(line)).collect();
        assert!(
            shows(&printed, &shown) && (succeeded || !shown.is_empty()),
            "{PAGE}: `{}` prints\n{printed}\n{errors}\nand not\n{}",
            step.command,
            shown.join("\n")
        );
        if step.command == "git status --short" {
            let changed: Vec<&str> = printed.lines().collect();
            assert_eq!(changed, shown, "a new category changes no other file");
        }
    }
    check_layout(&copy, &page);
    check_category(&copy);
}

/// The category that the page adds is in the document and the client, at the price of one line outside its folder.
fn check_category(copy: &Copy) {
    let read = |path: &str| fs::read_to_string(copy.root.join(path)).unwrap();
    let document: serde_json::Value = serde_json::from_str(&read("openapi.json")).unwrap();
    let schemas = &document["components"]["schemas"];
    let names = schemas["KnownSubType"]["enum"].as_array().unwrap();
    assert!(names.contains(&"pets".into()), "{names:?}");
    assert!(schemas["PetsInvoice"]["allOf"][1]["properties"]["items"].is_object());
    assert_eq!(
        schemas["InvoiceDetails"]["discriminator"]["mapping"]["pets"],
        "#/components/schemas/PetsInvoice"
    );
    assert!(read("client/src/generated.rs").contains("pub struct PetsInvoice"));
    let changed = copy.command("git").args(["diff", "-U0", "parsers/Cargo.toml"]).output();
    let changed = String::from_utf8(changed.unwrap().stdout).unwrap();
    let is_change = |line: &&str| line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---");
    let changed: Vec<&str> = changed.lines().filter(is_change).collect();
    assert_eq!(changed, [r#"+parser-pets = { path = "pets" }"#]);
}

/// The layout that the page shows is the one that its commands have made.
fn check_layout(copy: &Copy, page: &str) {
    let layouts = page
        .split("```rust\n")
        .skip(1)
        .filter_map(|block| block.split("```").next());
    let layout = layouts
        .into_iter()
        .find(|block| block.starts_with("/// The layout."))
        .unwrap();
    let written = fs::read_to_string(copy.root.join("parsers/clothing/src/ullkompaniet.rs")).unwrap();
    assert!(
        written.contains(layout),
        "{PAGE} shows\n{layout}\nand the file is\n{written}"
    );
}
