//! A recursive-descent parser for search queries.

use chrono::{NaiveDate, NaiveTime};

use super::node::{Field, Node};
use crate::words::Words;

/// Groups nested deeper than this find nothing.
const MAX_DEPTH: usize = 40;

/// Parses a query.
pub(super) fn parse(text: &str) -> Node {
    let mut parser = Parser { rest: text };
    Node::All(parser.terms(Field::Anywhere, None, MAX_DEPTH))
}

struct Parser<'q> {
    rest: &'q str,
}

impl<'q> Parser<'q> {
    /// Terms up to a closing bracket or the end. `OR` joins its two neighbours and binds tighter than a space.
    fn terms(&mut self, field: Field, closing: Option<char>, depth: usize) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut or = false;
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() || closing.is_some_and(|closing| self.skips(closing)) {
                break;
            }
            if self.skips(')') || self.skips('}') {
                continue;
            }
            if self.keyword("OR") {
                or = true;
                continue;
            }
            if self.keyword("AND") {
                continue;
            }
            let node = self.term(field, depth);
            match (or, nodes.pop()) {
                (true, Some(Node::Any(mut either))) => {
                    either.push(node);
                    nodes.push(Node::Any(either));
                }
                (true, Some(before)) => nodes.push(Node::Any(vec![before, node])),
                (_, before) => nodes.extend(before.into_iter().chain([node])),
            }
            or = false;
        }
        nodes
    }

    /// One term: `-term`, a group, a phrase, `operator:value` or a word.
    fn term(&mut self, field: Field, depth: usize) -> Node {
        let Some(depth) = depth.checked_sub(1) else {
            self.rest = "";
            return Node::Unknown;
        };
        if self.skips('-') {
            return Node::Not(Box::new(self.term(field, depth)));
        }
        if let Some((operator, value)) = self.operator() {
            self.rest = value;
            return self.value(operator, depth);
        }
        self.value(field, depth)
    }

    /// The value after a colon, or a value without operator.
    fn value(&mut self, field: Field, depth: usize) -> Node {
        if self.skips('(') {
            return Node::All(self.terms(field, Some(')'), depth));
        }
        if self.skips('{') {
            return Node::Any(self.terms(field, Some('}'), depth));
        }
        let (text, rest) = if self.skips('"') {
            self.rest.split_once('"').unwrap_or((self.rest, ""))
        } else {
            let end = self.rest.find(|c: char| c.is_whitespace() || "(){}\"".contains(c));
            self.rest.split_at(end.unwrap_or(self.rest.len()))
        };
        self.rest = rest;
        leaf(field, text)
    }

    /// The operator at the start of the rest, and the text after its colon.
    fn operator(&self) -> Option<(Field, &'q str)> {
        let (name, value) = self.rest.split_once(':')?;
        let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
        named.then(|| (Field::named(name), value))
    }

    /// Consumes an upper-case keyword that is a whole word.
    fn keyword(&mut self, word: &str) -> bool {
        let ends = |rest: &&str| !rest.starts_with(|c: char| !c.is_whitespace() && !"(){}\"".contains(c));
        let rest = self.rest.strip_prefix(word).filter(ends);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Consumes a character, if it comes next.
    fn skips(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

impl Field {
    fn named(name: &str) -> Field {
        match name.to_ascii_lowercase().as_str() {
            "from" => Field::From,
            "subject" => Field::Subject,
            "filename" => Field::File,
            "has" => Field::Has,
            "category" => Field::Category,
            "after" => Field::After,
            "before" => Field::Before,
            _ => Field::Unknown,
        }
    }
}

fn leaf(field: Field, text: &str) -> Node {
    match field {
        Field::Has if text.eq_ignore_ascii_case("attachment") => Node::HasAttachment,
        Field::Category if text.eq_ignore_ascii_case("purchases") => Node::Purchase,
        Field::After => seconds(text).map_or(Node::Unknown, Node::After),
        Field::Before => seconds(text).map_or(Node::Unknown, Node::Before),
        Field::Has | Field::Category | Field::Unknown => Node::Unknown,
        Field::Anywhere | Field::From | Field::Subject | Field::File => {
            let words = Words::of(text);
            if words.is_empty() {
                Node::Unknown
            } else {
                Node::Words(field, words)
            }
        }
    }
}

/// Epoch seconds, or the start of a day in UTC.
fn seconds(text: &str) -> Option<i64> {
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    let parts: Vec<&str> = text.split(['/', '-']).collect();
    let [year, month, day] = parts[..] else { return None };
    let day = NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
    Some(day.and_time(NaiveTime::MIN).and_utc().timestamp())
}
