//! Phrases compiled to a table of their beginnings and a program for what follows. Part of the crate and of its build script.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::notation::{Node, OPERATORS, parse, split_group};
use layout::{Begin, add_to, pairs, places, u32_of};

#[path = "layout.rs"]
pub mod layout;

/// What a program can do. Each but the first goes on after its operands.
pub mod op {
    /// The phrase is found.
    pub const END: u8 = 0;
    /// Goes on at the program's offset that follows.
    pub const JUMP: u8 = 1;
    /// Tries to go on at the offset that follows, and behind it if that fails.
    pub const TRY: u8 = 2;
    /// The text that follows: its length in a byte, then the text.
    pub const TEXT: u8 = 3;
    /// A character of a range: the number of ranges in a byte, then the first and the last character of each.
    pub const ONE_OF: u8 = 4;
    /// The rest of a word, as long as possible.
    pub const REST: u8 = 5;
    /// Further words with the blank before each, as many as possible.
    pub const WORDS_AFTER: u8 = 6;
    /// Words with the blank behind each, as many as possible.
    pub const WORDS_BEFORE: u8 = 7;
    /// Chooses by the next byte of the text: the offset for all others, the number of bytes, then each byte with its offset.
    pub const BY_BYTE: u8 = 8;

    /// The offset of a choice that fails.
    pub const NOWHERE: u32 = u32::MAX;
}

/// How far the beginnings of a phrase are told apart by their text.
const TOLD_APART: usize = 3;
/// Ranges of more characters are not told apart.
const MAX_RANGE: usize = 12;

/// How a phrase may begin.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Start {
    text: Vec<u8>,
    class: u16,
    /// Of those that match in the same place, the smallest of a class applies.
    order: u32,
    /// The offset of what follows in the program.
    next: u32,
}

/// Phrases of several classes, put together.
#[derive(Default)]
pub struct Compiler {
    starts: Vec<Start>,
    /// Those that begin with the rest of a word, with words or with repeated characters, by the text behind it. With the empty text also those that begin with
    /// anything else.
    others: Vec<Start>,
    program: Vec<u8>,
    order: u32,
    /// The offsets of what is compiled already.
    compiled: HashMap<*const Link, u32>,
}

/// A part and those after it. The last one has none.
type Rest = Option<Rc<Link>>;

struct Link {
    node: Rc<Node>,
    next: Rest,
}

fn link(node: Rc<Node>, next: Rest) -> Rc<Link> {
    Rc::new(Link { node, next })
}

impl Compiler {
    /// Adds phrases of a class. The longest is preferred where several match, then the first by alphabet.
    pub fn add<S: AsRef<str>>(&mut self, class: u16, phrases: &[S]) {
        let mut each: Vec<&str> = phrases.iter().flat_map(|phrase| split_group(phrase.as_ref())).collect();
        each.sort_by_key(|phrase| (Reverse(phrase.len()), *phrase));
        self.add_in_order(class, &each);
    }

    /// Adds phrases of a class, of which the first that matches is preferred.
    pub fn add_in_order<S: AsRef<str>>(&mut self, class: u16, phrases: &[S]) {
        for phrase in phrases {
            // Most phrases are a text, or one with a rest of a word behind it.
            let phrase = phrase.as_ref();
            let (text, is_beginning) = phrase.strip_suffix('*').map_or((phrase, false), |text| (text, true));
            if !text.is_empty() && !text.contains(OPERATORS) {
                let end = self.block(&[op::END], None);
                let next = if is_beginning {
                    self.block(&[op::REST], Some(end))
                } else {
                    end
                };
                self.push_at(class, text, next, false);
                continue;
            }
            let (mut starts, mut kept) = (Vec::new(), Vec::new());
            expand(String::new(), Some(link(Rc::new(parse(phrase)), None)), &mut starts);
            for (text, rest) in &starts {
                if !text.is_empty() {
                    self.push(class, text, rest.as_ref(), false);
                    continue;
                }
                let Some(begin) = rest else { continue };
                let mut behind = Vec::new();
                if matches!(*begin.node, Node::Rest | Node::WordsBefore | Node::OnceOrMore(_)) {
                    expand(String::new(), begin.next.clone(), &mut behind);
                }
                if behind.is_empty() || behind.iter().any(|(text, _)| text.is_empty()) {
                    self.push(class, "", rest.as_ref(), true);
                    continue;
                }
                for (text, rest) in behind {
                    let next = link(Rc::new(Node::Text(text.clone())), rest);
                    let first = link(begin.node.clone(), Some(next));
                    self.push(class, &text, Some(&first), true);
                    kept.push(first);
                }
            }
            // The links end here, and others may get their addresses.
            self.compiled.clear();
        }
    }

