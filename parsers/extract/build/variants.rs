//! The single texts that a phrase stands for.

/// A phrase with more variants is not looked into.
const MOST: usize = 5_000;

/// The texts that a phrase matches. `*`, `…`, ranges and repetitions stay as they are written. Empty if there are too many.
pub fn variants(phrase: &str) -> Vec<String> {
    let chars: Vec<char> = phrase.chars().collect();
    alternatives(&chars, &mut 0).unwrap_or_default()
}

/// The alternatives up to the bracket that closes, or to the end.
fn alternatives(chars: &[char], at: &mut usize) -> Option<Vec<String>> {
    let mut finished = Vec::new();
    let mut current = vec![String::new()];
    while let Some(c) = chars.get(*at).filter(|c| **c != ')') {
        *at += 1;
        let mut part = match c {
            '|' => {
                finished.append(&mut current);
                current.push(String::new());
                continue;
            }
            '(' => {
                let inner = alternatives(chars, at)?;
                *at += 1;
                inner
            }
            '[' => {
                let length = chars[*at..].iter().position(|c| *c == ']')?;
                let set = &chars[*at..*at + length];
                *at += length + 1;
                if set.contains(&'-') {
                    vec![format!("[{}]", set.iter().collect::<String>())]
                } else {
                    set.iter().map(ToString::to_string).collect()
                }
            }
            c => vec![c.to_string()],
        };
        match chars.get(*at) {
            Some('?') => part.push(String::new()),
            Some('+') => part.iter_mut().for_each(|variant| variant.push('+')),
            _ => *at -= 1,
        }
        *at += 1;
        if current.len() * part.len() + finished.len() > MOST {
            return None;
        }
        let append = |before: &String| part.iter().map(|after| format!("{before}{after}")).collect::<Vec<_>>();
        current = current.iter().flat_map(append).collect();
    }
    finished.append(&mut current);
    Some(finished)
}

/// Whether a variant has something that stands for several texts.
pub fn is_pattern(variant: &str) -> bool {
    variant.contains(['*', '…', '[', '+'])
}

/// Whether a variant, with `*` and `…`, matches all of a text. A range matches nothing.
pub fn covers(variant: &str, text: &str) -> bool {
    let chars = |text: &str| text.chars().collect::<Vec<char>>();
    matches(&chars(variant), &chars(text))
}

fn matches(pattern: &[char], text: &[char]) -> bool {
    match pattern {
        [] => text.is_empty(),
        ['*', rest @ ..] => {
            matches(rest, text) || text.first().is_some_and(|c| *c != ' ') && matches(pattern, &text[1..])
        }
        [' ', '…', rest @ ..] => {
            let after_word = |from: usize| {
                text[from..]
                    .iter()
                    .position(|c| *c == ' ')
                    .map_or(text.len(), |at| from + at)
            };
            matches(rest, text) || text.first() == Some(&' ') && matches(pattern, &text[after_word(1)..])
        }
        ['…', ' ', rest @ ..] => {
            let blank = text.iter().position(|c| *c == ' ');
            matches(rest, text) || blank.is_some_and(|blank| matches(pattern, &text[blank + 1..]))
        }
        [c, rest @ ..] => text.first() == Some(c) && matches(rest, &text[1..]),
    }
}
