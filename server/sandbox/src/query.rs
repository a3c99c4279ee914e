//! The part of Gmail's search language that a mailbox of invoices needs.
//!
//! `from:`, `subject:`, `filename:`, `has:attachment`, `category:purchases`, `after:` and `before:` (epoch seconds or `YYYY/MM/DD`), bare words, quoted
//! phrases, `OR`, `( )`, `{ }` for any of, and `-` for not. An unknown operator finds nothing.

mod node;
mod parse;

use crate::mail::Mail;
use node::{Node, Searched};

/// A parsed search query.
#[derive(Debug)]
pub(crate) struct Query(Node);

impl Query {
    /// Parses a query. Every text is a valid query.
    pub(crate) fn parse(text: &str) -> Query {
        Query(parse::parse(text))
    }

    /// Whether a message matches. An empty query matches all.
    pub(crate) fn matches(&self, mail: &Mail) -> bool {
        self.0.matches(&Searched::new(mail))
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
    fn purchases_are_those_that_the_provider_labelled() {
        let labelled = |labels: &str| {
            let eml = format!("X-Gmail-Labels: {labels}\nFrom: order@example.com\n\nHej");
            Mail::in_memory(eml.as_bytes(), DateTime::UNIX_EPOCH)
        };
        let purchases = Query::parse("category:purchases");
        assert!(purchases.matches(&labelled("Inbox,Category Purchases")));
        for labels in ["Inbox", "Category Updates", "Purchases"] {
            assert!(!purchases.matches(&labelled(labels)), "{labels}");
        }
        assert!(!finds("category:promotions"));
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
