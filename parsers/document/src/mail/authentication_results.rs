//! The `Authentication-Results` header field (RFC 8601, section 2.2).

use std::str::FromStr;

use super::header_syntax::{Cursor, SyntaxError, is_atom, is_keyword, is_token};

/// What one receiver says of a mail.
///
/// Unknown methods, results and properties are kept, comments are not. What compares without case is in lower case, except
/// `authserv_id` and the values.
///
/// ```
/// let field = "mx.example.com; spf=pass (checked) smtp.mailfrom=info@example.com";
/// let results: parser_document::mail::AuthenticationResults = field.parse().unwrap();
/// assert_eq!(results.authserv_id, "mx.example.com");
/// assert_eq!(results.results[0].property("smtp.mailfrom"), Some("info@example.com"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthenticationResults {
    pub authserv_id: String,
    /// The version of the field's syntax. Absent, it is 1.
    pub version: Option<u32>,
    /// None if the receiver checked nothing (`none`).
    pub results: Vec<MethodResult>,
}

/// The result of one method: `dkim=pass header.d=example.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodResult {
    pub method: String,
    /// The version of the method. Absent, it is 1.
    pub version: Option<u32>,
    /// The result, such as `pass`.
    pub result: String,
    /// Why, in the receiver's words.
    pub reason: Option<String>,
    pub properties: Vec<Property>,
}

/// What a method checked: `header.d=example.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The origin of the value, such as `smtp` or `header`.
    pub ptype: String,
    pub name: String,
    /// A host name, any other token, a text, or a mail address: `user@example.com`, or `@example.com` without a local part. It has
    /// no quotes.
    pub value: String,
}

impl AuthenticationResults {
    /// The maximum length of a field, in bytes.
    pub const MAX_LENGTH: usize = 16 * 1024;
    pub const MAX_RESULTS: usize = 64;
}

impl MethodResult {
    /// The value of a property, by its name in lower case: `header.d`.
    pub fn property(&self, name: &str) -> Option<&str> {
        let has_name = |property: &&Property| name.split_once('.') == Some((&property.ptype, &property.name));
        let found = self.properties.iter().find(has_name);
        found.map(|property| property.value.as_str())
    }
}

impl FromStr for AuthenticationResults {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        if text.len() > Self::MAX_LENGTH {
            return Err(SyntaxError::TooLong(Self::MAX_LENGTH));
        }
        let mut cursor = Cursor::new(text);
        cursor.skip_cfws()?;
        let authserv_id = cursor.value("the name of the receiver")?;
        let is_apart = cursor.skip_cfws()?;
        let version = match cursor.peek() {
            Some('0'..='9') if is_apart => Some(cursor.version()?),
            _ => None,
        };
        cursor.skip_cfws()?;
        let mut parsed = AuthenticationResults {
            authserv_id,
            version,
            results: vec![],
        };
        cursor.expect(';', "a semicolon")?;
        cursor.skip_cfws()?;
        let mut method = cursor.keyword("a method")?;
        cursor.skip_cfws()?;
        if method == "none" && cursor.is_at_end() {
            return Ok(parsed);
        }
        loop {
            if parsed.results.len() == Self::MAX_RESULTS {
                return Err(SyntaxError::TooManyResults(Self::MAX_RESULTS));
            }
            parsed.results.push(result(&mut cursor, method)?);
            if cursor.is_at_end() {
                return Ok(parsed);
            }
            cursor.expect(';', "a semicolon")?;
            cursor.skip_cfws()?;
            method = cursor.keyword("a method")?;
            cursor.skip_cfws()?;
        }
    }
}

/// What follows a method's name, to the next semicolon: `resinfo`.
fn result(cursor: &mut Cursor<'_>, method: String) -> Result<MethodResult, SyntaxError> {
    let mut version = None;
    if cursor.skip('/') {
        cursor.skip_cfws()?;
        version = Some(cursor.version()?);
        cursor.skip_cfws()?;
    }
    cursor.expect('=', "an equals sign")?;
    cursor.skip_cfws()?;
    let mut read = MethodResult {
        method,
        version,
        result: cursor.keyword("a result")?,
        reason: None,
        properties: vec![],
    };
    // A property follows white space or a comment, or the value of another property.
    let mut may_follow = cursor.skip_cfws()?;
    while may_follow && cursor.peek().is_some_and(is_keyword) {
        let word = cursor.keyword("a property")?;
        cursor.skip_cfws()?;
        let is_reason = word == "reason" && read.reason.is_none() && read.properties.is_empty();
        if is_reason && cursor.skip('=') {
            cursor.skip_cfws()?;
            read.reason = Some(cursor.value("a reason")?);
            may_follow = cursor.skip_cfws()?;
            continue;
        }
        cursor.expect('.', "a full stop")?;
        cursor.skip_cfws()?;
        let name = cursor.keyword("a property")?;
        cursor.skip_cfws()?;
        cursor.expect('=', "an equals sign")?;
        cursor.skip_cfws()?;
        read.properties.push(Property {
            ptype: word,
            name,
            value: property_value(cursor)?,
        });
        cursor.skip_cfws()?;
    }
    Ok(read)
}

/// `pvalue`: an address, a host name or a value. A host name is a token too.
fn property_value(cursor: &mut Cursor<'_>) -> Result<String, SyntaxError> {
    let missing = cursor.missing("a value");
    let (mut text, is_local, is_text) = if cursor.peek() == Some('"') {
        (cursor.quoted_string()?, true, true)
    } else {
        let run = cursor.run(|c| is_atom(c) || c == '.');
        let is_token = !run.is_empty() && run.chars().all(is_token);
        (run.to_owned(), run.is_empty() || is_dot_string(run), is_token)
    };
    if is_local && cursor.skip('@') {
        text.push('@');
        text.push_str(domain(cursor)?);
    } else if !is_text {
        return Err(missing);
    }
    Ok(text)
}

/// The domain of an address. More than `domain-name` has, because receivers write it as they find it: a single label, underscores, a full
/// stop at the end.
fn domain<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, SyntaxError> {
    let missing = cursor.missing("a domain");
    let domain = cursor.run(|c| is_keyword(c) || matches!(c, '.' | '_') || (!c.is_ascii() && is_token(c)));
    let labels = domain.strip_suffix('.').unwrap_or(domain);
    if labels.split('.').any(str::is_empty) {
        return Err(missing);
    }
    Ok(domain)
}

/// `Dot-string` of RFC 5321: atoms with full stops between them.
fn is_dot_string(text: &str) -> bool {
    text.split('.')
        .all(|atom| !atom.is_empty() && atom.chars().all(is_atom))
}