    fn push(&mut self, class: u16, text: &str, rest: Option<&Rc<Link>>, is_other: bool) {
        let next = self.offset_of(rest);
        self.push_at(class, text, next, is_other);
    }

    fn push_at(&mut self, class: u16, text: &str, next: u32, is_other: bool) {
        let start = Start {
            text: text.into(),
            class,
            order: self.order,
            next,
        };
        let list = if is_other { &mut self.others } else { &mut self.starts };
        list.push(start);
        self.order += 1;
    }

    /// The table: the numbers of beginnings, of others, of the places for either's keys, of classes, and of bytes of texts; then all of
    /// these, of the classes how their phrases begin, and before the texts how others do; then the program.
    pub fn finish(mut self) -> Vec<u8> {
        self.starts.sort();
        self.others.sort();
        let (mut rows, mut texts, mut last) = (Vec::new(), Vec::new(), &[][..]);
        for start in self.starts.iter().chain(&self.others) {
            if start.text != last {
                last = &start.text;
                texts.extend(last);
            }
            rows.extend(u32_of(texts.len() - last.len()).to_le_bytes());
            rows.extend(start.next.to_le_bytes());
            rows.extend(start.order.to_le_bytes());
            rows.extend(start.class.to_le_bytes());
            rows.extend(
                u16::try_from(start.text.len())
                    .expect("a phrase is short")
                    .to_le_bytes(),
            );
            texts.extend(&start.text);
        }
        let places = [places(&self.starts), places(&self.others)];
        let [starts, others] = places.each_ref().map(Vec::len);
        let classes = self.classes();
        let counts = [
            self.starts.len(),
            self.others.len(),
            starts,
            others,
            classes.len(),
            texts.len(),
        ];
        let counts = counts.into_iter().flat_map(|count| u32_of(count).to_le_bytes());
        let (places, classes) = (places.concat().concat().concat(), classes.concat().concat());
        let pairs = pairs(&self.others).to_vec();
        [counts.collect(), rows, places, classes, pairs, texts, self.program].concat()
    }

    /// How the phrases of each class begin.
    fn classes(&self) -> Vec<Begin> {
        let all = self.starts.iter().chain(&self.others);
        let count = all.map(|start| usize::from(start.class) + 1).max().unwrap_or_default();
        let mut classes = vec![Begin::default(); count];
        for start in &self.starts {
            let [first, second, _] = &mut classes[usize::from(start.class)];
            add_to(first, start.text.first());
            add_to(second, start.text.get(1));
        }
        for other in &self.others {
            let [_, _, behind] = &mut classes[usize::from(other.class)];
            add_to(behind, other.text.first());
        }
        classes
    }

    fn offset_of(&mut self, rest: Option<&Rc<Link>>) -> u32 {
        let Some(link) = rest else {
            return self.block(&[op::END], None);
        };
        if let Some(offset) = self.compiled.get(&Rc::as_ptr(link)) {
            return *offset;
        }
        let next = self.offset_of(link.next.as_ref());
        let offset = self.compile(&link.node, next);
        self.compiled.insert(Rc::as_ptr(link), offset);
        offset
    }

