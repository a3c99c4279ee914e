use parser_document::Document;
use parser_model::reading::MailContext;

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

#[test]
fn a_new_label_of_the_total_is_one_line() {
    let read = |text: &str| {
        let source = Source { file: "nb.toml", text };
        Vocabulary::read(&[source]).unwrap_or_else(|problems| panic!("{}", problems[0]))
    };
    let label = "oppgjørssum";
    let text = include_str!("../../../vocab/nb.toml");
    let with_line = text.replacen("grand-total = [", &format!("grand-total = [\n    {label:?},"), 1);
    let class = kebab_case(&format!("{:?}", Amounts::GrandTotal));
    assert!(!read(text).phrases("amounts", &class).contains(&label));
    let vocabulary = read(&with_line);
    let phrases = vocabulary.phrases("amounts", &class);
    assert!(phrases.contains(&label));
    assert!(Phrases::new(&phrases).matches_all(&Words::of("Oppgjørssum:")));
    assert!(vocabulary.to_rust().contains(&format!("{label:?}")));
}

#[test]
fn a_page_with_a_label_of_the_total_reads_its_total() {
    let plain = |label: &&&str| !label.contains(['(', '[', '|', '*', '?', '+', '…']);
    let reads_total = |label: &&&str| {
        let document = Document::from_plain(&format!("Kvittering 20017\n{label}: 1 250,00 kr\n"));
        let read = crate::reading::read(&document, &MailContext::default());
        read.receipts[0]
            .stated()
            .total_amount
            .is_some_and(|total| total.to_string() == "1250")
    };
    let labels = Amounts::GrandTotal.list().iter().filter(plain);
    let unread: Vec<&&str> = labels.filter(|label| !reads_total(label)).collect();
    // These are totals of credit notes.
    assert_eq!(unread, [&"erstattungsbetrag gesamt", &"totalt att kreditera"]);
}
