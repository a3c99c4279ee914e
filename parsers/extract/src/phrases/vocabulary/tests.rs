use super::*;
use crate::phrases::Forms;
use crate::words::Words;

#[path = "../../../build/vocabulary.rs"]
mod source;

use source::{Source, Vocabulary, kebab_case};

macro_rules! classes {
    ($(
        $(#[doc = $_group_doc:literal])*
        $notation:ident $Group:ident {
            $($(#[doc = $_doc:literal])* $Class:ident = $example:literal,)*
        }
    )*) => {
        /// The notation, name, list and example of every class.
        fn examples() -> Vec<(&'static str, String, &'static [&'static str], &'static str)> {
            vec![$($((
                stringify!($notation),
                format!("{:?}", $Group::$Class),
                $Group::$Class.list(),
                $example,
            )),*),*]
        }
    };
}

include!("../classes.rs");

fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let sources: Vec<Source> = files.iter().map(|(file, text)| Source { file, text }).collect();
    let problems = Vocabulary::read(&sources).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn every_class_has_the_phrase_of_its_example() {
    for (notation, class, list, example) in examples() {
        let found = match notation {
            "phrases" => Phrases::new(list).contains(&Words::of(example)),
            "words" => list.contains(&example),
            _ => Forms::new(list).end_at(example, 0) == Some(example.len()),
        };
        assert!(found, "{class} lacks {example:?}");
    }
}

#[test]
fn what_no_class_can_have_is_refused_with_its_line() {
    for (text, problem) in [
        (
            "[amounts]\ngrand-totl = [\"x\"]",
            "nb.toml:2: unknown class \"grand-totl\"",
        ),
        ("\n[amount]\ntotal = [\"x\"]", "nb.toml:3: unknown table \"amount\""),
        ("[language]\nwords = [\"x\"]", "nb.toml:2: unknown class \"words\""),
        ("[currencies]\nkr = []", "nb.toml:2: \"kr\" is no code of a currency"),
        ("total = [\"x\"]", "nb.toml:1: \"total\" is no table"),
        ("[amounts]\ntotal = \"x\"", "nb.toml:2: \"total\" is no list of phrases"),
        (
            "[amounts]\ntotal = [\n\"x\", 3]",
            "nb.toml:3: \"total\" has an entry that is no text",
        ),
        (
            "[amounts]\ntotal = [\"x\"\n\"y\"]",
            "nb.toml:3: missing comma between array elements, expected `,`",
        ),
    ] {
        assert_eq!(problems(&[("nb.toml", text)]), [problem], "{text}");
    }
}

#[test]
fn a_phrase_stands_once_in_a_class() {
    let already = "nb.toml:3: \"att betala\" stands in nb.toml:2 already";
    let once = "[amounts]\ngrand-total = [\"att betala\",\n\"att betala\"]";
    assert_eq!(problems(&[("nb.toml", once)]), [already]);

    let first = "[amounts]\ngrand-total = [\n\"att betala\",\n]";
    let second = "[amounts]\ntotal = [\"att betala\"]\ngrand-total = [\"att betala\"]";
    let across = "sv.toml:3: \"att betala\" stands in nb.toml:3 already";
    assert_eq!(problems(&[("nb.toml", first), ("sv.toml", second)]), [across]);

    // Languages share small words, but no word means two currencies.
    let words = "[language]\nsmall-words = [\"du\"]";
    assert!(problems(&[("nb.toml", words), ("sv.toml", words)]).is_empty());
    let signs = "[currencies]\nSEK = [\"kr\"]\nNOK = [\"kr\"]";
    assert_eq!(problems(&[("common.toml", signs)]).len(), 1);
}

#[test]
fn a_phrase_that_can_match_nothing_is_refused() {
    for (phrase, reason) in [
        (
            "total: ",
            "has a blank at an end or two in a row, and can match nothing",
        ),
        ("i  alt", "has a blank at an end or two in a row, and can match nothing"),
        ("", "has a blank at an end or two in a row, and can match nothing"),
        ("total:", "has a ':', which the notation lacks"),
        ("Total", "has a 'T', which the notation lacks"),
        ("nr.", "has a '.', which the notation lacks"),
        ("a\\\\b", "has a '\\\\', which the notation lacks"),
        ("(sum|total", "has a bracket that is not closed"),
        ("(sum[)]", "has a bracket that is not closed"),
    ] {
        let text = format!("[amounts]\ntotal = [\"{phrase}\"]");
        assert_eq!(
            problems(&[("nb.toml", &text)]),
            [format!("nb.toml:2: \"{phrase}\" {reason}")]
        );
    }
    let month = "[months]\nmay = [\"mai*\"]";
    assert_eq!(
        problems(&[("nb.toml", month)]),
        ["nb.toml:2: \"mai*\" has a '*', which the notation lacks"]
    );
    let form = "[legal-forms]\nfirm = [\"Inc.?\"]";
    assert!(problems(&[("en.toml", form)]).is_empty());
}

#[test]
fn months_are_counted_from_january() {
    assert_eq!(
        (month("januari"), month("des"), month("sept")),
        (Some(1), Some(12), Some(9))
    );
    assert_eq!(month("advent"), None);
}
