//! The lexical tokens of structured header fields: comments, white space, tokens and quoted strings.
//!
//! RFC 5322, sections 3.2.1 to 3.2.4; RFC 2045, section 5.1 (token); RFC 5321, section 4.1.2 (Keyword). Characters beyond ASCII are
//! accepted as RFC 6532 allows. The obsolete syntax of RFC 5322 is refused.

use thiserror::Error;

/// Why a header field can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SyntaxError {
    #[error("the header is longer than {0} bytes")]
    TooLong(usize),
    #[error("there are more than {0} results")]
    TooManyResults(usize),
    #[error("a comment is not closed")]
    OpenComment,
    #[error("a quoted string is not closed")]
    OpenString,
    #[error("there is a control character at byte {0}")]
    Control(usize),
    #[error("the version at byte {0} is too large")]
    Version(usize),
    /// Something else is at a place than the grammar has there.
    #[error("{what} is missing at byte {at}")]
    Missing { what: &'static str, at: usize },
}

/// Reads a header field's value from its start to its end. No method goes back or recurses, so time is linear in the length.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Cursor { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    pub fn missing(&self, what: &'static str) -> SyntaxError {
        SyntaxError::Missing { what, at: self.at }
    }

    pub fn skip(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    pub fn expect(&mut self, wanted: char, what: &'static str) -> Result<(), SyntaxError> {
        if self.skip(wanted) {
            Ok(())
        } else {
            Err(self.missing(what))
        }
    }

    /// The longest run of characters of a class. It may be empty.
    pub fn run(&mut self, class: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let run = &rest[..rest.find(|c| !class(c)).unwrap_or(rest.len())];
        self.at += run.len();
        run
    }

    /// Skips a line break that folds the field: one before a blank or a tab.
    fn skip_fold(&mut self) -> bool {
        let rest = self.rest();
        let after = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'));
        let fold = after.filter(|after| after.starts_with([' ', '\t']));
        if let Some(after) = fold {
            self.at = self.text.len() - after.len();
        }
        fold.is_some()
    }

    /// Skips comments and folding white space. Whether there were any.
    pub fn skip_cfws(&mut self) -> Result<bool, SyntaxError> {
        let start = self.at;
        loop {
            match self.peek() {
                Some(' ' | '\t') => self.at += 1,
                Some('\r' | '\n') if self.skip_fold() => {}
                Some('(') => self.skip_comment()?,
                _ => return Ok(self.at > start),
            }
        }
    }

    /// Skips a comment with those inside it.
    fn skip_comment(&mut self) -> Result<(), SyntaxError> {
        let mut depth = 0_usize;
        loop {
            match self.content()? {
                None => return Err(SyntaxError::OpenComment),
                Some(Content::Plain('(')) => depth += 1,
                Some(Content::Plain(')')) => depth -= 1,
                Some(_) => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// The content of a quoted string, without the backslashes of quoted pairs and without line breaks.
    pub fn quoted_string(&mut self) -> Result<String, SyntaxError> {
        self.expect('"', "a quoted string")?;
        let mut text = String::new();
        loop {
            match self.content()? {
                None => return Err(SyntaxError::OpenString),
                Some(Content::Plain('"')) => return Ok(text),
                Some(Content::Plain(c) | Content::Pair(c)) => text.push(c),
                Some(Content::Fold) => {}
            }
        }
    }

    /// The next piece of a comment or quoted string. `None` at the end of the field.
    fn content(&mut self) -> Result<Option<Content>, SyntaxError> {
        if self.skip_fold() {
            return Ok(Some(Content::Fold));
        }
        let is_pair = self.skip('\\');
        let Some(c) = self.peek() else { return Ok(None) };
        if c.is_control() && c != '\t' {
            return Err(SyntaxError::Control(self.at));
        }
        self.at += c.len_utf8();
        Ok(Some(if is_pair { Content::Pair(c) } else { Content::Plain(c) }))
    }

    /// A Keyword in lower case: letters, digits and hyphens. The last character isn't a hyphen.
    pub fn keyword(&mut self, what: &'static str) -> Result<String, SyntaxError> {
        let start = self.at;
        let word = self.run(is_keyword);
        if word.is_empty() || word.ends_with('-') {
            return Err(SyntaxError::Missing { what, at: start });
        }
        Ok(word.to_ascii_lowercase())
    }

    pub fn version(&mut self) -> Result<u32, SyntaxError> {
        let start = self.at;
        let digits = self.run(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.missing("a version"));
        }
        digits.parse().map_err(|_| SyntaxError::Version(start))
    }

    /// A value: a token or a quoted string.
    pub fn value(&mut self, what: &'static str) -> Result<String, SyntaxError> {
        if self.peek() == Some('"') {
            return self.quoted_string();
        }
        let token = self.run(is_token);
        if token.is_empty() {
            return Err(self.missing(what));
        }
        Ok(token.to_owned())
    }
}

/// A piece of a comment or quoted string.
enum Content {
    Plain(char),
    /// The second character of a quoted pair.
    Pair(char),
    /// A line break.
    Fold,
}

pub(super) fn is_keyword(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

/// Characters of a token: visible ones other than `tspecials`.
pub(super) fn is_token(c: char) -> bool {
    is_visible(c) && !r#"()<>@,;:\"/[]?="#.contains(c)
}

/// Characters of an atom: visible ones other than `specials`.
pub(super) fn is_atom(c: char) -> bool {
    is_visible(c) && !r#"()<>@,;:\"[]."#.contains(c)
}

fn is_visible(c: char) -> bool {
    !c.is_control() && !c.is_whitespace()
}
