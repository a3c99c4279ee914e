//! The senders of invoices: vendors and landlords.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::ids::{MailAddress, TextError, VendorId};
use crate::label::{LabelPhrase, Labels};
use crate::sub_type::SubType;

/// A company whose receipts are collected. The form of an entry of the operator's vendors file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vendor {
    /// Its id, unique in the catalogue.
    pub vendor_id: VendorId,
    /// Its name, as users see it.
    pub vendor_name: String,
    /// The category of its invoices.
    pub sub_type: SubType,
    /// Whether its mails are searched for.
    #[serde(default = "yes")]
    pub active: bool,
    /// The senders of its mails.
    pub email_patterns: Vec<EmailPattern>,
    /// The subject must contain at least one of these phrases. If the list is empty, any subject matches.
    #[serde(default)]
    pub subject_keywords: Vec<String>,
    /// Labels of its documents that the general vocabulary does not have.
    #[serde(default)]
    pub labels: Labels,
    /// Phrases that only those of its documents have that are no invoices.
    #[serde(default)]
    pub not_invoice: Vec<LabelPhrase>,
}

const fn yes() -> bool {
    true
}

impl Vendor {
    /// How closely a mail's sender matches, see [`EmailPattern::matches`]. `None` if sender or subject do not match.
    pub fn matches(&self, sender: &MailAddress, subject: &str) -> Option<u32> {
        let closeness = self.closeness(sender)?;
        let keywords = &self.subject_keywords;
        (keywords.is_empty() || keywords.iter().any(|phrase| contains(subject, phrase))).then_some(closeness)
    }

    /// How closely a sender matches, whatever the subject is.
    pub fn closeness(&self, sender: &MailAddress) -> Option<u32> {
        let patterns = self.email_patterns.iter();
        patterns.filter_map(|pattern| pattern.matches(sender)).max()
    }

    /// The vendor that a mail is from: of several that match it the one whose sender matches most closely, and of these the first, so
    /// that the result is always the same.
    pub fn closest<'v>(
        vendors: impl DoubleEndedIterator<Item = &'v Vendor>,
        sender: &MailAddress,
        subject: &str,
    ) -> Option<&'v Vendor> {
        let matching = vendors.filter_map(|vendor| Some((vendor.matches(sender, subject)?, vendor)));
        let closest = matching.rev().max_by_key(|(closeness, _)| *closeness);
        closest.map(|(_, vendor)| vendor)
    }
}

/// A sender whose mails contain rent notices. The form of an entry of the settings.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landlord {
    /// The sender of the notices.
    pub sender: EmailPattern,
    /// A phrase that the subject must contain. If it is empty, any subject matches.
    #[serde(default)]
    pub subject: String,
}

impl Landlord {
    /// Whether a mail with this sender and subject is from the landlord.
    pub fn matches(&self, sender: &MailAddress, subject: &str) -> bool {
        self.sender.matches(sender).is_some() && contains(subject, &self.subject)
    }

    /// The landlord that a mail is from, as its place among these: of several that match it the one whose sender and subject are
    /// stated most closely, and of these the first.
    pub fn closest<'l>(
        landlords: impl DoubleEndedIterator<Item = &'l Landlord> + ExactSizeIterator,
        sender: &MailAddress,
        subject: &str,
    ) -> Option<usize> {
        let matching = landlords
            .enumerate()
            .filter(|(_, landlord)| landlord.matches(sender, subject));
        let closeness = |landlord: &Landlord| (landlord.sender.matches(sender), landlord.subject.len());
        let closest = matching.rev().max_by_key(|(_, landlord)| closeness(landlord));
        closest.map(|(nth, _)| nth)
    }
}

/// Whether `subject` contains `phrase`, ignoring case, repeated whitespace and how letters are composed.
fn contains(subject: &str, phrase: &str) -> bool {
    let composed = |text: &str| text.to_lowercase().nfc().collect::<String>();
    let normalized = |text: &str| composed(text).split_whitespace().collect::<Vec<_>>().join(" ");
    normalized(subject).contains(&normalized(phrase))
}

/// A pattern of sender addresses: an address (`info@example.com`), a domain with its sub-domains (`example.com`), or a glob, in
/// which `*` matches any characters (`*@*.example.com`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EmailPattern(String);

impl EmailPattern {
    /// The pattern in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// How closely it matches: the number of its characters other than `*`, so that an address matches more closely than its
    /// domain. `None` if it does not match.
    pub fn matches(&self, sender: &MailAddress) -> Option<u32> {
        let pattern = self.as_str();
        let is_match = if pattern.contains('*') {
            glob(pattern.as_bytes(), sender.as_str().as_bytes())
        } else if pattern.contains('@') {
            pattern == sender.as_str()
        } else {
            let domain = sender.domain();
            domain == pattern || domain.strip_suffix(pattern).is_some_and(|head| head.ends_with('.'))
        };
        let literal = pattern.chars().filter(|c| *c != '*').count();
        is_match.then(|| u32::try_from(literal).unwrap_or(u32::MAX))
    }

    /// The longest part without a `*`, for a mailbox search, which has no globs.
    pub fn longest_literal(&self) -> &str {
        self.0
            .split('*')
            .max_by_key(|part| part.len())
            .unwrap_or("")
            .trim_matches(['.', '@'])
    }
}

/// Whether a glob matches a text. Takes at most time proportional to the product of their lengths.
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
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        let text = text.trim().to_lowercase();
        // Quotes, braces and spaces would change the meaning of a mailbox search.
        let is_plain = text.chars().all(|c| c.is_alphanumeric() || "@.*-_+&'=".contains(c));
        let is_specific = text.split('*').any(|part| part.trim_matches(['.', '@']).len() >= 3);
        let is_well_formed = text.matches('@').count() <= 1 && text.len() <= 320;
        if is_plain && is_specific && is_well_formed {
            Ok(EmailPattern(text))
        } else {
            Err(TextError("not a sender: an address, a domain or a glob with *"))
        }
    }
}

crate::text_conversions!(EmailPattern);

impl fmt::Display for EmailPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closeness(pattern: &str, sender: &str) -> Option<u32> {
        pattern
            .parse::<EmailPattern>()
            .unwrap()
            .matches(&sender.parse().unwrap())
    }

    // Shows: Retail invoices | Vendors are configured: patterns…
    #[test]
    fn patterns_match_addresses_domains_and_globs() {
        assert!(closeness("Info@Example.com", "info@example.com").is_some());
        assert!(closeness("example.com", "a@mail.example.com").is_some());
        assert!(closeness("example.com", "a@notexample.com").is_none());
        assert!(closeness("example.com", "a@example.com.evil.org").is_none());
        assert!(closeness("*@*.example.com", "a@b.c.example.com").is_some());
        assert!(closeness("*@example.com", "a@b.example.com").is_none());
        assert!(closeness("info@example.com", "x@example.com") < closeness("example.com", "x@example.com"));
        assert!(closeness("info@example.com", "info@example.com") > closeness("example.com", "info@example.com"));
    }

    #[test]
    fn a_pattern_that_would_match_everything_is_refused() {
        for text in ["", "*", "*@*", "a b", "\"x\"@example.com", "{from:x}", "a@b@c.se"] {
            assert!(text.parse::<EmailPattern>().is_err(), "{text}");
        }
    }
}
