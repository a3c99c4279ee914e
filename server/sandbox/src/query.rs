//! The part of Gmail's search language that a mailbox of invoices needs.
//!
//! `from:`, `subject:`, `filename:`, `has:attachment`, `after:` and `before:` (epoch seconds or `YYYY/MM/DD`), bare words, quoted
//! phrases, `OR`, `( )`, `{ }` for any of, and `-` for not. What it does not know finds nothing.

mod parse;

use crate::mail::Mail;
use crate::words::Words;

/// A search that was read.
#[derive(Debug)]
pub(crate) struct Query(Node);

#[derive(Debug, PartialEq, Eq)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Words(Field, Words),
    HasAttachment,
    /// Received at or after these epoch seconds.
    After(i64),
    /// Received before these epoch seconds.
    Before(i64),
    /// An operator or value that is not known.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Anywhere,
    From,
    Subject,
    File,
    Has,
    After,
    Before,
    Unknown,
}

impl Query {
    /// Reads a search; every text is one.
    pub(crate) fn parse(text: &str) -> Query {
        Query(parse::parse(text))
    }

    /// Whether a message is found. A blank search finds all.
    pub(crate) fn matches(&self, mail: &Mail) -> bool {
        self.0.matches(mail)
    }
}

impl Node {
    fn matches(&self, mail: &Mail) -> bool {
        match self {
            // What is only in the message itself is looked for last: it may have to be read from disk.
            Node::All(nodes) => {
                let (read, index): (Vec<&Node>, Vec<&Node>) = nodes.iter().partition(|node| node.reads());
                index.into_iter().chain(read).all(|node| node.matches(mail))
            }
            Node::Any(nodes) => nodes.iter().any(|node| node.matches(mail)),
            // What is not known finds nothing, turned round as well.
            Node::Not(node) => !node.has_unknown() && !node.matches(mail),
            Node::Words(field, words) => field.contains(mail, words),
            Node::HasAttachment => !mail.files.is_empty(),
            Node::After(seconds) => mail.received_ms >= seconds.saturating_mul(1000),
            Node::Before(seconds) => mail.received_ms < seconds.saturating_mul(1000),
            Node::Unknown => false,
        }
    }

    /// Whether the index may not be enough.
    fn reads(&self) -> bool {
        match self {
            Node::All(nodes) | Node::Any(nodes) => nodes.iter().any(Node::reads),
            Node::Not(node) => node.reads(),
            Node::Words(field, _) => *field == Field::Anywhere,
            _ => false,
        }
    }

    fn has_unknown(&self) -> bool {
        match self {
            Node::All(nodes) | Node::Any(nodes) => nodes.iter().any(Node::has_unknown),
            Node::Not(node) => node.has_unknown(),
            Node::Unknown => true,
            _ => false,
        }
    }
}

