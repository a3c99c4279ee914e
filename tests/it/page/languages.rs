//! The texts of the page in each language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::python::root;
use serde_json::{Deserializer, Value};

use super::{Browser, ENGLISH, TEST_LIMIT, world};

/// The files of a folder of the page with this ending.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = read_dir(root().join("server/web/page").join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|own| own == ending))
        .collect()
}

/// The languages other than English, by their code.
fn languages() -> BTreeMap<String, Value> {
    let files = files("languages", "json").into_iter();
    let read = |path: PathBuf| serde_json::from_str(&read_to_string(path).unwrap()).unwrap();
    files
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), read(path)))
        .collect()
}

/// The string literal at the beginning of some code, and the code after it.
fn literal(code: &str) -> Option<(String, &str)> {
    let mut found = Deserializer::from_str(code).into_iter::<String>();
    let text = found.next()?.ok()?;
    let end = found.byte_offset();
    Some((text, &code[end..]))
}

/// What follows each call of a function.
fn calls<'a>(code: &'a str, function: &str) -> Vec<&'a str> {
    let call = format!("{function}(");
    let is_name = |letter: char| letter.is_alphanumeric() || "_$.".contains(letter);
    let places = code.match_indices(&call);
    places
        .filter(|(at, _)| !code[..*at].ends_with(is_name))
        .map(|(at, _)| &code[at + call.len()..])
        .collect()
}

/// The names in braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .collect()
}

/// The English texts that the code of the page gives to `t` and `counted`.
fn english() -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for path in [files("", "js"), files("views", "js")].concat() {
        if path.ends_with("language.js") {
            continue;
        }
        let code = read_to_string(&path).unwrap();
        for call in calls(&code, "t") {
            let shown = call.chars().take(80).collect::<String>();
            let (text, rest) = literal(call).unwrap_or_else(|| panic!("{}: no literal: t({shown}", path.display()));
            let has_values = rest.starts_with(", {");
            assert_eq!(has_values, text.contains('{'), "{}: t({shown}", path.display());
            texts.insert(text);
        }
        for call in calls(&code, "counted") {
            let (_, forms) = call.split_once(", \"").unwrap();
            let (_, many) = forms.split_once("\", ").unwrap();
            texts.insert(literal(many).unwrap().0);
        }
    }
    texts
}

/// A text, or its plural forms.
fn forms(text: &Value) -> Vec<&str> {
    match text {
        Value::Object(forms) => forms.values().map(|form| form.as_str().unwrap()).collect(),
        text => vec![text.as_str().unwrap()],
    }
}

