//! The `Authentication-Results` header field (RFC 8601, section 2.2).

use std::fmt;
use std::str::FromStr;

use super::header_syntax::{Cursor, SyntaxError, is_atom, is_keyword, is_token, quoted};

/// What one receiver says of a mail.
///
/// Unknown methods, results and properties are kept, comments are not. What compares without case is in lower case, except
/// `authserv_id` and the values.
///
/// ```
/// let field = "mx.example.com; spf=pass (checked) smtp.mailfrom=info@example.com";
/// let results: parser_document::mail::AuthenticationResults = field.parse().unwrap();
/// assert_eq!(results.authserv_id, "mx.example.com");
/// assert_eq!(results.results[0].property("smtp.mailfrom").unwrap().to_string(), "info@example.com");
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
    pub value: PropertyValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyValue {
    /// A host name, any other token, or a quoted string.
    Text(String),
    /// A mail address that is not in quotes: `user@example.com`, or `@example.com` without a local part.
    Address {
        /// The part before the `@`.
        local: Option<String>,
        /// The part after the `@`.
        domain: String,
    },
}

impl AuthenticationResults {
    /// The maximum length of a field, in bytes.
    pub const MAX_LENGTH: usize = 16 * 1024;
    pub const MAX_RESULTS: usize = 64;
}

impl MethodResult {
    /// The value of a property, by its name in lower case: `header.d`.
    pub fn property(&self, name: &str) -> Option<&PropertyValue> {
        let found = self.properties.iter().find(|property| property.has_name(name));
        found.map(|property| &property.value)
    }
}

impl Property {
    fn has_name(&self, name: &str) -> bool {
        name.split_once('.') == Some((&self.ptype, &self.name))
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
fn property_value(cursor: &mut Cursor<'_>) -> Result<PropertyValue, SyntaxError> {
    if cursor.skip('@') {
        let domain = domain(cursor)?;
        return Ok(PropertyValue::Address { local: None, domain });
    }
    let missing = cursor.missing("a value");
    let (text, is_local, is_text) = if cursor.peek() == Some('"') {
        (cursor.quoted_string()?, true, true)
    } else {
        let run = cursor.run(|c| is_atom(c) || c == '.');
        let is_token = !run.is_empty() && run.chars().all(is_token);
        (run.to_owned(), is_dot_string(run), is_token)
    };
    if is_local && cursor.skip('@') {
        let domain = domain(cursor)?;
        let local = Some(text);
        return Ok(PropertyValue::Address { local, domain });
    }
    if is_text {
        Ok(PropertyValue::Text(text))
    } else {
        Err(missing)
    }
}

/// The domain of an address. More than `domain-name` has, because receivers write it as they find it: a single label, underscores, a full
/// stop at the end.
fn domain(cursor: &mut Cursor<'_>) -> Result<String, SyntaxError> {
    let missing = cursor.missing("a domain");
    let domain = cursor.run(|c| is_keyword(c) || matches!(c, '.' | '_') || (!c.is_ascii() && is_token(c)));
    let labels = domain.strip_suffix('.').unwrap_or(domain);
    if labels.split('.').any(str::is_empty) {
        return Err(missing);
    }
    Ok(domain.to_owned())
}

/// `Dot-string` of RFC 5321: atoms with full stops between them.
fn is_dot_string(text: &str) -> bool {
    text.split('.')
        .all(|atom| !atom.is_empty() && atom.chars().all(is_atom))
}

/// Writes a field that parses to the same results.
impl fmt::Display for AuthenticationResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(f, &self.authserv_id)?;
        if let Some(version) = self.version {
            write!(f, " {version}")?;
        }
        if self.results.is_empty() {
            f.write_str("; none")?;
        }
        self.results.iter().try_for_each(|result| write!(f, "; {result}"))
    }
}

impl fmt::Display for MethodResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.method)?;
        if let Some(version) = self.version {
            write!(f, "/{version}")?;
        }
        write!(f, "={}", self.result)?;
        if let Some(reason) = &self.reason {
            f.write_str(" reason=")?;
            write_value(f, reason)?;
        }
        let mut properties = self.properties.iter();
        properties.try_for_each(|property| write!(f, " {}.{}={}", property.ptype, property.name, property.value))
    }
}

impl fmt::Display for PropertyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyValue::Text(text) => write_value(f, text),
            PropertyValue::Address { local: None, domain } => write!(f, "@{domain}"),
            PropertyValue::Address {
                local: Some(local),
                domain,
            } => write!(f, "{}@{domain}", quoted(local, is_dot_string(local))),
        }
    }
}

fn write_value(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str(&quoted(text, !text.is_empty() && text.chars().all(is_token)))
}
