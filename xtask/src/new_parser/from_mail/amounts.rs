//! Amounts, all multiplied by the same fraction, which is exact for each of them. So every sum and every product with a quantity
//! stays right.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use fastrand::Rng;
use parser_extract::amounts::{self, DecimalCount, DecimalSign};
use regex::Regex;

use super::numbers::MEASURE;
use super::slots::{Hint, Line};

/// Greater denominators are not tried.
const MAX_DENOMINATOR: u128 = 40;

/// A number of the page with its decimals: `1 234,50` is 123450 with 2 decimals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its place in the text, without currency and sign.
    pub part: Range<usize>,
    /// All its digits.
    pub units: u128,
    /// How many of them are decimals.
    pub decimals: usize,
}

/// What is known of the amounts of a page.
#[derive(Debug, Default)]
pub struct Amounts {
    sign: DecimalSign,
    /// The amounts of the reading in ten-thousandths. A number without a currency is an amount if it is one of them.
    read: HashSet<i64>,
    /// The times of the reading, such as `07:29`, which a page may write as `07.29`.
    times: HashSet<String>,
}

static RATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(\d[\d ]*(?:[.,]\d+)?) ?(?:öre|kr|sek|nok|dkk|eur|€|cent|ct|p|£|\$) ?/")
        .expect("the pattern is valid")
});

impl Amounts {
    /// The amounts of a page. `read` are those of its reading, in ten-thousandths, and `times` its times.
    pub fn new(lines: &[Line], read: HashSet<i64>, times: HashSet<String>) -> Self {
        let mut count = DecimalCount::default();
        for line in lines {
            count.add(&line.text);
        }
        Amounts {
            sign: count.sign(),
            read,
            times,
        }
    }

    /// The amounts of a text.
    pub fn find(&self, text: &str, hint: Hint) -> Vec<Number> {
        let mut found: Vec<Number> = Vec::new();
        for amount in amounts::find(text, self.sign) {
            let units = amount.value.units().abs();
            let is_measured = amount.mark.is_none() && MEASURE.is_match(&text[amount.end..]);
            let is_time =
                amount.mark.is_none() && self.times.contains(&text[amount.start..amount.end].replace('.', ":"));
            if is_measured || is_time && !self.read.contains(&units) {
                continue;
            }
            if amount.strong || hint == Hint::Money || self.read.contains(&units) {
                found.extend(number(text, amount.start..amount.end, units));
            }
        }
        for rate in RATE.captures_iter(text).filter_map(|captures| captures.get(1)) {
            let is_free = found
                .iter()
                .all(|known| rate.end() <= known.part.start || known.part.end <= rate.start());
            let as_amount = amounts::find(rate.as_str(), self.sign);
            if let Some(amount) = as_amount.first().filter(|_| is_free) {
                found.extend(number(text, rate.range(), amount.value.units().abs()));
            }
        }
        found
    }
}

/// The number in a part of a text, if its digits with some decimals are `units` ten-thousandths.
fn number(text: &str, part: Range<usize>, units: i64) -> Option<Number> {
    let within = &text[part.clone()];
    let start = part.start + within.find(|c: char| c.is_ascii_digit())?;
    let end = part.start + within.rfind(|c: char| c.is_ascii_digit())? + 1;
    let written = &text[start..end];
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let after_sign = written.rfind(['.', ',']).map_or(0, |at| written.len() - at - 1);
    let value: u128 = digits.parse().ok()?;
    let has_decimals = |decimals: &usize| {
        let ten_thousandths = value
            .checked_mul(10_000)
            .map(|value| value / 10_u128.pow(u32::try_from(*decimals).unwrap_or(0)));
        ten_thousandths == u128::try_from(units).ok()
    };
    let decimals = [after_sign, 0]
        .into_iter()
        .filter(|decimals| *decimals <= 4)
        .find(has_decimals)?;
    Some(Number {
        part: start..end,
        units: value,
        decimals,
    })
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The numerator.
    pub times: u128,
    /// The denominator, which divides every number of the page.
    pub by: u128,
}

