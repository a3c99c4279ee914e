//! Labels that say that a number follows.

use std::cmp::Reverse;

use super::{GROUPS, Vocabulary, kebab_case};

/// The classes of numbers that name what a number is of.
const NUMBERED: &str = "Invoice Order Receipt Booking Transaction Reference EarlierInvoice";

/// The labels for each class of numbers that names something; none for the others. They are a class each, after those of the groups.
pub fn explicit_labels_of_all(vocabulary: &Vocabulary) -> Vec<Vec<String>> {
    let numbers = |class: &str| vocabulary.phrases("numbers", class);
    let (words, of) = (numbers("number-word"), numbers("number-of"));
    let groups = GROUPS.iter().filter(|group| group.name == "Numbers");
    let labels = groups.flat_map(|group| group.classes).map(|class| {
        if NUMBERED.split(' ').any(|name| name == class.name) {
            explicit_labels(&numbers(&kebab_case(class.name)), &words, &of).into()
        } else {
            Vec::new()
        }
    });
    labels.collect()
}

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
