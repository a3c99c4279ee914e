//! The notation of phrases. Part of the crate and of its build script.

use std::rc::Rc;

/// What has a meaning in a phrase.
pub const OPERATORS: [char; 8] = ['(', ')', '|', '[', '*', '?', '+', '…'];

/// A part of a phrase.
pub enum Node {
    Text(String),
    OneOf(Vec<(char, char)>),
    Rest,
    WordsAfter,
    WordsBefore,
    Sequence(Vec<Rc<Node>>),
    Alternatives(Vec<Rc<Node>>),
    Optional(Rc<Node>),
    /// Any number of times.
    Repeated(Rc<Node>),
    OnceOrMore(Rc<Node>),
}

/// The alternatives of a phrase that is one group, each a phrase of its own; else the phrase.
pub fn split_group(phrase: &str) -> Vec<&str> {
    if !(phrase.starts_with('(') && phrase.ends_with(')')) {
        return vec![phrase];
    }
    let mut bounds = vec![0];
    let mut open = 0_usize;
    for (at, byte) in phrase.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            b'|' if open == 1 => bounds.push(at),
            _ => {}
        }
        let last = at + 1 == phrase.len();
        if open == 0 && !last {
            return vec![phrase];
        }
    }
    bounds.push(phrase.len() - 1);
    let alternatives = bounds.windows(2).map(|bound| &phrase[bound[0] + 1..bound[1]]);
    alternatives.flat_map(split_group).collect()
}

/// Reads a phrase.
///
/// # Panics
///
/// If a bracket is not closed.
pub fn parse(phrase: &str) -> Node {
    let mut rest = phrase;
    let node = parse_alternatives(&mut rest);
    assert!(rest.is_empty(), "a bracket of {phrase:?} is not open");
    node
}

/// The alternatives up to the bracket that closes, or to the end.
fn parse_alternatives(rest: &mut &str) -> Node {
    let (mut alternatives, mut sequence) = (Vec::new(), Vec::new());
    while !rest.is_empty() && !rest.starts_with(')') {
        if take(rest, "|") {
            alternatives.push(Rc::new(joined(std::mem::take(&mut sequence))));
        } else {
            let part = parse_part(rest);
            sequence.push(if take(rest, "?") {
                Node::Optional(Rc::new(part))
            } else if take(rest, "+") {
                Node::OnceOrMore(Rc::new(part))
            } else {
                part
            });
        }
    }
    let last = joined(sequence);
    if alternatives.is_empty() {
        return last;
    }
    alternatives.push(Rc::new(last));
    Node::Alternatives(alternatives)
}

fn parse_part(rest: &mut &str) -> Node {
    if take(rest, " …") {
        Node::WordsAfter
    } else if take(rest, "… ") {
        Node::WordsBefore
    } else if take(rest, "*") {
        Node::Rest
    } else if take(rest, "(") {
        let group = *rest;
        let node = parse_alternatives(rest);
        assert!(take(rest, ")"), "the bracket before {group:?} is not closed");
        node
    } else if take(rest, "[") {
        let Some((set, after)) = rest.split_once(']') else {
            panic!("the bracket before {rest:?} is not closed");
        };
        *rest = after;
        let mut chars = set.chars().peekable();
        let mut ranges = Vec::new();
        while let Some(first) = chars.next() {
            let last = chars.next_if_eq(&'-').and_then(|_| chars.next());
            ranges.push((first, last.unwrap_or(first)));
        }
        Node::OneOf(ranges)
    } else {
        // What follows a quantifier's character is not part of the same text.
        let is_end = |(at, c): &(usize, char)| *at > 0 && (OPERATORS.contains(c) || rest[*at..].starts_with(" …"));
        let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
        let before_last = rest[..end].char_indices().next_back().map_or(0, |(at, _)| at);
        let is_quantified = rest[end..].starts_with(['?', '+']) && before_last > 0;
        let (text, after) = rest.split_at(if is_quantified { before_last } else { end });
        *rest = after;
        Node::Text(text.into())
    }
}

fn take(rest: &mut &str, sign: &str) -> bool {
    let after = rest.strip_prefix(sign);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

/// Parts one after the other; neighbouring texts are one.
fn joined(parts: Vec<Node>) -> Node {
    let mut joined: Vec<Node> = Vec::new();
    for part in parts {
        match (joined.last_mut(), part) {
            (Some(Node::Text(before)), Node::Text(text)) => before.push_str(&text),
            (_, part) => joined.push(part),
        }
    }
    match <[Node; 1]>::try_from(joined) {
        Ok([one]) => one,
        Err(parts) => Node::Sequence(parts.into_iter().map(Rc::new).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_alone_is_as_many_phrases_as_it_has_alternatives() {
        assert_eq!(
            split_group("(uber|(uber eats|bolt( food)?))"),
            ["uber", "uber eats", "bolt( food)?"]
        );
        for phrase in ["(varav )?moms", "(har|med) (nummer|nr)", "total", "n[°ºo]"] {
            assert_eq!(split_group(phrase), [phrase]);
        }
    }
}
