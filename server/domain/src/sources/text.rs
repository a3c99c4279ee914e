//! The names and subjects of a user's own landlords and vendors.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use parser_model::{VendorId, text_conversions};

use super::{SourceError, unique};

/// The most subject keywords of a vendor.
pub const MAX_KEYWORDS: usize = 20;
/// The longest name of a vendor in characters.
pub const MAX_NAME: usize = 100;
/// The longest phrase of a subject in characters.
pub const MAX_PHRASE: usize = 200;

/// A text as it is searched and compared: in small letters and without accents, so that `cafe` equals `Café`.
pub fn fold(text: &str) -> String {
    let plain = text
        .nfkd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c));
    plain.flat_map(char::to_lowercase).collect()
}

/// Text of bounded length in NFC, without blanks around it and without control characters.
fn shown_text(text: &str, max: usize) -> Option<String> {
    let is_short = text.chars().count() <= max;
    let is_plain = !text.trim().is_empty() && !text.chars().any(char::is_control);
    (is_short && is_plain).then(|| text.trim().nfc().collect())
}

/// The name of a user's vendor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VendorName(String);

impl VendorName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id that the name gives: its letters `a` to `z` and digits, and `-` for everything between them; `vendor` where it
    /// has none. `nth` distinguishes vendors with the same name.
    pub fn vendor_id(&self, nth: usize) -> VendorId {
        let folded = fold(&self.0);
        let words = folded
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty());
        let mut slug = words.collect::<Vec<_>>().join("-");
        slug.truncate(40);
        let slug = match slug.trim_end_matches('-') {
            "" => "vendor",
            slug => slug,
        };
        let id = if nth <= 1 {
            slug.to_owned()
        } else {
            format!("{slug}-{nth}")
        };
        id.parse().expect("words of letters and digits are a vendor id")
    }
}

impl FromStr for VendorName {
    type Err = SourceError;
    fn from_str(text: &str) -> Result<Self, SourceError> {
        shown_text(text, MAX_NAME).map(VendorName).ok_or(SourceError::Name)
    }
}

impl fmt::Display for VendorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text_conversions!(VendorName);

/// A phrase of a subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SubjectPhrase(String);

impl FromStr for SubjectPhrase {
    type Err = SourceError;
    fn from_str(text: &str) -> Result<Self, SourceError> {
        shown_text(text, MAX_PHRASE)
            .map(SubjectPhrase)
            .ok_or(SourceError::Phrase)
    }
}

impl fmt::Display for SubjectPhrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text_conversions!(SubjectPhrase);

/// The subject keywords of a user's vendor: at most [`MAX_KEYWORDS`], each once; none for any subject.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<SubjectPhrase>", into = "Vec<SubjectPhrase>")]
pub struct SubjectPhrases(Vec<SubjectPhrase>);

impl TryFrom<Vec<SubjectPhrase>> for SubjectPhrases {
    type Error = SourceError;
    fn try_from(phrases: Vec<SubjectPhrase>) -> Result<Self, SourceError> {
        if phrases.len() > MAX_KEYWORDS {
            return Err(SourceError::Phrases);
        }
        Ok(SubjectPhrases(unique(phrases)))
    }
}

impl SubjectPhrases {
    /// The phrases.
    pub fn as_slice(&self) -> &[SubjectPhrase] {
        &self.0
    }
}

impl From<SubjectPhrases> for Vec<SubjectPhrase> {
    fn from(phrases: SubjectPhrases) -> Self {
        phrases.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // Shows: Sources and discovery | The id of a vendor is…
    #[test]
    fn the_id_of_a_vendor_is_made_of_its_name() {
        for (name, nth, id) in [
            ("Kaffebaren på Söder", 1, "kaffebaren-pa-soder"),
            ("Kaffebaren på Söder", 2, "kaffebaren-pa-soder-2"),
            ("カフェ", 1, "vendor"),
            ("H&M / Home", 1, "h-m-home"),
        ] {
            let name: VendorName = name.parse().unwrap();
            assert_eq!(name.vendor_id(nth).as_str(), id);
        }
    }

    proptest! {
        #[test]
        fn every_name_gives_an_id(name in ".{0,120}", nth in 0usize..1000) {
            if let Ok(name) = name.parse::<VendorName>() {
                prop_assert!(name.vendor_id(nth).as_str().len() <= 50);
            }
        }
    }
}
