//! A user's own landlords and vendors.
//!
//! They are typed by users, so their values are checked more strictly than those of the operator's settings: a pattern must not
//! find the mail of everyone.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use parser_model::{Labels, Landlord, SubType, Vendor, VendorId, text_conversions};

use crate::ids::{named_uuid, uuid_text};
use crate::ledger::Source;
use crate::random;

mod sender;
mod text;

pub use sender::{MAX_PATTERNS, SenderPattern, SenderPatterns, is_public_mailbox, registrable_domain};
pub use text::{MAX_KEYWORDS, MAX_NAME, MAX_PHRASE, SubjectPhrase, SubjectPhrases, VendorName, fold};

/// Who configured a landlord or vendor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SourceOrigin")]
pub enum Origin {
    /// The operator, for all users. A user can switch it off.
    Operator,
    /// The caller, for nobody else.
    User,
}

/// Why a value of a user's own source is refused. `Display` is for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The pattern has no allowed form.
    #[error(
        "a sender is an address, a domain or a pattern with *, such as order@example.com, example.com or *@*.example.com"
    )]
    Pattern,
    /// The pattern does not name the domain of one owner.
    #[error("a sender must name the domain of one company, such as example.com; this one would match everyone's mail")]
    TooBroad,
    /// There are no patterns, or too many.
    #[error("it must have 1 to {MAX_PATTERNS} senders")]
    Patterns,
    /// There are too many phrases.
    #[error("it can have at most {MAX_KEYWORDS} phrases")]
    Phrases,
    /// The phrase can't be searched for.
    #[error("a phrase must have 1 to {MAX_PHRASE} characters, not only blanks, and no control characters")]
    Phrase,
    /// The name can't be shown.
    #[error("a name must have 1 to {MAX_NAME} characters, not only blanks, and no control characters")]
    Name,
    /// The id isn't a UUID.
    #[error("not a UUID")]
    Id,
}

fn unique<T: PartialEq>(values: Vec<T>) -> Vec<T> {
    let mut seen: Vec<T> = Vec::with_capacity(values.len());
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

/// The values of a user's vendor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VendorValues {
    /// Its name.
    pub name: VendorName,
    /// The category of its invoices.
    pub sub_type: SubType,
    /// The senders of its mails.
    pub email_patterns: SenderPatterns,
    /// Phrases of which the subject must contain one; none for any subject.
    pub subject_keywords: SubjectPhrases,
}

impl VendorValues {
    /// The vendor with these values.
    pub fn vendor(&self, vendor_id: VendorId, active: bool) -> Vendor {
        Vendor {
            vendor_id,
            vendor_name: self.name.to_string(),
            sub_type: self.sub_type.clone(),
            active,
            email_patterns: self
                .email_patterns
                .as_slice()
                .iter()
                .map(|pattern| pattern.as_pattern().clone())
                .collect(),
            subject_keywords: self
                .subject_keywords
                .as_slice()
                .iter()
                .map(ToString::to_string)
                .collect(),
            labels: Labels::default(),
            not_invoice: Vec::new(),
        }
    }
}

/// The values of a user's landlord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LandlordValues {
    /// The sender of the notices.
    pub sender: SenderPattern,
    /// A phrase that the subject must contain; `None` for any subject.
    pub subject: Option<SubjectPhrase>,
}

impl LandlordValues {
    /// The landlord with these values.
    pub fn landlord(&self) -> Landlord {
        Landlord {
            sender: self.sender.as_pattern().clone(),
            subject: self.subject.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }
}

/// The id of a landlord: a UUID. A user's own has a random one, the operator's the one that its values give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LandlordId(Uuid);

impl LandlordId {
    const NAMESPACE: Uuid = Uuid::from_u128(0x5a0f_1b1e_6c0d_4d3c_9a57_2f1d_b0a4_7e11);

    /// A new id.
    pub fn random() -> Self {
        LandlordId(random::uuid())
    }

    /// The id of a landlord of the operator's: the same as long as its sender and subject are.
    pub fn of(landlord: &Landlord) -> Self {
        let name = format!("{}\n{}", landlord.sender, landlord.subject);
        LandlordId(named_uuid(Self::NAMESPACE, &name))
    }
}

/// A landlord or a vendor, a user's own or the operator's. The text is `rental/` or `retail/` and the id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SourceId {
    /// A landlord.
    Landlord(LandlordId),
    /// A vendor.
    Vendor(VendorId),
}

impl SourceId {
    /// What it sends, and its id.
    pub fn parts(&self) -> (Source, String) {
        match self {
            SourceId::Landlord(id) => (Source::Rental, id.to_string()),
            SourceId::Vendor(id) => (Source::Retail, id.to_string()),
        }
    }
}

impl fmt::Display for SourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (source, id) = self.parts();
        write!(f, "{source}/{id}")
    }
}

impl FromStr for SourceId {
    type Err = SourceError;
    fn from_str(text: &str) -> Result<Self, SourceError> {
        match text.split_once('/') {
            Some(("rental", id)) => Ok(SourceId::Landlord(id.parse()?)),
            Some(("retail", id)) => Ok(SourceId::Vendor(id.parse().map_err(|_| SourceError::Id)?)),
            _ => Err(SourceError::Id),
        }
    }
}

text_conversions!(SourceId);

/// The id of a suggestion: a UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SuggestionId(Uuid);

impl SuggestionId {
    const NAMESPACE: Uuid = Uuid::from_u128(0x7c3e_9d52_0b6a_4f0e_8d21_64c5_a9f3_1b08);

    /// The id of a suggestion for a company, the same whenever the company is found.
    pub fn of(company: &str) -> Self {
        SuggestionId(named_uuid(Self::NAMESPACE, company))
    }
}

uuid_text!(LandlordId, SourceError, SourceError::Id);
text_conversions!(LandlordId);
uuid_text!(SuggestionId, SourceError, SourceError::Id);
text_conversions!(SuggestionId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operators_landlord_keeps_its_id() {
        let landlord = |subject: &str| Landlord {
            sender: "hyra@landlord.example.com".parse().unwrap(),
            subject: subject.into(),
        };
        assert_eq!(LandlordId::of(&landlord("Avi")), LandlordId::of(&landlord("Avi")));
        assert_ne!(LandlordId::of(&landlord("Avi")), LandlordId::of(&landlord("Hyra")));
    }
}
