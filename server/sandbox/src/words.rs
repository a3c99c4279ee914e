//! Text as a mail search sees it: words without case and punctuation.

/// The words of a text, in small letters.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Whether `phrase` stands in `text`, word after word.
pub(crate) fn contain(text: &[String], phrase: &[String]) -> bool {
    !phrase.is_empty() && text.windows(phrase.len()).any(|part| part == phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_by_whole_words_in_order() {
        let text = words("Tack för din BESTÄLLNING, Alva!");
        for (phrase, found) in [
            ("tack för", true),
            ("din beställning", true),
            ("beställ", false),
            ("din för", false),
            ("", false),
        ] {
            assert_eq!(contain(&text, &words(phrase)), found, "{phrase}");
        }
    }
}
