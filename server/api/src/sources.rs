//! Where invoices come from: landlords and vendors, the operator's and the caller's own, and suggestions for more.

use chrono::NaiveDate;
use invoices_domain::sources::{SenderPattern, SenderPatterns, SubjectPhrases, VendorName};
use invoices_domain::{Currency, Money};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::retail::SubType;

mod examples;
mod operations;

pub(crate) use examples::examples;
pub(crate) use operations::operations;

/// The longest subject of a landlord in characters.
pub use invoices_domain::sources::MAX_PHRASE;

/// Who has configured a landlord or vendor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceOrigin {
    /// The operator, for all users. A user can switch it off.
    Operator,
    /// The caller, for nobody else.
    User,
}

/// A landlord whose notices are searched for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Landlord {
    /// A UUID.
    pub landlord_id: String,
    /// The sender of the notices: an address, a domain with its sub-domains, or a pattern with `*`.
    pub sender: String,
    /// A phrase that the subject must contain, whatever the letter case; empty for any subject.
    pub subject: String,
    /// Whether its mails are searched for.
    pub active: bool,
    /// Who has configured it.
    pub origin: SourceOrigin,
}

/// A vendor whose receipts are searched for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Vendor {
    /// Its id, the key of `byVendor` in the answer of an ingest. The name gives it, and it stays when the name changes.
    pub vendor_id: String,
    /// Its name.
    pub name: String,
    /// The sub-type of its invoices.
    pub sub_type: SubType,
    /// The senders of its mails: addresses, domains with their sub-domains, or patterns with `*`.
    pub email_patterns: Vec<String>,
    /// Phrases of which the subject must contain one, whatever the letter case; none for any subject.
    pub subject_keywords: Vec<String>,
    /// Whether its mails are searched for.
    pub active: bool,
    /// Who has configured it.
    pub origin: SourceOrigin,
}

/// The landlords and vendors that count for the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sources {
    /// The operator's, then the caller's own in the order of their creation.
    pub landlords: Vec<Landlord>,
    /// The caller's own, then the operator's, both by id.
    pub vendors: Vec<Vendor>,
}

/// A landlord to add.
#[derive(Deserialize, JsonSchema)]
pub struct NewLandlordBody {
    /// The sender of the notices: an address (`hyra@example.com`), a domain with its sub-domains (`example.com`), or a pattern
    /// with `*`. It must name the domain of one company.
    #[schemars(with = "String", length(min = 3, max = 320))]
    pub sender: SenderPattern,
    /// A phrase that the subject must contain, without control characters; absent or empty for any subject.
    #[schemars(length(max = 200))]
    pub subject: Option<String>,
}

/// What to change of a landlord. What is absent stays. Of the operator's only `active` can be changed.
#[derive(Deserialize, JsonSchema)]
pub struct LandlordChangeBody {
    /// The sender of the notices, as in a new landlord.
    #[schemars(with = "Option<String>", length(min = 3, max = 320))]
    pub sender: Option<SenderPattern>,
    /// A phrase that the subject must contain; empty for any subject.
    #[schemars(length(max = 200))]
    pub subject: Option<String>,
    /// Whether its mails are searched for.
    pub active: Option<bool>,
}

/// A vendor to add.
#[derive(Deserialize, JsonSchema)]
pub struct NewVendorBody {
    /// Its name. Not blank, and without control characters.
    #[schemars(
        with = "String",
        length(min = 1, max = 100),
        regex(pattern = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$")
    )]
    pub name: VendorName,
    /// The sub-type of its invoices.
    #[schemars(with = "SubType")]
    pub sub_type: String,
    /// The senders of its mails: addresses, domains with their sub-domains, or patterns with `*`. Each must name the domain of
    /// one company.
    #[schemars(with = "Vec<String>", length(min = 1, max = 20))]
    pub email_patterns: SenderPatterns,
    /// Phrases of which the subject must contain one, none of them blank; absent or empty for any subject.
    #[schemars(with = "Option<Vec<String>>", length(max = 20))]
    pub subject_keywords: Option<SubjectPhrases>,
}

