//! Where invoices come from: landlords and vendors, the operator's and the caller's own, and suggestions for more.

use chrono::NaiveDate;
use invoices_domain::pdf_passwords::MAX_PASSWORDS;
use invoices_domain::sources::{Origin, SenderPattern, SenderPatterns, SubjectPhrases, VendorName};
use invoices_domain::{Currency, Label, LabelClass, LabelPhrase, Labels, Money, PdfPassword, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::invoice::retail::SubType;
use crate::secret::PdfSecret;

mod operations;

pub(crate) use operations::operations;

/// The longest subject of a landlord in characters.
pub use invoices_domain::sources::MAX_PHRASE;

/// A landlord whose rent notices are collected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Landlord {
    /// A UUID.
    #[schemars(with = "crate::id::Uuid")]
    pub landlord_id: String,
    /// The sender of the notices: an address, a domain with its sub-domains, or a pattern with `*`.
    pub sender: String,
    /// A phrase that the subject must contain, ignoring case. Empty: any subject.
    pub subject: String,
    /// Whether ingests search for its messages.
    pub active: bool,
    /// Who configured it.
    pub origin: Origin,
}

/// A vendor whose receipts are collected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Vendor {
    /// Its id, the key in `byVendor` of an ingest's result. It is derived from the first name and never changes.
    pub vendor_id: String,
    /// Its name.
    pub name: String,
    /// The sub-type of its invoices.
    pub sub_type: SubType,
    /// The senders of its messages: addresses, domains with their sub-domains, or patterns with `*`.
    pub email_patterns: Vec<String>,
    /// The subject must contain one of these phrases, ignoring case. Empty: any subject.
    pub subject_keywords: Vec<String>,
    /// Whether ingests search for its messages.
    pub active: bool,
    /// Who configured it.
    pub origin: Origin,
}

/// The landlords and vendors that apply to the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sources {
    /// The operator's, then the caller's own in order of creation.
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
    /// A phrase that the subject must contain, without control characters. Absent or empty: any subject.
    #[schemars(length(max = 200))]
    pub subject: Option<String>,
}

/// Changes to a landlord. Absent fields stay as they are. For the operator's landlords, only `active` can be changed.
#[derive(Deserialize, JsonSchema)]
pub struct LandlordChangeBody {
    /// The sender of the notices, as in a new landlord.
    #[schemars(with = "Option<String>", length(min = 3, max = 320))]
    pub sender: Option<SenderPattern>,
    /// A phrase that the subject must contain. Empty: any subject.
    #[schemars(length(max = 200))]
    pub subject: Option<String>,
    /// Whether ingests search for its messages.
    pub active: Option<bool>,
}

/// A vendor to add.
#[derive(Deserialize, JsonSchema)]
pub struct NewVendorBody {
    /// Its name. Not blank, and without control characters.
    #[schemars(with = "String", length(min = 1, max = 100), regex = "crate::pattern::NAME")]
    pub name: VendorName,
    /// The sub-type of its invoices.
    #[schemars(with = "SubType")]
    pub sub_type: String,
    /// The senders of its messages: addresses, domains with their sub-domains, or patterns with `*`. Each must name the domain
    /// of one company.
    #[schemars(with = "Vec<String>", length(min = 1, max = 20))]
    pub email_patterns: SenderPatterns,
    /// The subject must contain one of these phrases, none of them blank. Absent or empty: any subject.
    #[schemars(with = "Option<Vec<String>>", length(max = 20))]
    pub subject_keywords: Option<SubjectPhrases>,
}

/// Changes to a vendor. Absent fields stay as they are. For the operator's vendors, only `active` can be changed.
#[derive(Deserialize, JsonSchema)]
pub struct VendorChangeBody {
    /// Its name. Not blank, and without control characters.
    #[schemars(with = "Option<String>", length(min = 1, max = 100), regex = "crate::pattern::NAME")]
    pub name: Option<VendorName>,
    /// The sub-type of new invoices. Existing invoices keep theirs.
    #[schemars(with = "Option<SubType>")]
    pub sub_type: Option<String>,
    /// The senders of its messages, as in a new vendor.
    #[schemars(with = "Option<Vec<String>>", length(min = 1, max = 20))]
    pub email_patterns: Option<SenderPatterns>,
    /// The subject must contain one of these phrases. Empty: any subject.
    #[schemars(with = "Option<Vec<String>>", length(max = 20))]
    pub subject_keywords: Option<SubjectPhrases>,
    /// Whether ingests search for its messages.
    pub active: Option<bool>,
}

/// Which landlord.
#[derive(Deserialize, JsonSchema)]
pub struct LandlordPath {
    /// The `landlord_id`.
    #[schemars(with = "crate::id::Uuid")]
    pub landlord_id: String,
}

/// Which vendor.
#[derive(Deserialize, JsonSchema)]
pub struct VendorPath {
    /// The `vendor_id`.
    pub vendor_id: String,
}

/// Words beside a value in a sender's documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourceLabel {
    /// The field whose value it names.
    pub class: LabelClass,
    /// Its words in lower case.
    pub phrase: String,
    /// Who taught it. The operator's count for the classes of which the caller has none.
    pub origin: Origin,
}

