//! Plain text.

use super::{Family, wrapped};

const MAIL: &str = "Content-Type: text/plain\r\nFrom: shop@example.com\r\nSubject: Receipt\r\n\r\n";

pub fn families() -> Vec<Family> {
    vec![
        wrapped("tabs on one line", "a.eml", MAIL, |_| "\t".to_owned(), "Total 10 kr"),
        wrapped("cells on one line", "a.eml", MAIL, |_| "10 kr   ".to_owned(), ""),
        wrapped(
            "cells on several lines",
            "a.eml",
            MAIL,
            |n| format!("Total {n}   10 kr{}", if n % 50 == 0 { "\r\n" } else { "   " }),
            "",
        ),
        wrapped("words on one line", "a.eml", MAIL, |_| "total ".to_owned(), "10 kr"),
        wrapped("lines of labels", "a.eml", MAIL, |_| "Total\r\n".to_owned(), ""),
        wrapped("lines of amounts", "a.eml", MAIL, |n| format!("{n},00 kr\r\n"), ""),
        wrapped(
            "lines of labelled amounts",
            "a.eml",
            MAIL,
            |n| format!("Att betala:   {n},00 kr\r\n"),
            "",
        ),
        wrapped(
            "lines of items",
            "a.eml",
            MAIL,
            |n| format!("Kaffe {n}   2 st   {n},00 kr\r\n"),
            "",
        ),
        wrapped(
            "lines of dates",
            "a.eml",
            MAIL,
            |n| format!("Datum: 2026-0{}-11 \r\n", n % 9 + 1),
            "",
        ),
        wrapped("dates on one line", "a.eml", MAIL, |_| "03/04/2026 ".to_owned(), ""),
        wrapped(
            "lines of numbers",
            "a.eml",
            MAIL,
            |n| format!("Ordernummer: {n}12345\r\n"),
            "",
        ),
        wrapped(
            "order headings",
            "a.eml",
            MAIL,
            |n| format!("Order {n}12345\r\nTotal 10,00 kr\r\n"),
            "",
        ),
        wrapped("a run of digits", "a.eml", MAIL, |_| "1234567890".to_owned(), ""),
        wrapped("spaced digits", "a.eml", MAIL, |_| "1 ".to_owned(), ""),
        wrapped("plus signs", "a.eml", MAIL, |_| "+".to_owned(), ""),
        wrapped("separators", "a.eml", MAIL, |_| "1.1,1 1'".to_owned(), ""),
        wrapped("signs", "a.eml", MAIL, |_| "-(€ ".to_owned(), ""),
        wrapped("addresses", "a.eml", MAIL, |n| format!("shop{n}@example.com "), ""),
        wrapped("firms", "a.eml", MAIL, |n| format!("Exempel {n} AB\r\n"), ""),
        wrapped(
            "giro numbers",
            "a.eml",
            MAIL,
            |_| "Bankgiro 5050-1055 OCR 1234567897\r\n".to_owned(),
            "",
        ),
        wrapped("quotes", "a.eml", MAIL, |_| "> ".to_owned(), ""),
    ]
}

/// A page of nearly as many rows as are allowed. `#` is the number of the row.
fn rows(name: &'static str, rows: [&'static str; 2]) -> Family {
    Family {
        name,
        file: "a.html",
        build: Box::new(move |_| {
            let row = |number: usize| rows[number % 2].replace('#', &number.to_string());
            let rows: String = (0..2_900).map(row).collect();
            format!("<p>Receipt<table>{rows}").into_bytes()
        }),
        largest: 1 << 20,
    }
}

/// Pages that take more steps than are allowed to [`is_refused`](super::is_refused).
pub fn refused() -> Vec<Family> {
    let total = "<tr><td>Subtotal: 10.00 EUR Att betala: #:-<td>Total 1 234,50, # % 0,00";
    let due = "<tr><td>Att betala före: #:- (1 kr). #,00 kr";
    vec![
        rows("totals", [total, total]),
        rows("signs of several currencies", [due, "<tr><td>Varav moms. $1.00"]),
    ]
}
