use super::*;

const CII: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:x" xmlns:ram="urn:y" xmlns:udt="urn:z">
 <rsm:ExchangedDocument><ram:ID>F-1001</ram:ID><ram:TypeCode>TYPE</ram:TypeCode>
  <ram:IssueDateTime><udt:DateTimeString format="102">20260603</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
 <rsm:SupplyChainTradeTransaction>
  <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:ID>77</ram:ID><ram:Name>Bj&#246;rk &amp; S&#246;ner AB</ram:Name></ram:SellerTradeParty>
   <ram:BuyerTradeParty><ram:Name>Kund</ram:Name></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
  <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>SEK</ram:InvoiceCurrencyCode>
   <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20260630</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
   <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>100</ram:LineTotalAmount>
    <ram:GrandTotalAmount>125.50</ram:GrandTotalAmount><ram:DuePayableAmount>25.50</ram:DuePayableAmount>
   </ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
 </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>"#;

const UBL: &str = r#"<Invoice xmlns="urn:x" xmlns:cac="urn:y" xmlns:cbc="urn:z"><cbc:ID>U-7</cbc:ID><cbc:IssueDate>2026-06-03</cbc:IssueDate>
 <cbc:DueDate>2026-06-30</cbc:DueDate><cbc:DocumentCurrencyCode>SEK</cbc:DocumentCurrencyCode>
 <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Exempel</cbc:Name></cac:PartyName>
  <cac:PartyLegalEntity><cbc:RegistrationName>Exempel AB</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
 <cac:PaymentMeans><cbc:PaymentID>1234566</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>9912346</cbc:ID>
  <cac:FinancialInstitutionBranch><cbc:ID>SE:BANKGIRO</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount></cac:PaymentMeans>
 <cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="SEK">1250.00</cbc:TaxInclusiveAmount>
  <cbc:PayableAmount currencyID="SEK">250.00</cbc:PayableAmount></cac:LegalMonetaryTotal></Invoice>"#;

fn cii(type_code: &str) -> Stated {
    read(CII.replace("TYPE", type_code).as_bytes()).unwrap().stated
}

#[test]
fn reads_factur_x() {
    let stated = cii("380");
    assert_eq!(stated.invoice_number.as_deref(), Some("F-1001"));
    assert_eq!(stated.vendor_name.as_deref(), Some("Björk & Söner AB"));
    assert_eq!(stated.total_amount, "125.5".parse().ok());
    assert_eq!(stated.currency, Some(Currency::SEK));
    assert_eq!(stated.invoice_date, NaiveDate::from_ymd_opt(2026, 6, 3));
    assert_eq!(stated.due_date, NaiveDate::from_ymd_opt(2026, 6, 30));
    assert_eq!(stated.direction, Direction::Charge);
}

#[test]
fn an_invoice_is_taken_out_of_the_envelope_of_its_transport() {
    let header = "<StandardBusinessDocumentHeader><DocumentIdentification><Type>Invoice</Type></DocumentIdentification>\
                  </StandardBusinessDocumentHeader>";
    let envelope = |content: &str| format!("<StandardBusinessDocument>{header}{content}</StandardBusinessDocument>");
    let enclosed = read(envelope(UBL).as_bytes()).unwrap();
    assert_eq!(enclosed, read(UBL.as_bytes()).unwrap());
    assert!(read(envelope("").as_bytes()).is_none());
}

#[test]
fn the_sum_of_a_line_is_not_the_total() {
    let line = "<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:GrandTotalAmount>75.50</ram:GrandTotalAmount>\
                </ram:SpecifiedTradeSettlementLineMonetarySummation>";
    let header = "<ram:ApplicableHeaderTradeAgreement>";
    let xml = CII.replace(
        header,
        &format!("<ram:IncludedSupplyChainTradeLineItem>{line}</ram:IncludedSupplyChainTradeLineItem>{header}"),
    );
    assert_eq!(read(xml.as_bytes()).unwrap().stated.total_amount, "125.5".parse().ok());
}

#[test]
fn the_total_is_rounded_as_the_invoice_says() {
    let total = |xml: String| read(xml.as_bytes()).unwrap().stated.total_amount;
    let rounding = "<cbc:PayableRoundingAmount>-0.45</cbc:PayableRoundingAmount></cac:LegalMonetaryTotal>";
    assert_eq!(
        total(UBL.replace("</cac:LegalMonetaryTotal>", rounding)),
        "1249.55".parse().ok()
    );
    let rounding = "<ram:RoundingAmount>0.50</ram:RoundingAmount><ram:GrandTotalAmount>";
    assert_eq!(
        total(CII.replace("<ram:GrandTotalAmount>", rounding)),
        "126".parse().ok()
    );
}

#[test]
fn the_type_of_a_credit_note_makes_its_total_negative() {
    let stated = cii("381");
    assert_eq!(stated.total_amount, "-125.5".parse().ok());
    assert_eq!(stated.direction, Direction::Refund);
}

#[test]
fn reads_zugferd_1() {
    let old = CII
        .replace("CrossIndustryInvoice", "CrossIndustryDocument")
        .replace("ExchangedDocument", "HeaderExchangedDocument");
    let read = read(old.as_bytes()).unwrap();
    assert_eq!(read.format, "ZUGFeRD 1");
    assert_eq!(read.stated.invoice_number.as_deref(), Some("F-1001"));
}

#[test]
fn reads_ubl_with_its_giro_account() {
    let stated = read(UBL.as_bytes()).unwrap().stated;
    assert_eq!(stated.vendor_name.as_deref(), Some("Exempel AB"));
    assert_eq!(stated.total_amount, "1250".parse().ok());
    assert_eq!(stated.bankgiro.as_deref(), Some("991-2346"));
    assert_eq!(stated.ocr.as_deref(), Some("1234566"));
}

#[test]
fn a_ubl_credit_note_is_negative() {
    let note = UBL
        .replace("<Invoice", "<CreditNote")
        .replace("</Invoice>", "</CreditNote>");
    assert_eq!(read(note.as_bytes()).unwrap().stated.total_amount, "-1250".parse().ok());
}

#[test]
fn other_xml_is_not_an_invoice() {
    assert_eq!(read(b"<html><body>125.50</body></html>"), None);
    assert_eq!(read(b"<Invoice/>"), None);
    assert_eq!(read(b"no xml"), None);
    assert_eq!(read(b""), None);
}

#[test]
fn ambiguous_amounts_and_invalid_dates_are_refused() {
    assert_eq!(amount("12.500000"), "12.5".parse().ok());
    assert_eq!(amount("-12."), "-12".parse().ok());
    assert_eq!(amount("12,50"), None);
    assert_eq!(date("2026-07-31T00:00:00"), NaiveDate::from_ymd_opt(2026, 7, 31));
    assert_eq!(date("20261331"), None);
}