/// What to change of a vendor. What is absent stays. Of the operator's only `active` can be changed.
#[derive(Deserialize, JsonSchema)]
pub struct VendorChangeBody {
    /// Its name. Not blank, and without control characters.
    #[schemars(
        with = "Option<String>",
        length(min = 1, max = 100),
        regex(pattern = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$")
    )]
    pub name: Option<VendorName>,
    /// The sub-type of its invoices. Invoices that are known keep theirs.
    #[schemars(with = "Option<SubType>")]
    pub sub_type: Option<String>,
    /// The senders of its mails, as in a new vendor.
    #[schemars(with = "Option<Vec<String>>", length(min = 1, max = 20))]
    pub email_patterns: Option<SenderPatterns>,
    /// Phrases of which the subject must contain one; an empty list for any subject.
    #[schemars(with = "Option<Vec<String>>", length(max = 20))]
    pub subject_keywords: Option<SubjectPhrases>,
    /// Whether its mails are searched for.
    pub active: Option<bool>,
}

/// Which landlord.
#[derive(Deserialize, JsonSchema)]
pub struct LandlordPath {
    /// The `landlord_id`.
    pub landlord_id: String,
}

/// Which vendor.
#[derive(Deserialize, JsonSchema)]
pub struct VendorPath {
    /// The `vendor_id`.
    pub vendor_id: String,
}

/// Which suggestion.
#[derive(Deserialize, JsonSchema)]
pub struct SuggestionPath {
    /// The `suggestion_id`.
    pub suggestion_id: String,
}

/// How far back to look for shops and landlords.
#[derive(Default, Deserialize, JsonSchema)]
pub struct DiscoverBody {
    /// Mails of so many days are looked at, 365 when absent.
    #[schemars(range(min = 1, max = 1825))]
    pub days: Option<u16>,
}

/// What a suggestion is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SuggestionKind {
    /// A landlord.
    Landlord,
    /// A vendor.
    Vendor,
}

/// A sender of invoices that is neither a landlord nor a vendor yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Suggestion {
    /// Names it when it is accepted or refused.
    pub suggestion_id: String,
    /// What it becomes when it is accepted.
    pub kind: SuggestionKind,
    /// The name of the company.
    pub name: String,
    /// The sub-type of its invoices, of a vendor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sub_type: Option<SubType>,
    /// The addresses that sent its mails.
    pub senders: Vec<String>,
    /// How many mails of these senders were found.
    pub mails: u64,
    /// Whether the mail provider vouches for the sender of that invoice. Without it the mails are quarantined.
    pub trusted: bool,
    /// One of its invoices.
    pub invoice: SuggestedInvoice,
}

/// What one mail of a suggestion states. Nothing of the mail is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SuggestedInvoice {
    /// The day of the invoice; where it states none, that of the mail.
    pub invoice_date: NaiveDate,
    /// What was paid or is to pay; negative for a refund. Absent where the mails state an order and no total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_amount: Option<Money>,
    /// The currency, where the invoice states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

/// The suggestions that wait for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Suggestions {
    /// Those with the most mails first.
    pub suggestions: Vec<Suggestion>,
}

/// What a search for shops and landlords has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Discovery {
    /// Whether the search has ended. If not, the same call joins it.
    pub finished: bool,
    /// How many mails look like purchases or rent.
    pub mails_found: u64,
    /// How many senders were looked at.
    pub senders_examined: u64,
    /// Whether there were more senders or mails than one search looks at. Answer the suggestions and search again.
    pub more: bool,
    /// Every suggestion that waits for an answer, those with the most mails first.
    pub suggestions: Vec<Suggestion>,
}

/// What an accepted suggestion became: one of the two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AcceptedSuggestion {
    /// The landlord.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landlord: Option<Landlord>,
    /// The vendor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<Vendor>,
}

impl ApiError {
    /// 403 `INVALID_REQUEST`: the user has as many as are allowed.
    pub fn too_many_sources(what: &str, most: usize) -> Self {
        Self::forbidden(format!("An account has at most {most} {what} of its own."))
    }

    /// 403 `INVALID_REQUEST`: the operator's can only be switched on and off.
    pub fn operators_source(what: &str) -> Self {
        Self::forbidden(format!(
            "This {what} is the operator's: it can only be switched on and off."
        ))
    }
}
