//! Checks of every reading, whatever its category: sums, tax, dates, currency. Disagreements are sentences in `warnings`.

use crate::page::{CATEGORIES, Mail};
use parser_model::reading::RetailRecord;

/// The one invoice of a mail, read as each category.
fn of_each_category(mail: &Mail) -> Vec<RetailRecord> {
    let read = |category: &&str| {
        mail.read_as(category)
            .into_iter()
            .next()
            .expect("the mail is an invoice")
    };
    CATEGORIES.iter().map(read).collect()
}

fn each_warns(mail: &Mail, warning: &str) {
    for record in of_each_category(mail) {
        let warnings: Vec<String> = record.stated.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, [warning], "{}", record.sub_type);
        assert_eq!(record.detail["warnings"][0], warning, "{}", record.sub_type);
    }
}

#[test]
fn a_mail_whose_figures_agree_has_no_warning() {
    for record in of_each_category(&Mail::order()) {
        assert_eq!(record.stated.warnings, [], "{}", record.sub_type);
        assert!(!record.detail.contains_key("warnings"), "{}", record.sub_type);
    }
}

#[test]
fn parts_that_do_not_add_up_to_the_total_are_told() {
    let mail = Mail::order().with("Totalt", "330,00 kr");
    each_warns(&mail, "the parts do not add up to the total");
}

#[test]
fn goods_that_do_not_add_up_are_left_out() {
    let mail = Mail::order().with("Tröja", "999,00 kr");
    for record in of_each_category(&mail) {
        assert!(!record.detail.contains_key("items"), "{}", record.sub_type);
    }
}

#[test]
fn a_tax_that_no_rate_makes_of_the_total_is_told() {
    let mail = Mail::order().with("Varav moms", "120,00 kr");
    each_warns(&mail, "the tax is more than any rate makes of the total");
}

#[test]
fn a_tax_as_great_as_the_total_is_told_and_left_out() {
    let mail = Mail::order().with("Varav moms", "900,00 kr");
    each_warns(&mail, "the tax is not less than the total");
    for record in of_each_category(&mail) {
        assert!(!record.detail.contains_key("tax"), "{}", record.sub_type);
    }
}

#[test]
fn a_date_long_after_the_mail_is_left_out_and_told() {
    let mail = Mail::order().with("Orderdatum", "2027-11-09");
    each_warns(&mail, "the document's date lies after the mail's and was left out");
    for record in of_each_category(&mail) {
        assert_eq!(record.stated.invoice_date, Mail::received(), "{}", record.sub_type);
        assert_eq!(record.detail["invoice_date_source"], "mail", "{}", record.sub_type);
    }
}

#[test]
fn a_date_long_before_the_mail_is_kept_and_told() {
    let mail = Mail::order().with("Orderdatum", "2023-11-09");
    each_warns(&mail, "the document's date lies more than a year before the mail's");
    for record in of_each_category(&mail) {
        assert_eq!(record.detail["invoice_date"], "2023-11-09", "{}", record.sub_type);
    }
}

#[test]
fn a_due_date_before_the_invoices_is_left_out_and_told() {
    let mail = Mail::order().and("Förfallodatum", "2025-10-01");
    each_warns(&mail, "the due date does not fit the document's date and was left out");
}

#[test]
fn a_total_without_a_currency_is_told_and_none_is_made_up() {
    let mail = Mail::order().in_no_currency();
    each_warns(&mail, "the total is stated without a currency");
    for record in of_each_category(&mail) {
        assert!(!record.detail.contains_key("currency"), "{}", record.sub_type);
    }
}

#[test]
fn a_payment_reference_whose_check_digit_fails_is_kept_and_told() {
    let mail = Mail::order().and("OCR-nummer", "7000000014");
    each_warns(&mail, "the check digit of the OCR number does not hold");
    for record in of_each_category(&mail) {
        assert_eq!(record.detail["ocr"], "7000000014", "{}", record.sub_type);
    }
}
