//! Electronic invoices, alone or embedded in PDFs: Factur-X and `ZUGFeRD`, which use UN/CEFACT's Cross Industry Invoice (CII), and UBL.
//!
//! Sources: EN 16931 and its syntax bindings; `ZUGFeRD` 1.0 for its element names; Peppol's rules for Sweden for giro
//! numbers.

mod xml;

use chrono::NaiveDate;
use parser_model::reading::{DateSource, Direction, Stated};
use parser_model::{Currency, Identity, Money};

use crate::{Document, EInvoice, Kind};
use xml::Value;

/// Document type codes (UNTDID 1001) of credit notes, including factored and self-billed ones.
const CREDIT_TYPES: [&str; 6] = ["81", "83", "261", "381", "396", "532"];

/// The sums of the whole invoice in CII and in `ZUGFeRD` 1. Lines have sums of the same names.
const HEADER_SUMS: [&str; 2] = [
    "SpecifiedTradeSettlementHeaderMonetarySummation",
    "SpecifiedTradeSettlementMonetarySummation",
];

/// Reads an e-invoice from its XML. `None` if it is of another format or states neither a total nor a number.
pub fn read(bytes: &[u8]) -> Option<EInvoice> {
    let values = without_envelope(xml::values(bytes)?);
    let root = values.first()?.path.split(['/', '@']).next()?.to_owned();
    let invoice = Elements { values };
    let (format, stated) = match root.as_str() {
        "CrossIndustryInvoice" => ("Factur-X", invoice.cii()),
        "CrossIndustryDocument" => ("ZUGFeRD 1", invoice.cii()),
        "Invoice" => ("UBL invoice", invoice.ubl(false)),
        "CreditNote" => ("UBL credit note", invoice.ubl(true)),
        _ => return None,
    };
    let is_invoice = stated.total_amount.is_some() || stated.invoice_number.is_some();
    is_invoice.then(|| EInvoice {
        format: format.to_owned(),
        stated,
    })
}

/// Takes an invoice out of the envelope in which Peppol transports it: a header, and the invoice beside it.
fn without_envelope(mut values: Vec<Value>) -> Vec<Value> {
    let is_of_envelope = |value: &Value| value.path.split(['/', '@']).next() == Some("StandardBusinessDocument");
    if !values.first().is_some_and(is_of_envelope) {
        return values;
    }
    values.retain_mut(|value| {
        let Some((_, inner)) = value.path.split_once('/') else {
            return false;
        };
        let is_header = inner.split(['/', '@']).next() == Some("StandardBusinessDocumentHeader");
        value.path = inner.to_owned();
        !is_header
    });
    values
}

struct Elements {
    values: Vec<Value>,
}

impl Elements {
    /// The first value whose path ends in the first of `ends` that any path ends in.
    fn first(&self, ends: &[&str]) -> Option<&str> {
        ends.iter().find_map(|end| self.all(end).next())
    }

