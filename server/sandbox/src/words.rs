//! Text as a mail search sees it: lower-case words without punctuation.

/// The lower-case words of a text, in one string with a space before, between and after them. Empty without words.
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

    /// Whether the words contain `phrase` as consecutive words.
    pub(crate) fn contain_phrase(&self, phrase: &Words) -> bool {
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
            assert_eq!(text.contain_phrase(&Words::of(phrase)), found, "{phrase}");
        }
        assert!(!Words::of("").contain_phrase(&Words::of("tack")));
    }
}