impl Factor {
    /// A factor between 1/3 and 3 that is exact for all numbers: its denominator divides their greatest common divisor. If
    /// possible, no number gets another number of digits.
    pub fn choose(numbers: &[Number], rng: &mut Rng) -> Self {
        let common = numbers.iter().fold(0, |common, number| gcd(common, number.units));
        let exact = |by: &u128| common == 0 || common.is_multiple_of(*by);
        let all: Vec<Factor> = (1..=MAX_DENOMINATOR)
            .filter(exact)
            .flat_map(|by| (by.div_ceil(3)..=3 * by).map(move |times| Factor { times, by }))
            .filter(|factor| factor.times != factor.by && gcd(factor.times, factor.by) == 1)
            .collect();
        let keeps = |factor: &&Factor| {
            numbers
                .iter()
                .all(|number| factor.of(number.units).magnitude() == number.units.magnitude())
        };
        let kept: Vec<&Factor> = all.iter().filter(keeps).collect();
        let pool = if kept.is_empty() { all.iter().collect() } else { kept };
        *pool[rng.usize(..pool.len())]
    }

    /// The product, which is exact for the numbers that the factor was chosen for.
    pub fn of(self, units: u128) -> u128 {
        units * self.times / self.by
    }

    /// The product in the form of the number, such as `2 469,00`. `group` parts thousands where the number has none.
    pub fn written(self, text: &str, number: &Number, group: Option<char>) -> String {
        let written = &text[number.part.clone()];
        let digits = format!("{:0width$}", self.of(number.units), width = number.decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - number.decimals);
        let sign_at = (number.decimals > 0).then(|| written.len() - number.decimals - 1);
        let before = &written[..sign_at.unwrap_or(written.len())];
        let own = before.chars().find(|c| !c.is_ascii_digit());
        let group = own.or(group.filter(|_| before.len() < 4));
        let mut new = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                new.extend(group);
            }
            new.push(digit);
        }
        if let Some(at) = sign_at {
            new += &written[at..=at];
        }
        new + fraction
    }
}

/// How many digits a number has, more or less.
trait Digits {
    fn magnitude(self) -> u32;
}

impl Digits for u128 {
    fn magnitude(self) -> u32 {
        self.checked_ilog10().unwrap_or(0)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn find(text: &str) -> Vec<Number> {
        Amounts::default().find(text, Hint::None)
    }

    #[test]
    fn a_multiplied_amount_keeps_its_form() {
        let double = Factor { times: 2, by: 1 };
        for (before, after) in [
            ("1 234,50 kr", "2 469,00"),
            ("SEK1,798.00", "3,596.00"),
            ("0,05 kr", "0,10"),
            ("899:-", "1 798"),
            ("9999 kr", "19998"),
            ("45,50 öre/kWh", "91,00"),
        ] {
            let group = (before == "899:-").then_some(' ');
            assert_eq!(double.written(before, &find(before)[0], group), after, "{before}");
        }
        assert!(find("25 % moms, 2 st").is_empty());
    }

    proptest! {
        /// Any sum with whole coefficients, such as those of quantities, and any rate that was exact.
        #[test]
        fn every_linear_relation_stays(
            units in prop::collection::vec(0..100_000_000_u128, 1..12),
            decimals in prop::collection::vec(0..3_usize, 12),
            weights in prop::collection::vec(-50..50_i128, 12),
            round in prop::sample::select(vec![1_u128, 10, 50, 100]),
            seed: u64,
        ) {
            let numbers: Vec<Number> = units.iter().zip(decimals).map(|(units, decimals)| Number { part: 0..0, units: units * round, decimals }).collect();
            let factor = Factor::choose(&numbers, &mut fastrand::Rng::with_seed(seed));
            let sum = |of: &dyn Fn(u128) -> u128| -> i128 {
                let terms = numbers.iter().zip(&weights).map(|(number, weight)| {
                    let scale = 10_i128.pow(2 - u32::try_from(number.decimals).unwrap());
                    weight * scale * i128::try_from(of(number.units)).unwrap()
                });
                terms.sum()
            };
            prop_assert!(numbers.iter().all(|number| (number.units * factor.times).is_multiple_of(factor.by)));
            let (before, after) = (sum(&|units| units), sum(&|units| factor.of(units)));
            prop_assert_eq!(after * i128::try_from(factor.by).unwrap(), before * i128::try_from(factor.times).unwrap());
        }

        #[test]
        fn a_written_amount_is_read_as_the_product(units in 0..10_000_000_u128, times in 1..40_u128) {
            let text = format!("{}.{:02} EUR", units / 100, units % 100);
            let number = find(&text).remove(0);
            let factor = Factor { times, by: 1 };
            let new = format!("{} EUR", factor.written(&text, &number, None));
            prop_assert_eq!(find(&new)[0].units, units * times);
        }
    }
}
