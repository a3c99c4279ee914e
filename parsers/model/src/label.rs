//! Labels that are taught: words beside a value in the documents of one sender.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::TextError;
use crate::text_enum;

/// The most labels of one sender.
pub const MAX_LABELS: usize = 20;
/// The longest phrase in characters.
pub const MAX_PHRASE: usize = 60;
/// The most words of a phrase.
const MAX_WORDS: usize = 6;

text_enum! {
    /// The field whose value a label names.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    LabelClass: TextError = |_| TextError("not a field whose labels are taught"); {
        /// The amount paid or due.
        TotalAmount = "total_amount",
        /// The date of the invoice.
        InvoiceDate = "invoice_date",
        /// The last day to pay.
        DueDate = "due_date",
        /// The order or booking number.
        OrderId = "order_id",
        /// The invoice or receipt number.
        InvoiceNumber = "invoice_number",
    }
}

/// Words as they are compared: in lower case, one blank between two. They have letters and no digits, so that a number of one
/// document is never a label.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LabelPhrase(String);

impl LabelPhrase {
    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for LabelPhrase {
    type Err = LabelError;
    /// Takes the words of a text; signs between them count for nothing.
    fn from_str(text: &str) -> Result<Self, LabelError> {
        let is_letter = |c: char| c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}');
        let words: Vec<String> = text
            .split(|c| !is_letter(c))
            .filter(|word| !word.is_empty())
            .map(|word| word.chars().flat_map(char::to_lowercase).collect())
            .collect();
        let phrase = words.join(" ");
        let fits = (1..=MAX_WORDS).contains(&words.len()) && (2..=MAX_PHRASE).contains(&phrase.chars().count());
        if !fits || text.contains(char::is_numeric) {
            return Err(LabelError::Phrase);
        }
        Ok(LabelPhrase(phrase))
    }
}

impl fmt::Display for LabelPhrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

crate::text_conversions!(LabelPhrase);

/// A label of one sender's documents: data, no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The field whose value it names.
    pub class: LabelClass,
    /// Its words.
    pub phrase: LabelPhrase,
}

/// The labels of one sender: at most [`MAX_LABELS`], each phrase once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Label>", into = "Vec<Label>")]
pub struct Labels(Vec<Label>);

impl Labels {
    /// The labels, in the order in which they were taught.
    pub fn as_slice(&self) -> &[Label] {
        &self.0
    }

    /// Adds a label. One of the same words is replaced.
    pub fn add(&mut self, label: Label) -> Result<(), LabelError> {
        self.0.retain(|known| known.phrase != label.phrase);
        if self.0.len() >= MAX_LABELS {
            return Err(LabelError::TooMany);
        }
        self.0.push(label);
        Ok(())
    }

    /// These labels, and of others those of the classes that these have none of.
    #[must_use]
    pub fn or(mut self, others: &Labels) -> Self {
        let lacks = |class: LabelClass| self.0.iter().all(|own| own.class != class);
        let more: Vec<Label> = others.0.iter().filter(|other| lacks(other.class)).cloned().collect();
        self.0.extend(more);
        self
    }
}

impl TryFrom<Vec<Label>> for Labels {
    type Error = LabelError;
    fn try_from(labels: Vec<Label>) -> Result<Self, LabelError> {
        let mut checked = Labels::default();
        for label in labels {
            let is_other = |known: &Label| known.phrase == label.phrase && known.class != label.class;
            if checked.0.iter().any(is_other) {
                return Err(LabelError::TwoClasses(label.phrase));
            }
            checked.add(label)?;
        }
        Ok(checked)
    }
}

impl From<Labels> for Vec<Label> {
    fn from(labels: Labels) -> Self {
        labels.0
    }
}

/// Why a label can't be taught.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// The text is no phrase.
    #[error("a phrase must have 1 to {MAX_WORDS} words and at most {MAX_PHRASE} characters, and no digits")]
    Phrase,
    /// There are more than [`MAX_LABELS`].
    #[error("there can be at most {MAX_LABELS} labels")]
    TooMany,
    /// One phrase for two fields.
    #[error("“{0}” can't be the label of two fields")]
    TwoClasses(LabelPhrase),
    /// The general vocabulary has the phrase in another class.
    #[error("“{0}” already names {1}")]
    Taken(LabelPhrase, &'static str),
}

/// A value whose label a reading is to find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// The field.
    pub class: LabelClass,
    /// The value, as records have it: an amount, a day or a number.
    pub value: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(class: LabelClass, phrase: &str) -> Label {
        Label {
            class,
            phrase: phrase.parse().unwrap(),
        }
    }

    #[test]
    fn a_phrase_is_words_without_digits() {
        for (text, phrase) in [
            ("Att erlägga:", "att erlägga"),
            ("  SALDO – adeudado ", "saldo adeudado"),
            ("(a|b)*", "a b"),
        ] {
            assert_eq!(text.parse::<LabelPhrase>().unwrap().as_str(), phrase);
        }
        let long = "word ".repeat(7);
        for text in ["", ":", "a", "Order 1001", "№ ٣", long.as_str(), &"x".repeat(61)] {
            assert_eq!(text.parse::<LabelPhrase>(), Err(LabelError::Phrase), "{text}");
        }
    }

    #[test]
    fn labels_are_few_and_each_names_one_field() {
        let total = |n: usize| label(LabelClass::TotalAmount, &"xy".repeat(n));
        assert!(Labels::try_from((1..=MAX_LABELS).map(total).collect::<Vec<_>>()).is_ok());
        let many = (1..=MAX_LABELS + 1).map(total).collect::<Vec<_>>();
        assert_eq!(Labels::try_from(many), Err(LabelError::TooMany));
        let twice = vec![
            total(1),
            label(LabelClass::DueDate, "XYXY"),
            label(LabelClass::DueDate, "xy"),
        ];
        assert!(matches!(Labels::try_from(twice), Err(LabelError::TwoClasses(_))));
        let own = Labels::try_from(vec![total(1)]).unwrap();
        let others = vec![total(2), label(LabelClass::DueDate, "senast")];
        let both = own.or(&Labels::try_from(others).unwrap());
        assert_eq!(both.as_slice(), [total(1), label(LabelClass::DueDate, "senast")]);
    }
}