    /// Compiles a part that goes on at `next`.
    fn compile(&mut self, node: &Node, next: u32) -> u32 {
        match node {
            Node::Text(text) => {
                let mut code = vec![op::TEXT, u8::try_from(text.len()).expect("a phrase is short")];
                code.extend(text.bytes());
                self.block(&code, Some(next))
            }
            Node::OneOf(ranges) => {
                let mut code = vec![op::ONE_OF, u8::try_from(ranges.len()).expect("a phrase is short")];
                for bound in ranges.iter().flat_map(|(first, last)| [*first, *last]) {
                    code.extend(u32::from(bound).to_le_bytes());
                }
                self.block(&code, Some(next))
            }
            Node::Rest => self.block(&[op::REST], Some(next)),
            Node::WordsAfter => self.block(&[op::WORDS_AFTER], Some(next)),
            Node::WordsBefore => self.block(&[op::WORDS_BEFORE], Some(next)),
            Node::Sequence(parts) => parts.iter().rev().fold(next, |next, part| self.compile(part, next)),
            Node::Alternatives(parts) => {
                let parts: Vec<_> = (parts.iter())
                    .map(|part| (first_byte(part), self.compile(part, next)))
                    .collect();
                self.choice_by_byte(&parts)
            }
            Node::Optional(part) => {
                let part = self.compile(part, next);
                self.block(&tried(part), Some(next))
            }
            Node::Repeated(part) => {
                let offset = self.block(&tried(0), Some(next));
                let part = self.compile(part, offset);
                let at = offset as usize;
                self.program[at..at + 5].copy_from_slice(&tried(part));
                offset
            }
            Node::OnceOrMore(part) => {
                let more = self.compile(&Node::Repeated(part.clone()), next);
                self.compile(part, more)
            }
        }
    }

    /// Chooses among parts, of which the first that matches is preferred. A part has a byte if it begins with no other.
    fn choice_by_byte(&mut self, parts: &[(Option<u8>, u32)]) -> u32 {
        let bytes: BTreeSet<u8> = parts.iter().filter_map(|(byte, _)| *byte).collect();
        let mut chain = |byte: Option<u8>| {
            let able = parts.iter().filter(|(first, _)| first.is_none() || *first == byte);
            let offsets: Vec<u32> = able.map(|(_, offset)| *offset).collect();
            match *offsets.as_slice() {
                [] => op::NOWHERE,
                [only] => only,
                [ref first @ .., last] => {
                    let code: Vec<u8> = first.iter().flat_map(|offset| tried(*offset)).collect();
                    self.block(&code, Some(last))
                }
            }
        };
        let mut code = vec![op::BY_BYTE];
        code.extend(chain(None).to_le_bytes());
        code.push(u8::try_from(bytes.len()).unwrap_or(u8::MAX));
        for byte in bytes {
            code.push(byte);
            code.extend(chain(Some(byte)).to_le_bytes());
        }
        self.block(&code, None)
    }

    fn block(&mut self, code: &[u8], next: Option<u32>) -> u32 {
        let offset = u32_of(self.program.len());
        self.program.extend(code);
        if let Some(next) = next {
            self.program.push(op::JUMP);
            self.program.extend(next.to_le_bytes());
        }
        offset
    }
}

/// The byte that a part begins with, if it can begin with no other.
fn first_byte(node: &Node) -> Option<u8> {
    match node {
        Node::Text(text) => text.bytes().next(),
        Node::Sequence(parts) => first_byte(parts.first()?),
        _ => None,
    }
}

fn tried(offset: u32) -> [u8; 5] {
    let [a, b, c, d] = offset.to_le_bytes();
    [op::TRY, a, b, c, d]
}

/// The ways in which a part and those after it begin, the preferred one first: their text, and what follows it.
fn expand(text: String, rest: Rest, starts: &mut Vec<(String, Rest)>) {
    let is_open = |begin: &Rc<Link>| text.len() < TOLD_APART || matches!(*begin.node, Node::Text(_));
    let Some(begin) = rest.clone().filter(is_open) else {
        starts.push((text, rest));
        return;
    };
    match &*begin.node {
        Node::Text(more) => expand(text + more, begin.next.clone(), starts),
        Node::Sequence(parts) => {
            let before = |next: Rest, part: &Rc<Node>| Some(link(part.clone(), next));
            expand(text, parts.iter().rev().fold(begin.next.clone(), before), starts);
        }
        Node::Alternatives(parts) => {
            for part in parts {
                expand(text.clone(), Some(link(part.clone(), begin.next.clone())), starts);
            }
        }
        Node::Optional(part) => {
            expand(text.clone(), Some(link(part.clone(), begin.next.clone())), starts);
            expand(text, begin.next.clone(), starts);
        }
        Node::OneOf(ranges) if chars_of(ranges).count() <= MAX_RANGE => {
            for c in chars_of(ranges) {
                expand(format!("{text}{c}"), begin.next.clone(), starts);
            }
        }
        _ => starts.push((text, rest)),
    }
}

fn chars_of(ranges: &[(char, char)]) -> impl Iterator<Item = char> {
    ranges.iter().flat_map(|(first, last)| *first..=*last)
}
