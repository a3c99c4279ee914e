//! Identifiers, checked when they are constructed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha1::Sha1;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;
use uuid::{Builder, Uuid};

use crate::random;
use parser_model::text_conversions;
pub use parser_model::{IdError, MailAddress, VendorId};

/// A user: `user_` followed by a UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UserId(Uuid);

impl UserId {
    /// A new, random id.
    pub fn random() -> Self {
        UserId(random::uuid())
    }
}

impl FromStr for UserId {
    type Err = IdError;
    /// Only the canonical spelling: one user has exactly one id.
    fn from_str(text: &str) -> Result<Self, IdError> {
        let id = text
            .strip_prefix("user_")
            .and_then(|u| Uuid::try_parse(u).ok())
            .map(UserId);
        id.filter(|id| id.to_string() == text).ok_or(IdError::new("user id"))
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "user_{}", self.0)
    }
}

text_conversions!(UserId);

/// Implements the text form of an id that is a UUID, with the error of a text that is none.
macro_rules! uuid_text {
    ($name:ident, $error:ty, $cause:expr) => {
        impl std::str::FromStr for $name {
            type Err = $error;
            fn from_str(text: &str) -> Result<Self, $error> {
                uuid::Uuid::try_parse(text).map($name).map_err(|_| $cause)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

pub(crate) use uuid_text;

/// An id that is a random UUID.
macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(uuid::Uuid);

        impl $name {
            /// A new, random id.
            pub fn random() -> Self {
                $name($crate::random::uuid())
            }
        }

        $crate::ids::uuid_text!($name, $crate::ids::IdError, $crate::ids::IdError::new($what));
    };
}

pub(crate) use uuid_id;

uuid_id!(
    /// The run of an ingest: a UUID.
    RunId, "run id"
);
uuid_id!(
    /// A session of a user's app: a UUID.
    SessionId, "session id"
);
uuid_id!(
    /// An access token of a user's script: a UUID. It names the token and is no secret.
    AccessTokenId, "token id"
);

impl RunId {
    const NAMESPACE: Uuid = Uuid::from_u128(0x6d1c_9a52_3f0e_4b7d_9c41_8e2a_7f56_b013);

    /// The run of a job whose key has no id of its own.
    pub fn of_job(key: &str) -> Self {
        RunId(named_uuid(Self::NAMESPACE, key))
    }
}

/// A mail account of a user: a UUID, the same whenever the user connects this address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailAccountId(Uuid);

impl MailAccountId {
    const NAMESPACE: Uuid = Uuid::from_u128(0x2e7b_40d9_8c15_4f6a_b3d0_71a9_5c2e_86f4);

    /// The id of the account with this address.
    pub fn new(user: UserId, address: &MailAddress) -> Self {
        MailAccountId(named_uuid(Self::NAMESPACE, &format!("{user} {address}")))
    }
}

impl FromStr for MailAccountId {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        let id = Uuid::try_parse(text).ok().map(MailAccountId);
        id.filter(|id| id.to_string() == text)
            .ok_or(IdError::new("mail account id"))
    }
}

impl fmt::Display for MailAccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What the ledger knows a user's mails by: the mail account that they are in, or that the user submitted them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum AccountName {
    /// A mail account, by its address.
    Address(MailAddress),
    /// Mails that the user submitted.
    Import,
}

/// No address has this form.
const IMPORT: &str = "import";

impl FromStr for AccountName {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        if text == IMPORT {
            return Ok(AccountName::Import);
        }
        text.parse().map(AccountName::Address)
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountName::Address(address) => f.pad(address.as_str()),
            AccountName::Import => f.pad(IMPORT),
        }
    }
}

text_conversions!(AccountName);

/// The mail provider's id of a message: opaque, 1 to 256 printable ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MessageId(String);

impl MessageId {
    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first 16 hex digits of its SHA-256, which name the message's objects.
    pub fn hash16(&self) -> String {
        sha256_hex(self.0.as_bytes())[..16].to_owned()
    }
}

