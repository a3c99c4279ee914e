mod mutations;

use parser_document::Document;
use parser_model::reading::MailContext;

use super::*;
use crate::phrases::Forms;
use crate::words::Words;

use std::collections::BTreeSet;

use crate::phrases::overrides::source::{EXCLUSIVE, GROUPS, Source, Vocabulary, kebab_case, variants};

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
            "phrases" => Phrases::of(list).contains(&Words::of(example)),
            "words" => list.contains(&example),
            _ => Forms::new(list).end_at(example, 0) == Some(example.len()),
        };
        assert!(found, "{class} lacks {example:?}");
    }
}

#[test]
fn every_class_is_documented() {
    let page = include_str!("../../../../../docs/vocabulary.md");
    for group in GROUPS {
        let head = format!("\n## `[{}]`\n", kebab_case(group.name));
        let (_, table) = page.split_once(&head).unwrap_or_else(|| panic!("no section{head}"));
        let table = table.split_once("\n## ").map_or(table, |(table, _)| table);
        for class in group.classes {
            let row = format!("| `{}` | {} |", kebab_case(class.name), class.doc.trim());
            assert!(
                !class.doc.is_empty() && table.contains(&row),
                "docs/vocabulary.md lacks {row}"
            );
        }
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
        ("[currencies]\nkr = []", "nb.toml:2: \"kr\" isn't a currency code"),
        ("total = [\"x\"]", "nb.toml:1: \"total\" isn't a table"),
        (
            "[amounts]\ntotal = \"x\"",
            "nb.toml:2: \"total\" isn't a list of phrases",
        ),
        (
            "[amounts]\ntotal = [\n\"x\", 3]",
            "nb.toml:3: \"total\" has an entry that isn't a string",
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
    let already = "nb.toml:3: \"att betala\" is already in nb.toml:2";
    let once = "[amounts]\ngrand-total = [\"att betala\",\n\"att betala\"]";
    assert_eq!(problems(&[("nb.toml", once)]), [already]);

    let first = "[amounts]\ngrand-total = [\n\"att betala\",\n]";
    let second = "[amounts]\ntotal = [\"att betala\"]\ngrand-total = [\"att betala\"]";
    let across = "sv.toml:3: \"att betala\" is already in nb.toml:3";
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
        ("", "is empty"),
        (
            "spar (til)?",
            "includes \"spar \", which has a blank at an end or two in a row, and can match nothing",
        ),
        (
            "we ?(re| are) here",
            "includes \"we  are here\", which has a blank at an end or two in a row, and can match nothing",
        ),
        (
            "slutt-sum",
            "has a '-' outside of square brackets: a blank stands for it",
        ),
        ("25% moms", "includes \"25% moms\", whose signs are words of their own"),
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
fn a_phrase_that_another_one_covers_is_refused() {
    for (first, second) in [
        ("slutt ?sum", "sluttsum"),
        ("(a|b|c) d", "(a|b) d"),
        ("zamówieni[eau]", "zamówieni[ea]"),
        ("objednávk*", "objednávk[ay]"),
        ("zahlen … bis", "zahlen sie jetzt bis"),
        ("… rights reserved", "all rights reserved"),
        ("[0-9]+ ?st", "[0-9]+ st"),
    ] {
        let covered = format!("{second:?} is covered by {first:?} in line");
        let text = format!("[amounts]\ntotal = [{first:?},\n{second:?}]");
        assert_eq!(problems(&[("nb.toml", &text)]), [format!("nb.toml:3: {covered} 2")]);
        let text = format!("[amounts]\ntotal = [{second:?},\n{first:?}]");
        assert_eq!(problems(&[("nb.toml", &text)]), [format!("nb.toml:2: {covered} 3")]);
        // Files are read apart: each language has its phrases in one place.
        let file = |phrase: &str| format!("[amounts]\ntotal = [{phrase:?}]");
        assert!(problems(&[("nb.toml", &file(first)), ("sv.toml", &file(second))]).is_empty());
    }
    let both = "[amounts]\ntotal = [\"(a|b)\",\n\"(b|a)\"]";
    assert_eq!(
        problems(&[("nb.toml", both)]),
        ["nb.toml:3: \"(b|a)\" is covered by \"(a|b)\" in line 2"]
    );
    let none = "[amounts]\ntotal = [\"[0-9]+ st\", \"12 st\", \"a*\", \"a b\"]";
    assert!(problems(&[("nb.toml", none)]).is_empty());
}

#[test]
fn a_phrase_stands_in_one_of_the_classes_that_exclude_each_other() {
    let text =
        |one: &str, other: &str, phrase: &str| format!("[amounts]\n{one} = [{phrase:?}]\n{other} = [{phrase:?}]");
    let excluded = problems(&[("nb.toml", &text("vat", "shipping", "x( y)?"))]);
    let message = "nb.toml:3: \"x y\" is also in vat (nb.toml:2), which excludes shipping";
    assert_eq!(excluded, [message]);
    for (one, other, phrase) in [
        ("grand-total", "paid", "x"),
        ("vat", "vat-exception", "x"),
        ("vat", "fee", "city tax"),
    ] {
        assert!(
            problems(&[("nb.toml", &text(one, other, phrase))]).is_empty(),
            "{one} and {other}"
        );
    }
}

#[test]
fn classes_that_exclude_each_other_exist_and_share_what_is_listed() {
    let phrases = |table: &str, class: &str| {
        let group = GROUPS.iter().find(|group| kebab_case(group.name) == table).unwrap();
        let class = group
            .classes
            .iter()
            .find(|known| kebab_case(known.name) == class)
            .unwrap();
        let list = built_in((group.name, class.name)).unwrap();
        list.iter().flat_map(|phrase| variants(phrase)).collect::<BTreeSet<_>>()
    };
    for set in EXCLUSIVE {
        let classes: Vec<&str> = set.classes.split(' ').collect();
        let all: Vec<_> = classes.iter().map(|class| phrases(set.table, class)).collect();
        for (one, other) in set.shared {
            assert!(
                phrases(set.table, one).intersection(&phrases(set.table, other)).count() > 0,
                "{one} and {other}"
            );
            assert!(classes.contains(one) && classes.contains(other));
        }
        for phrase in set.ambiguous {
            let count = all.iter().filter(|class| class.contains(*phrase)).count();
            assert!(count > 1, "{phrase:?} is in {count} of the classes");
        }
    }
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
    assert!(Phrases::of(&phrases).matches_all(&Words::of("Oppgjørssum:")));
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
    // These are totals of credit notes, and of what comes back.
    let credits = [&"erstattungsbetrag gesamt", &"att återfå", &"totalt att kreditera"];
    assert_eq!(unread, credits);
}
