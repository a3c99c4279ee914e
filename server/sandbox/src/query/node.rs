//! A parsed search and its evaluation.

use std::cell::OnceCell;

use crate::mail::Mail;
use crate::words::Words;

/// A message during one search. Its text is read at most once.
pub(super) struct Searched<'a> {
    mail: &'a Mail,
    text: OnceCell<Words>,
}

impl<'a> Searched<'a> {
    pub(super) fn new(mail: &'a Mail) -> Self {
        Searched {
            mail,
            text: OnceCell::new(),
        }
    }

    fn text(&self) -> &Words {
        self.text.get_or_init(|| self.mail.text())
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Words(Field, Words),
    HasAttachment,
    /// The provider takes it for a purchase.
    Purchase,
    /// Received at or after these epoch seconds.
    After(i64),
    /// Received before these epoch seconds.
    Before(i64),
    /// An operator or value that is not known.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Anywhere,
    From,
    Subject,
    File,
    Has,
    Category,
    After,
    Before,
    Unknown,
}

impl Node {
    pub(super) fn matches(&self, searched: &Searched<'_>) -> bool {
        let mail = searched.mail;
        match self {
            // Conditions on the message's text come last, because the message may have to be read from disk.
            Node::All(nodes) => {
                let (read, index): (Vec<&Node>, Vec<&Node>) = nodes.iter().partition(|node| node.reads());
                index.into_iter().chain(read).all(|node| node.matches(searched))
            }
            Node::Any(nodes) => nodes.iter().any(|node| node.matches(searched)),
            // An unknown operator finds nothing, even negated.
            Node::Not(node) => !node.has_unknown() && !node.matches(searched),
            Node::Words(field, words) => field.contains(searched, words),
            Node::HasAttachment => !mail.files.is_empty(),
            Node::Purchase => mail.is_purchase,
            Node::After(seconds) => mail.received_ms >= seconds.saturating_mul(1000),
            Node::Before(seconds) => mail.received_ms < seconds.saturating_mul(1000),
            Node::Unknown => false,
        }
    }

    /// Whether the message itself must be read.
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
    fn contains(self, searched: &Searched<'_>, phrase: &Words) -> bool {
        let mail = searched.mail;
        let in_files = || mail.files.iter().any(|name| name.contain_phrase(phrase));
        match self {
            Field::From => mail.from.contain_phrase(phrase),
            Field::Subject => mail.subject.contain_phrase(phrase),
            Field::File => in_files(),
            Field::Anywhere => {
                mail.from.contain_phrase(phrase)
                    || mail.subject.contain_phrase(phrase)
                    || in_files()
                    || searched.text().contain_phrase(phrase)
            }
            Field::Has | Field::Category | Field::After | Field::Before | Field::Unknown => false,
        }
    }
}
