//! The text of a code that a bank's app reads to pay a rental invoice.

use std::fmt;

use parser_model::{luhn, mod97};
use serde_json::{Value, json};

use crate::correction::PAID;
use crate::currency::Currency;
use crate::money::Money;
use crate::rental_record::RentalInvoiceRecord;

/// The longest name in a code of the EPC, in characters.
const MAX_NAME: usize = 70;

/// The account that a notice is paid to, with the right check digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payee {
    /// A number of the Swedish Bankgiro.
    Bankgiro(String),
    /// An IBAN (ISO 13616), without blanks.
    Iban(String),
}

impl Payee {
    /// The account that a record states.
    pub fn of(record: &RentalInvoiceRecord) -> Option<Self> {
        let stated = |label: &str| record.labelled.get(label).and_then(Value::as_str);
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let bankgiro = stated("Bankgiro").filter(|number| {
            let digits = digits(number);
            (7..=8).contains(&digits.len()) && luhn::is_valid(&digits)
        });
        if let Some(number) = bankgiro {
            return Some(Payee::Bankgiro(number.to_owned()));
        }
        let iban: String = stated("IBAN")?.chars().filter(|c| !c.is_whitespace()).collect();
        ((15..=34).contains(&iban.len()) && mod97::is_valid(&iban)).then_some(Payee::Iban(iban))
    }
}

impl fmt::Display for Payee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Payee::Bankgiro(number) => write!(f, "Bankgiro {number}"),
            Payee::Iban(number) => write!(f, "IBAN {number}"),
        }
    }
}

/// Why an invoice has no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCode {
    /// It was paid or replaced, or is a credit note.
    #[error("nothing is to be paid")]
    NothingDue,
    /// A value is the user's own.
    #[error("its values were corrected, and a code has only what the notice states")]
    Corrected,
    /// A value is missing, or its check digits are wrong.
    #[error("the notice does not state all that it needs, with right check digits")]
    Incomplete,
}

/// The text of the code, from stated values alone.
///
/// In SEK to a Bankgiro it is an invoice of `UsingQR` (revision 2, June 2014), in EUR to an IBAN a SEPA credit transfer (EPC069-12,
/// version 002).
pub fn text(record: &RentalInvoiceRecord) -> Result<String, NoCode> {
    if record.total_amount <= Money::ZERO || record.replaced_by.is_some() || record.paid {
        return Err(NoCode::NothingDue);
    }
    if record.corrected.iter().any(|field| field != PAID) {
        return Err(NoCode::Corrected);
    }
    stated(record).ok_or(NoCode::Incomplete)
}

fn stated(record: &RentalInvoiceRecord) -> Option<String> {
    let name = record.landlord()?;
    let reference = record.ocr.as_deref().filter(|ocr| is_reference(ocr))?;
    match (Payee::of(record)?, Currency::shown(record.currency)) {
        (Payee::Bankgiro(account), currency) if currency == Currency::DEFAULT => {
            let code = json!({
                "uqr": 1,
                "tp": 1,
                "nme": name,
                "iref": reference,
                "ddt": record.due_date?.format("%Y%m%d").to_string(),
                "due": record.total_amount,
                "cur": currency,
                "pt": "BG",
                "acc": account,
            });
            Some(code.to_string())
        }
        (Payee::Iban(account), currency) if currency.as_str() == "EUR" && name.chars().count() <= MAX_NAME => {
            let is_structured = reference.starts_with("RF");
            let (structured, free) = if is_structured {
                (reference, "")
            } else {
                ("", reference)
            };
            let amount = format!("EUR{}", record.total_amount);
            Some(
                [
                    "BCD", "002", "1", "SCT", "", name, &account, &amount, "", structured, free,
                ]
                .join("\n"),
            )
        }
        _ => None,
    }
}

/// Whether it is a payment reference with the right check digits.
fn is_reference(text: &str) -> bool {
    luhn::is_valid(text) || (text.starts_with("RF") && mod97::is_valid(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(fields: &Value) -> RentalInvoiceRecord {
        let mut record = json!({
            "InvoiceID": "Invoice_1",
            "UserID": "user_67e55044-10b1-426f-9247-bb680e5fe0c8",
            "due_date_month": "11",
            "due_date_year": "2026",
            "Due Date": "2026-11-30",
            "Total Amount": 9876.5,
            "OCR": "48213003",
            "Landlord": "Ekbackens Bostäder AB",
            "Bankgiro": "5050-1055",
        });
        for (name, value) in fields.as_object().unwrap() {
            record[name] = value.clone();
        }
        serde_json::from_value(record).unwrap()
    }

    #[test]
    fn a_swedish_notice_is_an_invoice_of_using_qr() {
        let text = text(&record(&json!({}))).unwrap();
        let code: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            code,
            json!({
                "uqr": 1, "tp": 1, "nme": "Ekbackens Bostäder AB", "iref": "48213003", "ddt": "20261130", "due": 9876.5,
                "cur": "SEK", "pt": "BG", "acc": "5050-1055",
            })
        );
    }

    #[test]
    fn a_notice_in_euro_is_a_credit_transfer() {
        let euro = json!({
            "Currency": "EUR", "Bankgiro": null, "IBAN": "GB82 WEST 1234 5698 7654 32", "OCR": "RF18539007547034",
        });
        assert_eq!(
            text(&record(&euro)).unwrap(),
            "BCD\n002\n1\nSCT\n\nEkbackens Bostäder AB\nGB82WEST12345698765432\nEUR9876.5\n\nRF18539007547034\n"
        );
    }

    #[test]
    fn what_is_missing_wrong_corrected_or_settled_has_no_code() {
        for (fields, why) in [
            (json!({"Bankgiro": "5050-1056"}), NoCode::Incomplete),
            (json!({"Bankgiro": null}), NoCode::Incomplete),
            (json!({"OCR": "48213004"}), NoCode::Incomplete),
            (json!({"OCR": null}), NoCode::Incomplete),
            (json!({"Landlord": null}), NoCode::Incomplete),
            (json!({"Due Date": null}), NoCode::Incomplete),
            (json!({"Currency": "EUR"}), NoCode::Incomplete),
            (json!({"Total Amount": -100}), NoCode::NothingDue),
            (json!({"replaced_by": "Invoice_2"}), NoCode::NothingDue),
            (json!({"paid": true}), NoCode::NothingDue),
            (json!({"corrected": ["Total Amount"]}), NoCode::Corrected),
        ] {
            assert_eq!(text(&record(&fields)), Err(why), "{fields}");
        }
        assert!(text(&record(&json!({"corrected": ["paid"]}))).is_ok());
    }
}
