//! What disagreed or failed a check when a document was read.

#![allow(missing_docs, reason = "the sentence of a code is its description")]

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use crate::money::Money;
use crate::reason::Code;

/// What disagreed or failed a check, as a code with parameters and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "parameters", rename_all = "kebab-case")]
pub enum Warning {
    #[error("the document's date lies after the mail's and was left out")]
    FutureDate,
    #[error("the document's date lies more than a year before the mail's")]
    OldDate,
    #[error("the total is stated without a currency")]
    NoCurrency,
    #[error("the due date does not fit the document's date and was left out")]
    DueDate,
    #[error("the check digit of the OCR number does not hold")]
    OcrCheckDigit,
    #[error("the check digit of the Bankgiro number does not hold")]
    BankgiroCheckDigit,
    #[error("the check digit of the Plusgiro number does not hold")]
    PlusgiroCheckDigit,
    #[error("the tax is not less than the total")]
    TaxOfTotal,
    #[error("the tax is more than any rate makes of the total")]
    TaxRate,
    #[error("the parts do not add up to the total")]
    Parts,
    #[error("the items do not add up to a sum of the document and were left out")]
    Items,
    /// Nothing of the document confirms it.
    #[error("the total is the user's answer")]
    Answered,
    /// A value of the page and the same one of its machine-readable data.
    #[error("the page's {field} and the one of its {form} differ")]
    StructuredData { field: String, form: String },
    #[error("the text was recognised in a picture and may be misread")]
    RecognisedText,
    #[error("the total is {total}, the payment slip's line says {slip}")]
    SlipTotal { total: Money, slip: Money },
}

/// Warnings in JSON: their sentences as `warnings`, and in the same order their codes as `warning_codes`.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct WithSentences {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warning_codes: Vec<Code>,
}

/// The sentences of warnings, and their codes.
pub fn sentences_and_codes(warnings: &[Warning]) -> (Vec<String>, Vec<Code>) {
    warnings
        .iter()
        .map(|warning| (warning.to_string(), Code::of(warning)))
        .unzip()
}

pub(crate) fn serialize<S: Serializer>(warnings: &[Warning], serializer: S) -> Result<S::Ok, S::Error> {
    let (warnings, warning_codes) = sentences_and_codes(warnings);
    WithSentences {
        warnings,
        warning_codes,
    }
    .serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Warning>, D::Error> {
    let stated = WithSentences::deserialize(deserializer)?;
    serde_json::from_value(json!(stated.warning_codes)).map_err(serde::de::Error::custom)
}