    fn all<'v>(&'v self, end: &str) -> impl Iterator<Item = &'v str> + 'v {
        // With the slash, `ID` is the end of `Invoice/ID` but not of `Invoice/UUID`.
        let end = format!("/{end}");
        self.values
            .iter()
            .filter(move |value| value.path.ends_with(&end))
            .map(|value| value.text.as_str())
    }

    /// The value with exactly this path below the root.
    fn at(&self, path: &str) -> Option<&str> {
        let below_root = |value: &&Value| value.path.split_once('/').is_some_and(|(_, rest)| rest == path);
        self.values.iter().find(below_root).map(|value| value.text.as_str())
    }

    fn cii(&self) -> Stated {
        let document = ["ExchangedDocument/", "HeaderExchangedDocument/"];
        let of_document = |name: &str| document.iter().find_map(|parent| self.at(&format!("{parent}{name}")));
        let date = |path: &str| self.first(&[&format!("{path}/DateTimeString"), &format!("{path}/DateTime")]);
        let credit = of_document("TypeCode").is_some_and(|code| CREDIT_TYPES.contains(&code));
        Self::stated(&FieldTexts {
            number: of_document("ID"),
            issued: of_document("IssueDateTime/DateTimeString").or_else(|| of_document("IssueDateTime/DateTime")),
            due: date("SpecifiedTradePaymentTerms/DueDateDateTime"),
            // The seller's order number, else the buyer's.
            order: self.first(&[
                "SellerOrderReferencedDocument/IssuerAssignedID",
                "SellerOrderReferencedDocument/ID",
                "BuyerOrderReferencedDocument/IssuerAssignedID",
                "BuyerOrderReferencedDocument/ID",
            ]),
            vendor: self.first(&["SellerTradeParty/Name"]),
            currency: self.first(&["InvoiceCurrencyCode"]),
            total: HEADER_SUMS.iter().find_map(|sums| {
                let sum = |name: &str| self.all(&format!("{sums}/{name}")).find_map(amount);
                rounded(sum("GrandTotalAmount"), sum("RoundingAmount"), sum("DuePayableAmount"))
            }),
            credit,
            credits: self.first(&[
                "InvoiceReferencedDocument/IssuerAssignedID",
                "InvoiceReferencedDocument/ID",
            ]),
        })
    }

    fn ubl(&self, credit_note: bool) -> Stated {
        let credit = credit_note
            || self
                .at("InvoiceTypeCode")
                .is_some_and(|code| CREDIT_TYPES.contains(&code));
        let supplier = "AccountingSupplierParty/Party";
        let mut stated = Self::stated(&FieldTexts {
            number: self.at("ID"),
            issued: self.at("IssueDate"),
            due: self
                .at("DueDate")
                .or_else(|| self.first(&["PaymentMeans/PaymentDueDate"])),
            order: self
                .at("OrderReference/SalesOrderID")
                .or_else(|| self.at("OrderReference/ID")),
            vendor: self.first(&[
                &format!("{supplier}/PartyLegalEntity/RegistrationName"),
                &format!("{supplier}/PartyName/Name"),
            ]),
            currency: self.at("DocumentCurrencyCode"),
            total: {
                let sum = |name: &str| self.at(&format!("LegalMonetaryTotal/{name}")).and_then(amount);
                rounded(
                    sum("TaxInclusiveAmount"),
                    sum("PayableRoundingAmount"),
                    sum("PayableAmount"),
                )
            },
            credit,
            credits: self.first(&["BillingReference/InvoiceDocumentReference/ID"]),
        });
        self.read_giro(&mut stated);
        stated
    }

    /// Reads Bankgiro, Plusgiro and the payment reference. The branch of an account says which giro it belongs to.
    fn read_giro(&self, stated: &mut Stated) {
        let accounts = self.all("PaymentMeans/PayeeFinancialAccount/ID");
        let branches = self.all("PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID");
        for (number, branch) in accounts.zip(branches) {
            match branch {
                "SE:BANKGIRO" => stated.bankgiro = giro(number, 4).or(stated.bankgiro.take()),
                "SE:PLUSGIRO" => stated.plusgiro = giro(number, 1).or(stated.plusgiro.take()),
                _ => {}
            }
        }
        let reference = self.first(&["PaymentMeans/PaymentID"]).filter(|id| {
            let giro = stated.bankgiro.is_some() || stated.plusgiro.is_some();
            giro && (2..=25).contains(&id.len()) && id.bytes().all(|c| c.is_ascii_digit())
        });
        stated.ocr = reference.map(str::to_owned);
    }

    fn stated(found: &FieldTexts<'_>) -> Stated {
        let direction = if found.credit {
            Direction::Refund
        } else {
            Direction::Charge
        };
        let issued = found.issued.and_then(date);
        Stated {
            vendor_name: found.vendor.map(crate::text::tidy).filter(|name| !name.is_empty()),
            // A credit note states the amount that is paid back; `Stated` has a negative total for it.
            total_amount: found.total.map(|total| if found.credit { -total.abs() } else { total }),
            currency: found.currency.and_then(|code| code.parse::<Currency>().ok()),
            invoice_date: issued,
            invoice_date_source: issued.map(|_| DateSource::Document),
            due_date: found.due.and_then(date),
            invoice_number: found.number.and_then(number),
            // Peppol requires a reference, and `NA` if there is none.
            order_id: found.order.and_then(number).filter(|order| order != "NA"),
            direction,
            identity: Identity {
                credits: found.credits.filter(|_| found.credit).and_then(number),
                ..Identity::default()
            },
            ..Stated::default()
        }
    }
}

/// The fields of an invoice before they are parsed.
struct FieldTexts<'v> {
    number: Option<&'v str>,
    order: Option<&'v str>,
    issued: Option<&'v str>,
    due: Option<&'v str>,
    vendor: Option<&'v str>,
    currency: Option<&'v str>,
    total: Option<Money>,
    credit: bool,
    /// The number of the invoice that it refers to.
    credits: Option<&'v str>,
}

/// The total with tax after its rounding to whole units; without one what is due.
fn rounded(total: Option<Money>, rounding: Option<Money>, due: Option<Money>) -> Option<Money> {
    total
        .map(|total| rounding.map_or(total, |rounding| total + rounding))
        .or(due)
}

fn number(text: &str) -> Option<String> {
    Some(crate::text::tidy(text)).filter(|number| !number.is_empty() && number.len() <= 64)
}

/// Parses `1234.50`, with or without a sign.
fn amount(text: &str) -> Option<Money> {
    let text = text.strip_prefix('+').unwrap_or(text);
    // `Money` has four decimals. More are accepted if they are zeros.
    let text = match text.split_once('.') {
        Some((_, decimals)) if decimals.len() > 4 => text.trim_end_matches('0').trim_end_matches('.'),
        Some((whole, "")) => whole,
        _ => text,
    };
    text.parse().ok()
}

/// Parses `20260731` or `2026-07-31`. A time may follow.
fn date(text: &str) -> Option<NaiveDate> {
    let head = |length: usize| text.get(..length);
    let compact = head(8).filter(|digits| digits.bytes().all(|c| c.is_ascii_digit()));
    match compact {
        Some(digits) => NaiveDate::parse_from_str(digits, "%Y%m%d").ok(),
        None => NaiveDate::parse_from_str(head(10)?, "%Y-%m-%d").ok(),
    }
}

/// The digits of a giro number with a hyphen before the last `tail` of them.
fn giro(number: &str, tail: usize) -> Option<String> {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let start = digits
        .len()
        .checked_sub(tail)
        .filter(|&start| start > 0 && digits.len() <= 8)?;
    Some(format!("{}-{}", &digits[..start], &digits[start..]))
}

impl Document {
    /// An e-invoice without a page. `None` if the XML isn't an e-invoice.
    pub fn from_e_invoice(xml: &[u8]) -> Option<Document> {
        let e_invoice = read(xml)?;
        Some(Document {
            kind: Kind::Pdf,
            e_invoices: vec![e_invoice],
            ..Document::default()
        })
    }
}

#[cfg(test)]
mod tests;
