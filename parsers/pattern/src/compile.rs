//! From an expression to a program.

use std::collections::{HashMap, HashSet};

use regex_automata::nfa::thompson::{Compiler, NFA, State, Transition, WhichCaptures};
use regex_automata::util::look::Look;
use regex_automata::util::primitives::StateID;
use regex_syntax::hir::{Hir, HirKind};

use crate::needed::{ByteSet, needed};
use crate::op;

/// The program of an expression, or what is wrong with the expression.
pub fn program(pattern: &str) -> Result<Vec<u8>, String> {
    let hir = regex_syntax::parse(&with_letters(pattern)).map_err(|error| error.to_string())?;
    if hir.properties().minimum_len() == Some(0) {
        return Err("a match can be empty".into());
    }
    if repeats_nothing(&hir) {
        return Err("a repeated part can be empty".into());
    }
    let config = NFA::config().which_captures(WhichCaptures::All);
    let nfa = Compiler::new()
        .configure(config)
        .build_from_hir(&hir)
        .map_err(|error| error.to_string())?;
    Writer::new(&nfa).write(&hir)
}

/// The pattern with the letters in place of their classes.
fn with_letters(pattern: &str) -> String {
    const CLASSES: [(&str, &str); 4] = [
        (r"\p{Lu}", "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽΆ-ΏΑ-ΫА-Я"),
        (r"\p{Ll}", "a-zß-öø-ÿāăąćčďđēėęěğģīįķĺļľłńņňőœŕřśşšţťūůűųźżžά-ώа-яё"),
        (r"\p{L}", "A-Za-zÀ-ÖØ-öø-ɏΆ-ώА-яё"),
        (r"\p{N}", "0-9"),
    ];
    let (mut written, mut rest, mut is_in_set) = (String::new(), pattern, false);
    while let Some(c) = rest.chars().next() {
        let class = CLASSES.iter().find(|(class, _)| rest.starts_with(class));
        let length = match class {
            Some((class, letters)) => {
                let [open, close] = if is_in_set { ["", ""] } else { ["[", "]"] };
                written.extend([open, letters, close]);
                class.len()
            }
            None => {
                is_in_set = c == '[' || is_in_set && c != ']';
                let escaped = rest.strip_prefix('\\').and_then(|rest| rest.chars().next());
                let length = c.len_utf8() + escaped.map_or(0, char::len_utf8);
                written.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    written
}

/// Whether a part that is repeated without end can be empty. A program would go round in it.
fn repeats_nothing(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Repetition(repeated) => {
            let is_endless = repeated.max.is_none() && repeated.sub.properties().minimum_len() == Some(0);
            is_endless || repeats_nothing(&repeated.sub)
        }
        HirKind::Capture(group) => repeats_nothing(&group.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(repeats_nothing),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => false,
    }
}

/// What a part of the program does.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Part {
    State(StateID),
    /// Tries states, the preferred one first.
    Try(Vec<StateID>),
}

struct Writer<'n> {
    nfa: &'n NFA,
    program: Vec<u8>,
    offsets: HashMap<Part, usize>,
    /// Parts that are referred to at offsets.
    references: Vec<(usize, Part)>,
    branches: u16,
}

impl<'n> Writer<'n> {
    fn new(nfa: &'n NFA) -> Self {
        Writer {
            nfa,
            program: Vec::new(),
            offsets: HashMap::new(),
            references: Vec::new(),
            branches: 0,
        }
    }

    fn write(mut self, hir: &Hir) -> Result<Vec<u8>, String> {
        let start = self.nfa.start_anchored();
        self.program.extend(self.first(start).bytes.bits());
        debug_assert_eq!(self.program.len(), op::NEEDED);
        self.program.extend(needed(hir).unwrap_or(ByteSet::ALL).bits());
        debug_assert_eq!(self.program.len(), op::ANCHORED);
        self.program.push(u8::from(self.nfa.is_always_start_anchored()));
        debug_assert_eq!(self.program.len(), op::SLOTS);
        let slots = self.nfa.group_info().slot_len();
        self.program
            .push(u8::try_from(slots).map_err(|_| "it has too many groups")?);
        debug_assert_eq!(self.program.len(), op::BRANCHES);
        self.program.extend([0; 2]);
        self.write_part(Part::State(start))?;
        let mut at = 0;
        while let Some((offset, part)) = self.references.get(at).cloned() {
            let target = match self.offsets.get(&part) {
                Some(target) => *target,
                None => self.write_part(part)?,
            };
            let target = u16::try_from(target).map_err(|_| "it is too large")?;
            self.program[offset..offset + 2].copy_from_slice(&target.to_le_bytes());
            at += 1;
        }
        self.program[op::BRANCHES..op::START].copy_from_slice(&self.branches.to_le_bytes());
        Ok(self.program)
    }

    fn refer(&mut self, part: Part) {
        self.references.push((self.program.len(), part));
        self.program.extend([0; 2]);
    }

    fn count(&mut self, count: usize) -> Result<(), String> {
        self.program
            .push(u8::try_from(count).map_err(|_| "a part is too large")?);
        Ok(())
    }

    fn write_part(&mut self, part: Part) -> Result<usize, String> {
        let offset = self.program.len();
        self.offsets.insert(part.clone(), offset);
        match part {
            Part::Try(states) => self.write_try(states)?,
            Part::State(state) => self.write_state(state)?,
        }
        Ok(offset)
    }

    fn write_try(&mut self, states: Vec<StateID>) -> Result<(), String> {
        self.program.push(op::TRY);
        self.program.extend(self.branches.to_le_bytes());
        self.branches += 1;
        self.count(states.len())?;
        for state in states {
            self.refer(Part::State(state));
        }
        Ok(())
    }

    fn write_state(&mut self, state: StateID) -> Result<(), String> {
        match self.nfa.state(state) {
            State::ByteRange { trans } if trans.start == trans.end => self.write_text(*trans),
            State::ByteRange { trans } => self.write_ranges(&[*trans]),
            State::Sparse(ranges) => self.write_ranges(&ranges.transitions),
            State::Union { .. } | State::BinaryUnion { .. } => self.write_choice(state),
            State::Capture { next, slot, .. } => {
                self.write_then(op::KEEP, *next);
                self.count(slot.as_usize())
            }
            State::Look { look, next } => {
                let op = match look {
                    Look::Start => op::AT_START,
                    Look::End => op::AT_END,
                    Look::WordUnicode => op::AT_WORD,
                    Look::WordUnicodeNegate => op::NOT_AT_WORD,
                    _ => return Err("of places, only ^, $, \\b and \\B are known".into()),
                };
                self.write_then(op, *next);
                Ok(())
            }
            State::Match { .. } => {
                self.program.push(op::MATCH);
                Ok(())
            }
            State::Fail => self.write_try(Vec::new()),
            State::Dense(_) => Err("its form is unknown".into()),
        }
    }

    fn write_then(&mut self, op: u8, next: StateID) {
        self.program.push(op);
        self.refer(Part::State(next));
    }

    /// Several bytes one after the other become one text.
    fn write_text(&mut self, first: Transition) -> Result<(), String> {
        let (mut text, mut next) = (vec![first.start], first.next);
        while let State::ByteRange { trans } = self.nfa.state(next)
            && trans.start == trans.end
        {
            text.push(trans.start);
            next = trans.next;
        }
        self.write_then(op::TEXT, next);
        self.count(text.len())?;
        self.program.extend(text);
        Ok(())
    }

    fn write_ranges(&mut self, ranges: &[Transition]) -> Result<(), String> {
        self.program.push(op::ONE_OF);
        self.count(ranges.len())?;
        for range in ranges {
            self.program.extend([range.start, range.end]);
            self.refer(Part::State(range.next));
        }
        Ok(())
    }

    /// The states among which a state chooses that can go on at a byte, for each byte and for the text's end.
    fn write_choice(&mut self, state: StateID) -> Result<(), String> {
        let mut states = Vec::new();
        self.flatten(state, &mut states);
        let firsts: Vec<First> = states.iter().map(|state| self.first(*state)).collect();
        let able = |can: &dyn Fn(&First) -> bool| -> Vec<StateID> {
            let able = states.iter().zip(&firsts).filter(|(_, first)| can(first));
            able.map(|(state, _)| *state).collect()
        };
        let mut ranges: Vec<(u8, Vec<StateID>)> = Vec::new();
        for byte in 0..=u8::MAX {
            let able = able(&|first| first.bytes.has(byte));
            match ranges.last_mut() {
                Some((last, known)) if *known == able => *last = byte,
                _ => ranges.push((byte, able)),
            }
        }
        let at_end = able(&|first| first.at_end);
        if ranges.iter().all(|(_, able)| *able == states) && at_end == states {
            return self.write_try(states);
        }
        let part = |able: Vec<StateID>| match *able.as_slice() {
            [only] => Part::State(only),
            _ => Part::Try(able),
        };
        self.program.push(op::CHOOSE);
        self.refer(part(at_end));
        self.count(ranges.len() - 1)?;
        for (last, able) in ranges {
            self.program.push(last);
            self.refer(part(able));
        }
        Ok(())
    }

    /// The states that a state chooses among, of which none chooses again.
    fn flatten(&self, state: StateID, states: &mut Vec<StateID>) {
        match self.alternates(state) {
            Some(alternates) => alternates.into_iter().for_each(|state| self.flatten(state, states)),
            None if states.contains(&state) => {}
            None => states.push(state),
        }
    }

    /// The states among which a state chooses, the preferred one first. `None` if it doesn't.
    fn alternates(&self, state: StateID) -> Option<Vec<StateID>> {
        match self.nfa.state(state) {
            State::Union { alternates } => Some(alternates.to_vec()),
            State::BinaryUnion { alt1, alt2 } => Some(vec![*alt1, *alt2]),
            _ => None,
        }
    }

    fn first(&self, state: StateID) -> First {
        let mut first = First::default();
        self.add_first(state, &mut HashSet::new(), &mut first);
        first
    }

    fn add_first(&self, state: StateID, seen: &mut HashSet<StateID>, first: &mut First) {
        if !seen.insert(state) {
            return;
        }
        match self.nfa.state(state) {
            State::ByteRange { trans } => first.bytes.add(trans.start, trans.end),
            State::Sparse(ranges) => {
                for range in &ranges.transitions {
                    first.bytes.add(range.start, range.end);
                }
            }
            State::Union { .. } | State::BinaryUnion { .. } => {
                for next in self.alternates(state).into_iter().flatten() {
                    self.add_first(next, seen, first);
                }
            }
            State::Capture { next, .. } | State::Look { next, .. } => self.add_first(*next, seen, first),
            State::Fail => {}
            State::Match { .. } | State::Dense(_) => {
                *first = First {
                    bytes: ByteSet::ALL,
                    at_end: true,
                };
            }
        }
    }
}

/// Where a state can go on.
#[derive(Default)]
struct First {
    bytes: ByteSet,
    at_end: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_can_not_do_is_refused() {
        for (pattern, problem) in [
            ("a*", "a match can be empty"),
            ("(?:a?)*b", "a repeated part can be empty"),
            ("(?m)^a", r"of places, only ^, $, \b and \B are known"),
        ] {
            assert_eq!(program(pattern), Err(problem.to_owned()), "{pattern}");
        }
        assert!(program("(a").is_err_and(|problem| problem.contains("unclosed group")));
    }

    #[test]
    fn most_texts_can_be_told_apart_by_a_byte() {
        let has = |set: &[u8], byte: u8| set[usize::from(byte / 8)] >> (byte % 8) & 1 == 1;
        let program = program(r"(?:id|Nr) ?[0-9]+ ?€").expect("the pattern is valid");
        let (begins, needed) = (&program[..op::NEEDED], &program[op::NEEDED..op::ANCHORED]);
        for byte in 0..=u8::MAX {
            assert_eq!(has(begins, byte), matches!(byte, b'i' | b'N'), "{byte}");
        }
        assert!("€".bytes().any(|byte| has(needed, byte)));
        assert!(!"id Nr 12 kr".bytes().any(|byte| has(needed, byte)));
    }
}
