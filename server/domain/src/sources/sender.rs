//! The senders of a user's own landlords and vendors.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use parser_model::{EmailPattern, text_conversions};

use super::{SourceError, unique};

/// The most sender patterns of a vendor.
pub const MAX_PATTERNS: usize = 20;

/// Providers at whose domains anyone has an address: a whole domain would be the mail of many people.
const PUBLIC_MAILBOXES: &[&str] = &[
    "gmail.com",
    "googlemail.com",
    "outlook.com",
    "outlook.fr",
    "outlook.de",
    "hotmail.com",
    "hotmail.se",
    "hotmail.fr",
    "hotmail.it",
    "hotmail.co.uk",
    "live.com",
    "live.se",
    "live.nl",
    "live.fr",
    "msn.com",
    "yahoo.com",
    "yahoo.se",
    "yahoo.de",
    "yahoo.fr",
    "yahoo.it",
    "yahoo.es",
    "yahoo.co.uk",
    "ymail.com",
    "icloud.com",
    "me.com",
    "mac.com",
    "aol.com",
    "gmx.de",
    "gmx.net",
    "gmx.com",
    "gmx.at",
    "gmx.ch",
    "web.de",
    "t-online.de",
    "freenet.de",
    "mail.com",
    "email.com",
    "proton.me",
    "protonmail.com",
    "tutanota.com",
    "fastmail.com",
    "zoho.com",
    "hey.com",
    "orange.fr",
    "wanadoo.fr",
    "free.fr",
    "laposte.net",
    "sfr.fr",
    "libero.it",
    "virgilio.it",
    "alice.it",
    "tiscali.it",
    "telia.com",
    "spray.se",
    "bredband.net",
    "online.no",
    "mail.dk",
    "ziggo.nl",
    "kpnmail.nl",
    "planet.nl",
    "xs4all.nl",
    "wp.pl",
    "o2.pl",
    "onet.pl",
    "interia.pl",
    "seznam.cz",
    "centrum.cz",
    "sapo.pt",
    "btinternet.com",
    "bluewin.ch",
    "mail.ru",
    "yandex.ru",
    "abv.bg",
    "qq.com",
    "163.com",
];

/// Whether anyone can have an address at this domain.
pub fn is_public_mailbox(domain: &str) -> bool {
    PUBLIC_MAILBOXES.contains(&domain)
}

/// The part of a domain that one owner registers, such as `shop.co.uk` of `mail.shop.co.uk`. `None` of a public suffix.
pub fn registrable_domain(domain: &str) -> Option<&str> {
    psl::domain_str(domain)
}

/// A sender pattern that names the domain of one owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SenderPattern(EmailPattern);

impl SenderPattern {
    /// The pattern.
    pub fn as_pattern(&self) -> &EmailPattern {
        &self.0
    }
}

impl FromStr for SenderPattern {
    type Err = SourceError;
    fn from_str(text: &str) -> Result<Self, SourceError> {
        let pattern: EmailPattern = text.parse().map_err(|_| SourceError::Pattern)?;
        let (local, domain) = pattern.as_str().rsplit_once('@').unwrap_or(("*", pattern.as_str()));
        // The part before the last `*` of the domain may be anything, including a letter of the next label.
        let (is_open, rest) = match domain.rsplit_once('*') {
            Some((_, rest)) => (true, rest.strip_prefix('.').ok_or(SourceError::TooBroad)?),
            None => (local.chars().all(|c| c == '*'), domain),
        };
        let owned = registrable_domain(rest).ok_or(SourceError::TooBroad)?;
        if is_open && is_public_mailbox(owned) {
            return Err(SourceError::TooBroad);
        }
        Ok(SenderPattern(pattern))
    }
}

impl fmt::Display for SenderPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

text_conversions!(SenderPattern);

/// The senders of a user's vendor: 1 to [`MAX_PATTERNS`], each once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<SenderPattern>", into = "Vec<SenderPattern>")]
pub struct SenderPatterns(Vec<SenderPattern>);

impl TryFrom<Vec<SenderPattern>> for SenderPatterns {
    type Error = SourceError;
    fn try_from(patterns: Vec<SenderPattern>) -> Result<Self, SourceError> {
        if patterns.is_empty() || patterns.len() > MAX_PATTERNS {
            return Err(SourceError::Patterns);
        }
        Ok(SenderPatterns(unique(patterns)))
    }
}

impl SenderPatterns {
    /// The patterns, at least one.
    pub fn as_slice(&self) -> &[SenderPattern] {
        &self.0
    }
}

impl From<SenderPatterns> for Vec<SenderPattern> {
    fn from(patterns: SenderPatterns) -> Self {
        patterns.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_pattern_names_the_domain_of_one_owner() {
        for text in [
            "order@example.com",
            "example.com",
            "*@mail.example.com",
            "*@*.example.com",
            "order*@shop.example.co.uk",
            "bakery@gmail.com",
            "receipts+*@gmail.com",
        ] {
            assert_eq!(
                text.parse::<SenderPattern>().map(|p| p.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in [
            "com",
            "co.uk",
            "*.com",
            "*@*.co.uk",
            "*example.com",
            "*@*shop.com",
            "gmail.com",
            "*@gmail.com",
            "order@*.com",
            "order@com",
        ] {
            assert_eq!(text.parse::<SenderPattern>(), Err(SourceError::TooBroad), "{text}");
        }
        for text in [
            "",
            "*",
            "*@*",
            "a b@example.com",
            "\"x\"@example.com",
            "a@b@example.com",
        ] {
            assert_eq!(text.parse::<SenderPattern>(), Err(SourceError::Pattern), "{text}");
        }
    }

    #[test]
    fn lists_are_bounded_and_name_each_value_once() {
        let pattern: SenderPattern = "example.com".parse().unwrap();
        let patterns = |n: usize| SenderPatterns::try_from(vec![pattern.clone(); n]);
        assert_eq!(patterns(0), Err(SourceError::Patterns));
        assert_eq!(patterns(MAX_PATTERNS + 1), Err(SourceError::Patterns));
        assert_eq!(Vec::from(patterns(3).unwrap()), vec![pattern.clone()]);
    }

    proptest! {
        // Shows: Sources and discovery | A sender must name the…
        #[test]
        fn what_a_pattern_matches_belongs_to_one_owner(pattern in "[a-z*.@-]{1,24}", sender in "[a-z]{1,3}@([a-z]{1,4}[.]){1,3}(com|se)") {
            if let (Ok(pattern), Ok(sender)) = (pattern.parse::<SenderPattern>(), sender.parse::<parser_model::MailAddress>())
                && pattern.as_pattern().matches(&sender).is_some()
            {
                let owner = registrable_domain(sender.domain()).unwrap();
                prop_assert!(pattern.to_string().ends_with(owner), "{} {}", pattern, sender);
            }
        }
    }
}
