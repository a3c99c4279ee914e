//! The check digit of payment references, Bankgiro and Plusgiro numbers (mod 10, Luhn).

/// Whether the last digit is the right check digit of the others. False for fewer than two digits and for other characters.
pub fn is_valid(digits: &str) -> bool {
    let is_number = digits.len() > 1 && digits.bytes().all(|b| b.is_ascii_digit());
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte.wrapping_sub(b'0')) * (1 + u32::from(at % 2 == 1));
            digit / 10 + digit % 10
        })
        .sum();
    is_number && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_check_digit_is_right_or_wrong() {
        assert!(is_valid("9912346") == is_valid("991234 6".replace(' ', "").as_str()));
        assert!(is_valid("79927398713") && !is_valid("79927398710"));
        assert!(!is_valid("") && !is_valid("0") && !is_valid("12a"));
    }

    proptest! {
        #[test]
        fn one_wrong_digit_is_always_noticed(digits in "[0-9]{4,20}", at in 0_usize..20, shift in 1_u8..10) {
            let right = (0..10).map(|c| format!("{digits}{c}")).find(|d| is_valid(d)).unwrap();
            let at = at % right.len();
            let mut wrong = right.clone().into_bytes();
            wrong[at] = (wrong[at] - b'0' + shift) % 10 + b'0';
            prop_assert!(!is_valid(std::str::from_utf8(&wrong).unwrap()));
        }
    }
}
