//! A value chosen among candidates, or a refusal, each with its reason.

use std::fmt::Display;

use parser_model::reading::Evidence;

/// The only different value; `None` where there is none or more than one.
pub fn only<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Option<T> {
    let mut values = values.into_iter();
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// A chosen value, or none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice<T> {
    /// The value; `None` where there was no candidate or no way to choose.
    pub value: Option<T>,
    /// The reason, with the words on the page. Empty where there was no candidate.
    pub because: String,
    /// The id of the rule that chose or refused, where it has one.
    pub rule: Option<&'static str>,
    /// The other candidates, each with its words.
    pub considered: Vec<String>,
}

impl<T> Choice<T> {
    /// A chosen value.
    pub fn taken(value: T, because: impl Into<String>) -> Self {
        Choice {
            value: Some(value),
            because: because.into(),
            rule: None,
            considered: Vec::new(),
        }
    }

    /// A refusal of all candidates.
    pub fn refused(because: impl Into<String>) -> Self {
        Choice {
            value: None,
            because: because.into(),
            rule: None,
            considered: Vec::new(),
        }
    }

    /// No value, because there is no candidate.
    pub fn nothing() -> Self {
        Choice::refused("")
    }

    /// Sets the id of the rule that decided.
    #[must_use]
    pub fn by(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Sets the candidates.
    #[must_use]
    pub fn among(mut self, considered: Vec<String>) -> Self {
        self.considered = considered;
        self
    }

    /// Whether all candidates were refused.
    pub fn is_refusal(&self) -> bool {
        self.value.is_none() && !self.because.is_empty()
    }

    /// This choice, or the other one if there was no candidate.
    #[must_use]
    pub fn or_else(self, other: impl FnOnce() -> Choice<T>) -> Self {
        if self.value.is_none() && self.because.is_empty() {
            other()
        } else {
            self
        }
    }
}

impl<T: Display> Choice<T> {
    /// The evidence for a field of [`parser_model::reading::Stated`]; none where there was no candidate.
    pub fn evidence(&self, field: &str) -> Option<Evidence> {
        (self.value.is_some() || !self.because.is_empty()).then(|| Evidence {
            field: field.to_owned(),
            value: self.value.as_ref().map(ToString::to_string),
            because: self.because.clone(),
            rule: self.rule.map(str::to_owned),
            considered: self.considered.clone(),
        })
    }
}

/// The most frequent value; `None` on a tie.
pub fn most_frequent<T: PartialEq + Clone>(values: &[T]) -> Option<T> {
    let count = |value: &T| values.iter().filter(|v| *v == value).count();
    let most = values.iter().map(count).max()?;
    let mut best = values.iter().filter(|v| count(v) == most);
    let first = best.next()?;
    best.all(|other| other == first).then(|| first.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_chooses_nothing() {
        assert_eq!(most_frequent(&[1, 2, 2]), Some(2));
        assert_eq!(most_frequent(&[1, 2]), None);
        assert_eq!(most_frequent::<u8>(&[]), None);
    }
}
