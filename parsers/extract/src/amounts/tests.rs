use parser_model::Currency;
use proptest::prelude::*;

use super::*;

fn values(text: &str) -> Vec<String> {
    find(text, DecimalSign::Unknown)
        .iter()
        .map(|a| a.value.to_string())
        .collect()
}

#[test]
fn a_lost_character_groups_digits_before_decimals() {
    assert_eq!(values("1\u{fffd}318,40 EUR"), ["1318.4"]);
    // It may have been a dash.
    assert_eq!(values("100\u{fffd}150 EUR"), Vec::<String>::new());
    assert_eq!(values("12\u{fffd}50 EUR"), Vec::<String>::new());
}

#[test]
fn reads_amounts_in_every_form() {
    for (text, value) in [
        ("9 876,00", "9876"),
        ("9 876 kr", "9876"),
        ("9.876,00", "9876"),
        ("9876:-", "9876"),
        ("9 876,50 SEK", "9876.5"),
        ("173,50", "173.5"),
        ("$1,234.50", "1234.5"),
        ("-12,50 kr", "-12.5"),
        ("12,50- kr", "-12.5"),
        ("−99 kr", "-99"),
        ("($5.00)", "-5"),
        ("€ -5,00", "-5"),
        ("1'234.00 CHF", "1234"),
        ("Rs. 1,23,456.00", "123456"),
        ("1.046 kronor", "1046"),
        ("kr 100", "100"),
        ("Summa:100 kr", "100"),
        ("49,-", "49"),
        ("50.00€", "50"),
        ("212:50", "212.5"),
        ("500:40 kr", "500.4"),
        ("*****125,00", "125"),
        ("*$64.00*", "64"),
        ("**64,00 €**", "64"),
        ("19,99*", "19.99"),
        ("Rs. 1,20,450/-", "120450"),
        ("62 Euro und 50 Cent", "62.5"),
        ("336 kronor och 5 öre", "336.05"),
        ("$45 and 60 cents", "45.6"),
    ] {
        assert_eq!(values(text), [value], "{text}");
    }
}

#[test]
fn other_numbers_are_no_amounts() {
    for text in [
        "25%",
        "25 %",
        "12:30",
        "59:30",
        "212:50 h",
        "2026-07-31",
        "31.07.2026",
        "A-1234",
        "#1234",
        "10/12",
        "x@1.se",
        "1-2",
        "1234567890",
        "3x",
        "556677-8899",
        "12,50,00",
        "2*12",
        "12*",
        "12*$3",
        "1 250 , 40 €",
        "1.250 , 40 €",
        "1. 250,40 €",
        "$ 1, 250.40",
        "1~250,40 kr",
        "$1;250.40",
    ] {
        assert_eq!(values(text), Vec::<String>::new(), "{text}");
    }
    assert!(find("1.234", DecimalSign::Point).is_empty());
    assert_eq!(values("1.234"), ["1234"]);
    assert!(values("qty 1 258 st").is_empty());
}

#[test]
fn a_code_is_preferred_to_a_symbol() {
    let one = |text: &str| find(text, DecimalSign::Unknown)[0].clone();
    assert_eq!(one("$50.00 CAD").mark, Some(Mark::Code("CAD".parse().unwrap())));
    assert_eq!(one("466,00 kr SEK").mark, Some(Mark::Code(Currency::SEK)));
    assert_eq!(one("$5").mark, Some(Mark::Dollar));
    assert_eq!(one("Total R$: 5").mark, Some(Mark::Code("BRL".parse().unwrap())));
    assert!(!one("17").strong && one("17:-").strong);
}

#[test]
fn an_r_before_an_amount_is_a_rand() {
    let all = |text: &str| find(text, DecimalSign::Unknown);
    let rand = Mark::Code("ZAR".parse().unwrap());
    for text in ["R 850.00", "R850.00", "Total: R1,250.00", "-R 12.50"] {
        assert_eq!(all(text)[0].mark, Some(rand), "{text}");
    }
    // A size, a room, the code of a tax, an order's number, and Brazil's sign without its other half.
    for text in [
        "225/45 R17",
        "R 101",
        "1.99 R 2.49",
        "OR12.50",
        "R 12,50",
        "Latte R 3.45",
    ] {
        assert!(all(text).iter().all(|amount| amount.mark.is_none()), "{text}");
    }
}

#[test]
fn opening_hours_are_no_amounts() {
    for hours in [
        "Mo.-Fr. 08.30 - 12.30 Uhr",
        "Mo. bis Fr. 9.00 bis 18.30 Uhr",
        "Ma-Fr 9.00-17.00",
        "open to 18.30 hrs",
    ] {
        assert_eq!(values(hours), [] as [&str; 0], "{hours}");
    }
    assert_eq!(values("10.00 - 12.00 EUR"), ["10", "12"]);
    assert_eq!(values("Fr. 18.30"), ["18.3"]);
    assert_eq!(values("12.50 - 2.50"), ["12.5", "2.5"]);
}

#[test]
fn a_code_before_a_sign_says_what_it_means() {
    let found = find("CAD $120.00", DecimalSign::Unknown);
    assert_eq!(
        (found[0].start, found[0].mark),
        (0, Some(Mark::Code("CAD".parse().unwrap())))
    );
    assert_eq!(values("-EUR \u{20ac}5.00"), ["-5"]);
}

#[test]
fn several_stand_in_one_text() {
    assert_eq!(values("Totalt 120,00 kr varav moms 24,00 kr"), ["120", "24"]);
    assert_eq!(values("2 x 49,50 kr"), ["2", "49.5"]);
}

proptest! {
    #[test]
    fn nothing_panics_and_places_are_ordered(text in "[0-9 .,:'()€$kr\\-−SEK%xåA]{0,80}") {
        let mut last = 0;
        for amount in find(&text, DecimalSign::Comma) {
            prop_assert!(amount.start >= last && amount.start < amount.end && amount.end <= text.len());
            last = amount.end;
        }
    }

    #[test]
    fn a_swedish_amount_is_read_back(units in 0_i64..99_999_999) {
        let (kronor, ore) = (units / 100, units % 100);
        let digits = kronor.to_string();
        let grouped: Vec<String> = digits.as_bytes().rchunks(3).rev().map(|g| String::from_utf8_lossy(g).into_owned()).collect();
        let text = format!("{},{ore:02} kr", grouped.join(" "));
        let found = find(&text, DecimalSign::Comma);
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(found[0].value, Money::from_units(units * 100).unwrap());
    }
}

#[test]
fn times_of_day_and_numbers_with_leading_zeros_are_no_amounts() {
    for text in ["kl. 10.08", "kl 22.58", "klo 9.30", "FT-0091", "nr 0017"] {
        assert_eq!(values(text), [""; 0], "{text}");
    }
    assert_eq!(values("kl. 10.08 med Dankort: kr. 731,42"), ["731.42"]);
    assert_eq!(values("kl. 10.08 kr"), ["10.08"]);
    assert_eq!(values("0,50 kr"), ["0.5"]);
}
