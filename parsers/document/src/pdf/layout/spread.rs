//! Words set with gaps between their letters: `H Y R E S A V I`, `O C R - N U M M E R`.

use super::Word;

/// Fewer letters that stand alone are initials, or heads of columns.
const LEAST_LETTERS: usize = 3;

/// The usual gap between the letters of words where every letter stands alone.
pub fn usual_gap(words: &[Word]) -> Option<f32> {
    let letters = words.iter().filter(|word| is_letter(&word.text)).count();
    if letters < LEAST_LETTERS || !words.iter().all(|word| is_letter(&word.text) || is_sign(&word.text)) {
        return None;
    }
    let mut gaps: Vec<f32> = words.windows(2).map(|pair| pair[1].x0 - pair[0].x1).collect();
    gaps.sort_by(f32::total_cmp);
    gaps.get(gaps.len() / 2).map(|gap| gap.max(0.1))
}

/// The gap that parts such words from one another. Of three letters alone nobody can tell.
pub fn word_gap(words: &[Word]) -> Option<f32> {
    usual_gap(words)
        .filter(|_| words.len() > LEAST_LETTERS)
        .map(|gap| gap * 1.7)
}

/// `A T T BETALA`: letters that stand alone beside words that do not are one word.
pub fn close_up(text: String) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let lone = |word: &&str| is_letter(word) && word.chars().all(char::is_uppercase);
    if words.len() < LEAST_LETTERS || !words.windows(LEAST_LETTERS).any(|run| run.iter().all(lone)) {
        return text;
    }
    let mut closed = String::with_capacity(text.len());
    for run in words.chunk_by(|one, next| lone(one) && lone(next)) {
        if !closed.is_empty() {
            closed.push(' ');
        }
        let separator = if run.len() < LEAST_LETTERS { " " } else { "" };
        closed.push_str(&run.join(separator));
    }
    closed
}

fn is_letter(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

fn is_sign(text: &str) -> bool {
    matches!(text, "-" | "–" | "." | "/" | "&" | "·" | ":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_stand_alone_are_closed_up_where_there_are_three() {
        for (text, closed) in [
            ("A T T BETALA", "ATT BETALA"),
            ("A B Svensson", "A B Svensson"),
            ("FAKTURA", "FAKTURA"),
            ("a b c", "a b c"),
        ] {
            assert_eq!(close_up(text.to_owned()), closed);
        }
    }
}
