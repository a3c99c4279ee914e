//! Counts possible attributes while the HTML parser reads a tag, because the parser doesn't report them.

/// Where in the markup the counter is. It may be wrong in text, in scripts and in comments, but inside a tag it takes nothing
/// for a quoted value that the HTML parser does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// In text, or before the end of a tag's name.
    #[default]
    Name,
    /// Among the attributes of a tag.
    Attributes,
    /// After the `=` of an attribute.
    Equals,
    /// In a value that this quotation mark ends.
    Quoted(u8),
}

/// Counts words: at least as many as a tag can have attributes in `a=1 b`, `<x/a/b>`, `a="1"b="2"`. A slash in a quoted
/// value counts for nothing, because pictures in Base64 have many.
#[derive(Debug, Default)]
pub(super) struct TagWords {
    state: State,
    before: u8,
}

impl TagWords {
    /// The words that begin in the next piece of markup.
    pub fn count(&mut self, markup: &str) -> usize {
        markup.bytes().filter(|byte| self.begins(*byte)).count()
    }

    fn begins(&mut self, byte: u8) -> bool {
        let before = std::mem::replace(&mut self.before, byte);
        let quoted = matches!(self.state, State::Quoted(_));
        self.state = match (self.state, byte) {
            (_, b'<') => State::Name,
            (State::Name, b'/') if before == b'<' => State::Name,
            (State::Name, b'/') => State::Attributes,
            (State::Name, byte) if byte.is_ascii_whitespace() => State::Attributes,
            (State::Attributes, b'=') if before.is_ascii_alphanumeric() => State::Equals,
            (State::Equals, b'"' | b'\'') => State::Quoted(byte),
            (State::Equals, byte) if byte.is_ascii_whitespace() => State::Equals,
            (State::Equals, _) => State::Attributes,
            (State::Quoted(end), byte) if end == byte => State::Attributes,
            (state, _) => state,
        };
        let separates =
            |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'') || byte == b'/' && !quoted;
        separates(before) && !separates(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(markup: &str) -> usize {
        TagWords::default().count(markup)
    }

    #[test]
    fn every_attribute_is_a_word() {
        for (markup, attributes) in [
            ("<p a b=1 c='2'>", 3),
            ("<p/a/b/c>", 3),
            ("<p a=\"1\"b=\"2\"/c>", 3),
            ("</px=\"/a/b\">", 2),
            ("<px=\"/a/b\">", 2),
            ("x=\"<p/a/b>", 2),
            ("<p =\"/a/b>", 2),
            ("<p a=b=\"/c d/e", 2),
        ] {
            assert!(words(markup) >= attributes, "{markup}: {}", words(markup));
        }
    }

    #[test]
    fn a_picture_in_an_attribute_is_a_few_words() {
        let picture = format!(
            "<img alt='a b' src=\"data:image/png;base64,{}\">",
            "ab/c+d/".repeat(1_000)
        );
        assert!(words(&picture) < 10, "{}", words(&picture));
    }
}
