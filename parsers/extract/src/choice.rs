//! A value chosen among candidates, or a refusal, each with its reason.

/// The only different value; `None` if there is none or more than one.
pub fn only<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Option<T> {
    let mut values = values.into_iter();
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// Why a value was chosen or left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Because {
    /// The reason, for people. Empty if there was no candidate.
    pub sentence: String,
    /// The words of the page that it is based on, if it quotes any.
    pub words: Option<String>,
}

impl Because {
    /// A reason that quotes words of the page, such as its label.
    pub fn quoting(what: &str, words: impl Into<String>) -> Self {
        let words = words.into();
        Because {
            sentence: format!("{what} \u{201c}{words}\u{201d}"),
            words: Some(words),
        }
    }
}

impl<S: Into<String>> From<S> for Because {
    fn from(sentence: S) -> Self {
        Because {
            sentence: sentence.into(),
            words: None,
        }
    }
}

/// A chosen value, or none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice<T> {
    /// The value; `None` if there was no candidate or no way to choose.
    pub value: Option<T>,
    /// The reason. Empty if there was no candidate.
    pub because: Because,
    /// The id of the rule that chose or refused, if it has one.
    pub rule: Option<&'static str>,
    /// The other candidates, each with its words.
    pub considered: Vec<String>,
}

impl<T> Choice<T> {
    /// A chosen value.
    pub fn taken(value: T, because: impl Into<Because>) -> Self {
        Choice {
            value: Some(value),
            ..Choice::refused(because)
        }
    }

    /// A refusal of all candidates.
    pub fn refused(because: impl Into<Because>) -> Self {
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
        self.value.is_none() && !self.because.sentence.is_empty()
    }

    /// This choice, if it has a value, else the other one. What was considered here is kept.
    #[must_use]
    pub fn otherwise(self, other: impl FnOnce() -> Choice<T>) -> Self {
        if self.value.is_some() {
            return self;
        }
        let mut other = other();
        if other.value.is_none() && !other.is_refusal() {
            return self;
        }
        let own = other.considered;
        other.considered = self.considered.into_iter().chain(own).collect();
        other
    }

    /// The same choice of another value.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Choice<U> {
        Choice {
            value: self.value.map(change),
            because: self.because,
            rule: self.rule,
            considered: self.considered,
        }
    }

    /// This choice, if its value fits; else a refusal that says what it is not.
    #[must_use]
    pub fn filter(self, fits: impl FnOnce(&T) -> bool, otherwise: &str) -> Self {
        if self.value.as_ref().is_none_or(fits) {
            return self;
        }
        let considered = self.considered;
        Choice::refused(otherwise).among(considered)
    }

    /// A value with its reason, or none.
    pub fn of(value: Option<T>, because: impl Into<Because>) -> Self {
        value.map_or_else(Choice::nothing, |value| Choice::taken(value, because))
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