fn keys(section: &Value) -> BTreeSet<String> {
    section.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn every_language_has_each_text_of_the_page_and_no_other() {
    let english = english();
    let table = read_to_string(root().join("server/web/page/language.js")).unwrap();
    for (code, language) in languages() {
        let own = keys(&language["texts"]);
        let missing: Vec<_> = english.difference(&own).collect();
        let unused: Vec<_> = own.difference(&english).collect();
        assert!(
            missing.is_empty() && unused.is_empty(),
            "{code} lacks {missing:#?}, and nothing uses {unused:#?}"
        );
        for (text, own) in language["texts"].as_object().unwrap() {
            for form in forms(own) {
                assert_eq!(placeholders(form), placeholders(text), "{code}: {form}");
            }
        }
        assert!(
            table.contains(&format!("\n  {code}: {{ locale: ")),
            "{code} is not offered"
        );
    }
}

/// The beginnings of the sections of `docs/reading.md`, and of the lines above its tables, whose rules are never the
/// reason of a field that the page shows: it shows no such field, or the reason is the rule of another table.
const UNNAMED_TABLES: [&str; 11] = [
    "`classification`",
    "`identity.",
    "For the names in a ",
    "For each line:",
    "For each cell ",
    "For the text of a cell,",
    "For each part ",
    "For the name that is left:",
    "For the lines with a name ",
    "For these lines,",
    "For those lines:",
];

/// Rules of the other tables that keep a field as it is.
const UNNAMED_RULES: [&str; 10] = [
    "structured/several-orders",
    "structured/page-first",
    "structured/number-contradicted",
    "warnings/old-date",
    "warnings/no-currency",
    "warnings/ocr",
    "warnings/bankgiro",
    "warnings/plusgiro",
    "warnings/tax-rate",
    "warnings/parts",
];

/// Rules whose reason is a label and nothing else. The page quotes it.
const QUOTING_RULES: [&str; 12] = [
    "total/labelled",
    "invoice_date/labelled",
    "invoice_date/order-date",
    "invoice_date/plain-label",
    "invoice_date/in-sentence",
    "due_date/without-discount",
    "due_date/not-before-invoice",
    "due_date/labelled",
    "due_date/alone",
    "order_id/labelled",
    "invoice_number/labelled",
    "receipt_number/labelled",
];

/// The codes of what goes wrong in a run.
const PROBLEMS: [&str; 5] = ["gone", "no-room", "fetch-failed", "search-failed", "reconnect"];

/// The rules that can be the reason of a field.
fn rules() -> BTreeSet<String> {
    let page = read_to_string(root().join("docs/reading.md")).unwrap();
    let is_unnamed = |text: &str| UNNAMED_TABLES.iter().any(|start| text.starts_with(start));
    let mut rules = BTreeSet::new();
    for section in page.split("\n## ").skip(1).filter(|section| !is_unnamed(section)) {
        let mut parts = section.split("\n### ");
        let mut table = parts.next().unwrap().trim().lines().next_back().unwrap();
        for rule in parts {
            let id = rule.split('`').nth(1).unwrap();
            if !is_unnamed(table) && !UNNAMED_RULES.contains(&id) && !QUOTING_RULES.contains(&id) {
                rules.insert(id.to_owned());
            }
            // What follows the example begins another table.
            let (_, after) = rule.rsplit_once("```").unwrap();
            table = Some(after.trim()).filter(|after| !after.is_empty()).unwrap_or(table);
        }
    }
    rules
}

/// The Rust code in a folder.
fn rust_code(folder: &Path) -> String {
    let paths = read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .map(|path| {
            if path.is_dir() {
                rust_code(&path)
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                read_to_string(path).unwrap()
            } else {
                String::new()
            }
        })
        .collect()
}

#[test]
fn every_language_has_a_text_for_each_rule_and_problem() {
    let rules = rules();
    let problems: BTreeSet<String> = PROBLEMS.map(str::to_owned).into();
    let parsers = rust_code(&root().join("parsers"));
    let languages = languages();
    for (language, file) in &languages {
        assert_eq!(keys(&file["rules"]), rules, "{language}");
        assert_eq!(keys(&file["problems"]), problems, "{language}");
        // Reasons without a rule.
        let sentences = keys(&file["sentences"]);
        assert_eq!(sentences, keys(&languages["sv"]["sentences"]), "{language}");
        let unknown: Vec<_> = sentences
            .iter()
            .filter(|sentence| !parsers.contains(&format!("{sentence:?}")))
            .collect();
        assert!(unknown.is_empty(), "{language}: nothing says {unknown:#?}");
    }
}

#[test]
fn every_language_has_a_sentence_for_each_code() {
    let page = read_to_string(root().join("docs/reasons.md")).unwrap();
    let mut documented: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    for section in page.split("\n## ").skip(1) {
        let kind = match section {
            section if section.starts_with("Warnings") => "warnings",
            section if section.starts_with("What a `limit`") => "limits",
            _ => "reasons",
        };
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
        let rows = rows.map(|row| row.split_once("` | ").unwrap());
        let rows = rows.map(|(code, sentence)| (code.to_owned(), sentence.to_owned()));
        documented.entry(kind).or_default().extend(rows);
    }
    let languages = languages();
    for (language, file) in &languages {
        for (kind, sentences) in &documented {
            assert_eq!(
                keys(&file[*kind]),
                sentences.keys().cloned().collect(),
                "{language}: {kind}"
            );
            for (code, sentence) in sentences {
                let own = file[*kind][code].as_str().unwrap();
                // A language may leave out a parameter.
                assert!(
                    placeholders(own).is_subset(&placeholders(sentence)),
                    "{language}: {own}"
                );
            }
        }
        assert_eq!(
            keys(&file["candidates"]),
            keys(&languages["sv"]["candidates"]),
            "{language}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_language_is_chosen_by_its_own_name() {
    let world = world(Sqlite).await;
    let test = async {
        let browser = Browser::open(&world, ENGLISH).await;
        for (language, code, text) in [
            ("Deutsch", "de", "Passwort vergessen"),
            ("Svenska", "sv", "Glömt lösenordet"),
        ] {
            browser.clicks(language).await;
            browser.sees(text).await;
            browser.finds(&format!("/html[@lang = '{code}']")).await;
        }
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    world.while_working_within(TEST_LIMIT, test).await;
}
