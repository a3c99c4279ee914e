//! The passwords that a user gave for the PDFs of landlords and vendors.

use std::collections::BTreeMap;

use parser_model::PdfPassword;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::sources::SourceId;

/// The most passwords of one landlord or vendor.
pub const MAX_PASSWORDS: usize = 5;
/// The most passwords of one user. They are one secret, which Secrets Manager limits to 64 KiB.
pub const MAX_OF_USER: usize = 100;

/// The passwords by landlord and vendor, the newest first. `Debug` does not show them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PdfPasswords(BTreeMap<SourceId, Vec<PdfPassword>>);

/// What a user changes of the passwords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasswordChange {
    /// One more of a landlord or vendor. Beyond [`MAX_PASSWORDS`] the oldest goes.
    Add(SourceId, PdfPassword),
    /// These and no others of a landlord or vendor.
    Set(SourceId, Vec<PdfPassword>),
    /// None of anyone.
    ForgetAll,
}

impl PdfPasswords {
    /// Those of a landlord or vendor.
    pub fn of(&self, source: &SourceId) -> &[PdfPassword] {
        self.0.get(source).map(Vec::as_slice).unwrap_or_default()
    }

    /// The landlords and vendors that have some, with their number.
    pub fn counts(&self) -> impl Iterator<Item = (&SourceId, usize)> {
        self.0.iter().map(|(source, passwords)| (source, passwords.len()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The passwords after a change.
    #[must_use]
    pub fn with(mut self, change: PasswordChange) -> Self {
        match change {
            PasswordChange::Add(source, password) => {
                let passwords = self.0.entry(source).or_default();
                passwords.retain(|known| *known != password);
                passwords.insert(0, password);
                passwords.truncate(MAX_PASSWORDS);
            }
            PasswordChange::Set(source, passwords) => {
                self.0.insert(source, passwords);
            }
            PasswordChange::ForgetAll => self.0.clear(),
        }
        self.0.retain(|_, passwords| !passwords.is_empty());
        self
    }

    /// The bytes to encrypt.
    pub fn to_json(&self) -> SecretString {
        serde_json::to_string(self).expect("a map of texts is JSON").into()
    }

    /// From decrypted bytes.
    pub fn from_json(json: &SecretString) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json.expose_secret())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> PdfPassword {
        text.to_owned().try_into().unwrap()
    }

    #[test]
    fn the_newest_passwords_are_kept_apart_for_each_sender() {
        let (acme, landlord) = (
            SourceId::Vendor("acme".parse().unwrap()),
            "rental/0b2f1c1e-52f6-4c0e-9d0b-9a4f6f1f3b11"
                .parse::<SourceId>()
                .unwrap(),
        );
        let mut passwords = PdfPasswords::default().with(PasswordChange::Add(landlord.clone(), password("flat")));
        for text in ["1", "2", "3", "4", "5", "6", "3"] {
            passwords = passwords.with(PasswordChange::Add(acme.clone(), password(text)));
        }
        assert_eq!(passwords.of(&acme), ["3", "6", "5", "4", "2"].map(password));
        assert_eq!(passwords.of(&landlord), ["flat"].map(password));
        assert_eq!(PdfPasswords::from_json(&passwords.to_json()).unwrap(), passwords);
        assert!(!format!("{passwords:?}").contains("flat"));

        let passwords = passwords.with(PasswordChange::Set(acme.clone(), Vec::new()));
        assert_eq!(passwords.counts().collect::<Vec<_>>(), [(&landlord, 1)]);
        assert!(passwords.with(PasswordChange::ForgetAll).is_empty());
    }
}