/// The labels of a landlord or a vendor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourceLabels {
    /// The caller's in the order in which they were taught, then the operator's.
    pub labels: Vec<SourceLabel>,
    /// A number that rises with each change of the caller's.
    pub version: i32,
}

/// A label to keep.
#[derive(Deserialize, JsonSchema)]
pub struct NewLabel {
    /// The field whose value it names.
    pub class: LabelClass,
    /// One to six words without digits, as the documents write them. Case and signs don't matter.
    #[schemars(with = "String", length(min = 2, max = 60))]
    pub phrase: LabelPhrase,
}

/// All labels of a landlord or a vendor that the caller teaches.
#[derive(Deserialize, JsonSchema)]
pub struct LabelsBody {
    /// The labels, each phrase once.
    #[schemars(length(max = 20))]
    pub labels: Vec<NewLabel>,
}

impl LabelsBody {
    /// The labels, if they are not too many and each names one field.
    pub fn labels(self) -> Result<Labels, ApiError> {
        let labels = self
            .labels
            .into_iter()
            .map(|NewLabel { class, phrase }| Label { class, phrase });
        Labels::try_from(labels.collect::<Vec<_>>()).map_err(|error| ApiError::invalid_field("labels", error))
    }
}

/// How many passwords the caller gave for the PDFs of a landlord or a vendor. They are never shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourcePdfPasswords {
    /// Whether it is a landlord or a vendor.
    #[serde(rename = "type")]
    pub invoice_type: Source,
    /// The `landlord_id` or `vendor_id`.
    pub id: String,
    /// The number of passwords.
    pub count: u32,
}

/// The landlords and vendors for whose PDFs the caller gave passwords.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PdfPasswordCounts {
    /// Each with the number of its passwords.
    pub sources: Vec<SourcePdfPasswords>,
}

/// All passwords of the PDFs of a landlord or a vendor.
#[derive(Deserialize, JsonSchema)]
pub struct PdfPasswordsBody {
    /// The passwords. Each is tried. None removes those that are kept.
    #[schemars(with = "Vec<PdfSecret>", length(max = 5))]
    pub passwords: Vec<PdfPassword>,
}

impl PdfPasswordsBody {
    /// The passwords, if they are not too many.
    pub fn passwords(self) -> Result<Vec<PdfPassword>, ApiError> {
        if self.passwords.len() > MAX_PASSWORDS {
            return Err(ApiError::invalid_field(
                "passwords",
                format!("at most {MAX_PASSWORDS} are kept"),
            ));
        }
        Ok(self.passwords)
    }
}

/// Which suggestion.
#[derive(Deserialize, JsonSchema)]
pub struct SuggestionPath {
    /// The `suggestion_id`.
    #[schemars(with = "crate::id::Uuid")]
    pub suggestion_id: String,
}

/// How far back to search for shops and landlords.
#[derive(Default, Deserialize, JsonSchema)]
pub struct DiscoverBody {
    /// Number of days to search. Default: 365.
    #[schemars(range(min = 1, max = 1825))]
    pub days: Option<u16>,
}

/// The kind of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SuggestionKind {
    /// A landlord.
    Landlord,
    /// A vendor.
    Vendor,
}

/// A sender of invoices that isn't a landlord or vendor yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Suggestion {
    /// Its id, for accepting or refusing it.
    #[schemars(with = "crate::id::Uuid")]
    pub suggestion_id: String,
    /// Whether accepting it creates a landlord or a vendor.
    pub kind: SuggestionKind,
    /// The name of the company.
    pub name: String,
    /// The sub-type of a vendor's invoices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sub_type: Option<SubType>,
    /// The addresses of its messages.
    pub senders: Vec<String>,
    /// The number of messages from these senders.
    pub mails: u64,
    /// Whether the mail provider authenticated the sender of the example. If not, its messages are quarantined.
    pub trusted: bool,
    /// One of its invoices.
    pub invoice: SuggestedInvoice,
}

/// The content of one of the suggestion's messages. The message itself is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SuggestedInvoice {
    /// The date of the invoice. If it states none, the date of the message.
    pub invoice_date: NaiveDate,
    /// The amount paid or due; negative for a refund. Absent if the messages state an order without a total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_amount: Option<Money>,
    /// The currency, if the invoice states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

/// The open suggestions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Suggestions {
    /// Ordered by number of messages, most first.
    pub suggestions: Vec<Suggestion>,
}

/// The result of a search for shops and landlords.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Discovery {
    /// Whether the search is finished. If not, the same call joins it.
    pub finished: bool,
    /// Number of messages that look like purchases or rent notices.
    pub mails_found: u64,
    /// Number of senders examined.
    pub senders_examined: u64,
    /// Whether there were more senders or messages than one search examines. Accept or refuse the suggestions, then search again.
    pub more: bool,
    /// All open suggestions, those with the most messages first.
    pub suggestions: Vec<Suggestion>,
}

/// The landlord or vendor that was created from a suggestion: exactly one is present.
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
        Self::forbidden(format!("An account can have at most {most} {what} of its own."))
    }

    /// 403 `INVALID_REQUEST`: the operator's can only be enabled or disabled.
    pub fn operators_source(what: &str) -> Self {
        Self::forbidden(format!(
            "This {what} is the operator's: it can only be enabled or disabled."
        ))
    }
}
