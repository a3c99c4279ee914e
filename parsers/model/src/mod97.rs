//! The check digits of IBANs (ISO 13616) and creditor references (ISO 11649): ISO 7064, MOD 97-10.

/// The remainder of a number when it is divided by 97, with its first four characters moved to the end and letters as 10 to 35. It
/// is 1 if the two check digits, the third and fourth character, are right.
///
/// `None` for fewer than five characters, and for other characters than ASCII letters and digits.
pub fn remainder(text: &str) -> Option<u32> {
    let (head, rest) = text.split_at_checked(4).filter(|(_, rest)| !rest.is_empty())?;
    rest.chars().chain(head.chars()).try_fold(0, |sum, c| {
        let value = c.to_digit(36)?;
        Some((sum * if value > 9 { 100 } else { 10 } + value) % 97)
    })
}

/// Whether the check digits are right.
pub fn is_valid(text: &str) -> bool {
    remainder(text) == Some(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn check_digits_are_right_or_wrong() {
        // The examples of the two standards.
        assert!(is_valid("GB82WEST12345698765432") && is_valid("RF18539007547034"));
        assert!(!is_valid("GB82WEST12345698765433") && !is_valid("RF19539007547034"));
        assert_eq!(
            (remainder("RF18"), remainder("RF18 5390"), remainder("RF1å")),
            (None, None, None)
        );
    }

    proptest! {
        #[test]
        fn one_pair_of_check_digits_is_right(country in "[A-Z]{2}", account in "[A-Z0-9]{1,30}") {
            let check = 98 - remainder(&format!("{country}00{account}")).unwrap();
            let number = format!("{country}{check:02}{account}");
            prop_assert!(is_valid(&number));
        }

        #[test]
        fn any_text_has_a_remainder_or_none(text in ".*") {
            prop_assert!(remainder(&text).is_none_or(|remainder| remainder < 97));
        }
    }
}
