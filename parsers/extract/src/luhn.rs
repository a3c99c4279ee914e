//! The check digit of payment references, Bankgiro and Plusgiro numbers (mod 10, Luhn).

/// Whether the last of some digits is their right check digit. Two digits at least, nothing but digits.
pub fn holds(digits: &str) -> bool {
    let valid = digits.len() > 1 && digits.bytes().all(|b| b.is_ascii_digit());
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte.wrapping_sub(b'0')) * (1 + u32::from(at % 2 == 1));
            digit / 10 + digit % 10
        })
        .sum();
    valid && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn check_digits_hold_or_not() {
        assert!(holds("9912346") == holds("991234 6".replace(' ', "").as_str()));
        assert!(holds("79927398713") && !holds("79927398710"));
        assert!(!holds("") && !holds("0") && !holds("12a"));
    }

    proptest! {
        #[test]
        fn one_wrong_digit_is_always_noticed(digits in "[0-9]{4,20}", at in 0_usize..20, shift in 1_u8..10) {
            let right = (0..10).map(|c| format!("{digits}{c}")).find(|d| holds(d)).unwrap();
            let at = at % right.len();
            let mut wrong = right.clone().into_bytes();
            wrong[at] = (wrong[at] - b'0' + shift) % 10 + b'0';
            prop_assert!(!holds(std::str::from_utf8(&wrong).unwrap()));
        }
    }
}