impl FromStr for MessageId {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        opaque(text).map(MessageId).ok_or(IdError::new("message id"))
    }
}

/// A text of a provider as it is: 1 to 256 printable ASCII characters.
pub(crate) fn opaque(text: &str) -> Option<String> {
    let is_opaque = (1..=256).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    is_opaque.then(|| text.to_owned())
}

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text_conversions!(MessageId);

/// A rental invoice of one user: the text `Invoice_` and the last underscore-separated segment of the PDF's name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RentalInvoiceId(String);

impl RentalInvoiceId {
    /// Derived from a file name as the contract says. `stem` has no extension.
    ///
    /// ```
    /// use invoices_domain::RentalInvoiceId;
    /// assert_eq!(RentalInvoiceId::of_file_stem("Hyresavi_1297534008").as_str(), "Invoice_1297534008");
    /// assert_eq!(RentalInvoiceId::of_file_stem("avi").as_str(), "Invoice_avi");
    /// ```
    pub fn of_file_stem(stem: &str) -> Self {
        RentalInvoiceId(format!("Invoice_{}", stem.rsplit('_').next().unwrap_or(stem)))
    }

    /// As a caller wrote it, in NFC as file names are; an id of no known form simply names nothing.
    pub fn given(text: &str) -> Self {
        RentalInvoiceId(text.nfc().collect())
    }

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RentalInvoiceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The UUID of a name in a namespace (version 5, RFC 9562, section 5.5).
pub(crate) fn named_uuid(namespace: Uuid, name: &str) -> Uuid {
    let digest = Sha1::new().chain_update(namespace).chain_update(name).finalize();
    let bytes = digest.first_chunk().expect("a digest has 20 bytes");
    Builder::from_sha1_bytes(*bytes).into_uuid()
}

/// The SHA-256 of some bytes in small hex digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A digest in small hex digits.
pub fn hex(digest: &[u8]) -> String {
    use fmt::Write;
    let empty = String::with_capacity(2 * digest.len());
    digest.iter().fold(empty, |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: Sign-up, login and access tokens | A user id is `user_`…
    #[test]
    fn a_user_id_is_a_prefix_and_a_uuid() {
        let id = UserId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        for text in [
            "",
            "user_",
            "user_1",
            "usr_67e55044-10b1-426f-9247-bb680e5fe0c8",
            "user_67E55044-10B1-426F-9247-BB680E5FE0C8",
        ] {
            assert!(text.parse::<UserId>().is_err(), "{text}");
        }
    }

    /// The example of RFC 9562, appendix A.4. With another digest, every invoice that is read again would be a new one.
    #[test]
    fn a_name_gives_the_uuid_of_the_standard() {
        let id = named_uuid(Uuid::NAMESPACE_DNS, "www.example.com");
        assert_eq!(id.to_string(), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
    }

    #[test]
    fn an_address_is_one_at_with_something_on_both_sides() {
        assert_eq!(
            " Alva@Example.com ".parse::<MailAddress>().unwrap().as_str(),
            "alva@example.com"
        );
        assert_eq!(
            "A\u{30a}sa@example.com".parse::<MailAddress>(),
            "åsa@example.com".parse(),
            "addresses are compared in NFC"
        );
        for text in ["", "@", "a@", "@b", "a@b@c", "a b@c", "a"] {
            assert!(text.parse::<MailAddress>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_vendor_id_takes_underscores_as_hyphens() {
        let id: VendorId = "jack_jones".parse().unwrap();
        assert_eq!((id.as_str(), id.as_configured()), ("jack-jones", "jack_jones"));
        assert_eq!(id, "jack-jones".parse().unwrap());
        assert_eq!(serde_json::to_value(&id).unwrap(), "jack_jones");
        for text in ["", "Jack", "a--b", "-a", "a/b", ".."] {
            assert!(text.parse::<VendorId>().is_err(), "{text}");
        }
    }
}
