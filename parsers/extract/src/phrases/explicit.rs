//! Labels that say that a number follows. Part of the crate and of its build script.

use std::cmp::Reverse;

/// The phrases for names with a word for "number" after or before them: `order number`, `ordernummer`, `numéro de commande`.
pub fn explicit_labels(names: &[&str], number_words: &[&str], of: &[&str]) -> [String; 2] {
    let (letters, words): (Vec<&str>, Vec<&str>) =
        (number_words.iter().copied()).partition(|word| word.chars().nth(1).is_none());
    let (letter, word) = (one_of(&letters), one_of(&words));
    // `ordernummer` is one word, but the `n` of `ordren` stands for no number.
    let number = format!("( ?{word}| {letter})");
    let (name, of) = (one_of(names), one_of(of));
    [
        format!("{name}{number}{number}?"),
        format!("({word}|{letter}) ({of} )?{name}"),
    ]
}

/// Phrases as one group, the longest first.
fn one_of(phrases: &[&str]) -> String {
    let mut phrases = phrases.to_vec();
    phrases.sort_by_key(|phrase| (Reverse(phrase.len()), *phrase));
    format!("({})", phrases.join("|"))
}