impl Field {
    fn contains(self, mail: &Mail, phrase: &Words) -> bool {
        let in_files = || mail.files.iter().any(|name| name.contain(phrase));
        match self {
            Field::From => mail.from.contain(phrase),
            Field::Subject => mail.subject.contain(phrase),
            Field::File => in_files(),
            Field::Anywhere => {
                mail.from.contain(phrase) || mail.subject.contain(phrase) || in_files() || mail.text_contains(phrase)
            }
            Field::Has | Field::After | Field::Before | Field::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use proptest::prelude::*;

    fn mail() -> Mail {
        let eml = concat!(
            "From: \"Hyra & Bo AB\" <hyra@landlord.example.com>\n",
            "To: alva@example.org\n",
            "Subject: =?utf-8?q?Hyresavi_f=C3=B6r_augusti?=\n",
            "Date: Wed, 01 Jul 2026 12:00:00 +0000\n",
            "MIME-Version: 1.0\n",
            "Content-Type: multipart/mixed; boundary=b\n\n",
            "--b\nContent-Type: text/plain; charset=utf-8\n\nVar god betala i tid.\n",
            "--b\nContent-Type: application/pdf; name=\"Hyresavi_12.pdf\"\n",
            "Content-Disposition: attachment; filename=\"Hyresavi_12.pdf\"\n\n%PDF\n--b--\n",
        );
        Mail::in_memory(eml.as_bytes(), DateTime::UNIX_EPOCH)
    }

    fn finds(query: &str) -> bool {
        Query::parse(query).matches(&mail())
    }

    #[test]
    fn a_sender_is_found_by_address_domain_and_name() {
        for query in [
            "from:hyra@landlord.example.com",
            "from:landlord.example.com",
            "from:example.com",
            "from:HYRA",
            "from:bo",
            "from:(bo ab)",
            "from:\"hyra bo\"",
        ] {
            assert!(finds(query), "{query}");
        }
        for query in ["from:example.org", "from:land", "from:alva", "from:\"bo hyra\""] {
            assert!(!finds(query), "{query}");
        }
    }

    #[test]
    fn a_subject_is_found_by_words_and_phrases() {
        for query in [
            "subject:hyresavi",
            "subject:\"FÖR augusti\"",
            "subject:(augusti hyresavi)",
            "subject:{juli augusti}",
        ] {
            assert!(finds(query), "{query}");
        }
        for query in [
            "subject:hyres",
            "subject:\"augusti för\"",
            "subject:(augusti juli)",
            "subject:betala",
            "subject:\"\"",
            "subject:",
        ] {
            assert!(!finds(query), "{query}");
        }
    }

    #[test]
    fn terms_are_joined_by_and_or_and_not() {
        for query in [
            "",
            "hyresavi betala",
            "juli OR augusti",
            "juli OR augusti betala",
            "{juli augusti} tid",
            "{(from:nobody subject:x) (from:hyra subject:\"hyresavi\")}",
            "-juli",
            "-(juli augusti)",
            "augusti -subject:juli",
            "( ( augusti ) )",
            "augusti AND betala",
            "i tid",
            "hyresavi) betala",
            "(hyresavi betala",
        ] {
            assert!(finds(query), "{query}");
        }
        for query in [
            "juli",
            "augusti juli",
            "juli OR juni betala",
            "-augusti",
            "{juli juni}",
            "-{juli augusti}",
            "{}",
        ] {
            assert!(!finds(query), "{query}");
        }
    }

    #[test]
    fn times_are_seconds_or_days() {
        for query in [
            "after:1782907200",
            "before:1782907201",
            "after:2026/07/01 before:2026/07/02",
            "after:2026-7-1",
        ] {
            assert!(finds(query), "{query}");
        }
        for query in [
            "after:1782907201",
            "before:1782907200",
            "before:2026/07/01",
            "after:2026/07/02",
            "after:yesterday",
            "after:2026/13/01",
        ] {
            assert!(!finds(query), "{query}");
        }
    }

    #[test]
    fn attachments_are_found_by_name_and_kind() {
        for query in [
            "has:attachment",
            "filename:pdf",
            "filename:hyresavi_12.pdf",
            "filename:Hyresavi",
        ] {
            assert!(finds(query), "{query}");
        }
        for query in ["has:drive", "filename:docx", "-has:attachment"] {
            assert!(!finds(query), "{query}");
        }
    }

    #[test]
    fn what_is_not_known_finds_nothing_even_turned_round() {
        for query in [
            "label:x",
            "-label:x",
            "hyresavi label:x",
            "-{label:x juli}",
            "older_than:1y",
            "http://example.com",
        ] {
            assert!(!finds(query), "{query}");
        }
        assert!(finds("{label:x hyresavi}"));
    }

    proptest! {
        #[test]
        fn every_text_is_read_in_time(text in "[-(){}\":a-zO R/0-9]{0,200}", deep in 0usize..3000) {
            let _ = finds(&text);
            let _ = finds(&"(".repeat(deep));
            let _ = finds(&"-".repeat(deep));
            let _ = finds(&format!("{}a", "{from:(".repeat(deep / 7)));
        }
    }
}
