//! Text as a mail search sees it: words without case and punctuation.

/// The words of a text in small letters, in one string with a blank before, between and after them. No words are no string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words(Box<str>);

impl Words {
    /// The words of a text.
    pub(crate) fn of(text: &str) -> Words {
        let mut words = String::new();
        for word in text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
        {
            if words.is_empty() {
                words.push(' ');
            }
            words.extend(word.chars().flat_map(char::to_lowercase));
            words.push(' ');
        }
        Words(words.into())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `phrase` stands in these, word after word.
    pub(crate) fn contain(&self, phrase: &Words) -> bool {
        !phrase.is_empty() && self.0.contains(&*phrase.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_by_whole_words_in_order() {
        let text = Words::of("Tack för din BESTÄLLNING, Alva!");
        for (phrase, found) in [
            ("tack för", true),
            ("din beställning", true),
            ("beställ", false),
            ("din för", false),
            ("", false),
        ] {
            assert_eq!(text.contain(&Words::of(phrase)), found, "{phrase}");
        }
        assert!(!Words::of("").contain(&Words::of("tack")));
    }
}
