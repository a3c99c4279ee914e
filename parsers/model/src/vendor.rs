//! Who sends invoices: vendors (shops) and landlords.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ids::{MailAddress, VendorId};
use crate::sub_type::SubType;

/// A shop whose mails are searched for, one entry of the vendor configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vendor {
    /// The key of the ingest's result.
    pub vendor_id: VendorId,
    /// What people call it.
    pub vendor_name: String,
    /// The category its invoices belong to.
    pub sub_type: SubType,
    /// Whether it is searched for.
    #[serde(default = "yes")]
    pub active: bool,
    /// Senders; a mail from any of them is the vendor's.
    pub email_patterns: Vec<EmailPattern>,
    /// Words of the subject, any of which must stand in it; empty matches any subject.
    #[serde(default)]
    pub subject_keywords: Vec<String>,
}

const fn yes() -> bool {
    true
}

impl Vendor {
    /// How closely a mail's sender and subject match: `None` for not at all, else the more the closer.
    pub fn matches(&self, sender: &MailAddress, subject: &str) -> Option<u32> {
        if !self.subject_keywords.is_empty() && !self.subject_keywords.iter().any(|word| contains(subject, word)) {
            return None;
        }
        self.email_patterns
            .iter()
            .filter_map(|pattern| pattern.matches(sender))
            .max()
    }
}

/// A landlord whose rent notices are searched for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landlord {
    /// The sender of its notices.
    pub sender: EmailPattern,
    /// Words that stand in their subject; empty matches any subject.
    #[serde(default)]
    pub subject: String,
}

impl Landlord {
    /// Whether a mail's sender and subject are this landlord's.
    pub fn matches(&self, sender: &MailAddress, subject: &str) -> bool {
        self.sender.matches(sender).is_some() && contains(subject, &self.subject)
    }
}

/// Whether `words` stand in `subject`, whatever the case and blanks.
fn contains(subject: &str, words: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    plain(subject).contains(&plain(words))
}

/// A sender: an address (`info@example.com`), a domain (`example.com`, its sub-domains too) or a glob (`*@*.example.com`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EmailPattern(String);

/// The text is no sender pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a sender: an address, a domain or a glob with *")]
pub struct PatternError;

impl EmailPattern {
    /// The pattern in small letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// How closely it matches: the number of characters it spells out, an address closer than a domain.
    pub fn matches(&self, sender: &MailAddress) -> Option<u32> {
        let (pattern, sender) = (self.0.as_str(), sender.as_str());
        let hit = if pattern.contains('*') {
            glob(pattern.as_bytes(), sender.as_bytes())
        } else if pattern.contains('@') {
            pattern == sender
        } else {
            let domain = sender.rsplit_once('@').map_or("", |(_, domain)| domain);
            domain == pattern || domain.strip_suffix(pattern).is_some_and(|head| head.ends_with('.'))
        };
        let literal = pattern.chars().filter(|c| *c != '*').count();
        hit.then(|| u32::try_from(literal).unwrap_or(u32::MAX))
    }

    /// The longest part without a `*`, for a search that knows no globs.
    pub fn longest_literal(&self) -> &str {
        self.0
            .split('*')
            .max_by_key(|part| part.len())
            .unwrap_or("")
            .trim_matches(['.', '@'])
    }
}

/// `*` stands for any run of characters. Linear in the product of the lengths at worst, without recursion.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t, mut retry) = (0, 0, None);
    while t < text.len() {
        if p < pattern.len() && pattern[p] == b'*' {
            retry = Some((p, t));
            p += 1;
        } else if p < pattern.len() && pattern[p] == text[t] {
            (p, t) = (p + 1, t + 1);
        } else if let Some((star, from)) = retry {
            retry = Some((star, from + 1));
            (p, t) = (star + 1, from + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|b| *b == b'*')
}

impl FromStr for EmailPattern {
    type Err = PatternError;
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let text = text.trim().to_lowercase();
        // Quotes, braces and blanks would change the meaning of a mailbox search.
        let plain = text.chars().all(|c| c.is_alphanumeric() || "@.*-_+&'=".contains(c));
        let literal = text.split('*').any(|part| part.trim_matches(['.', '@']).len() >= 3);
        let form = text.matches('@').count() <= 1 && text.len() <= 320;
        if plain && literal && form {
            Ok(EmailPattern(text))
        } else {
            Err(PatternError)
        }
    }
}

impl TryFrom<String> for EmailPattern {
    type Error = PatternError;
    fn try_from(text: String) -> Result<Self, PatternError> {
        text.parse()
    }
}

impl From<EmailPattern> for String {
    fn from(pattern: EmailPattern) -> String {
        pattern.0
    }
}

impl fmt::Display for EmailPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(pattern: &str, sender: &str) -> Option<u32> {
        pattern
            .parse::<EmailPattern>()
            .unwrap()
            .matches(&sender.parse().unwrap())
    }

    #[test]
    fn patterns_match_addresses_domains_and_globs() {
        assert!(hit("Info@Example.com", "info@example.com").is_some());
        assert!(hit("example.com", "a@mail.example.com").is_some());
        assert!(hit("example.com", "a@notexample.com").is_none());
        assert!(hit("example.com", "a@example.com.evil.org").is_none());
        assert!(hit("*@*.example.com", "a@b.c.example.com").is_some());
        assert!(hit("*@example.com", "a@b.example.com").is_none());
        assert!(hit("info@example.com", "x@example.com") < hit("example.com", "x@example.com"));
        assert!(hit("info@example.com", "info@example.com") > hit("example.com", "info@example.com"));
    }

    #[test]
    fn a_pattern_that_would_match_everything_is_refused() {
        for text in ["", "*", "*@*", "a b", "\"x\"@example.com", "{from:x}", "a@b@c.se"] {
            assert_eq!(text.parse::<EmailPattern>(), Err(PatternError), "{text}");
        }
    }
}
