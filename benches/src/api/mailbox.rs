//! The mails that the measured invoices come from.

use std::fmt::Write;

use chrono::{TimeDelta, Utc};

/// An mbox file with invented receipts of one shop, of twelve lines each and an hour apart.
pub fn receipts(number: u32) -> String {
    let mail = |number| format!("From kvitto@ica.se Thu Jan  1 00:00:00 2026\r\n{}\r\n", receipt(number));
    (0..number).map(mail).collect()
}

/// The mail with one of them.
pub fn receipt(number: u32) -> String {
    let sent = Utc::now() - TimeDelta::hours(i64::from(number) + 1);
    let (day, rfc_2822) = (sent.date_naive(), sent.to_rfc2822());
    let mut lines = String::new();
    for line in 1..=12 {
        // Writing to a string never fails.
        let _ = write!(
            lines,
            "<tr><td>Knäckebröd {line}</td><td>1 st</td><td>10,00 kr</td></tr>\r\n"
        );
    }
    format!(
        "From: ICA <kvitto@ica.se>\r\nTo: alva@example.com\r\nSubject: Ditt kvitto\r\nDate: {rfc_2822}\r\n\
         Message-ID: <{number}@example.com>\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
         <html><body><h1>Tack för ditt köp!</h1>\r\n<p>Ordernummer: {order}</p>\r\n<p>Orderdatum: {day}</p>\r\n\
         <table><tr><th>Artikel</th><th>Antal</th><th>Pris</th></tr>\r\n{lines}\
         <tr><td>Totalt</td><td></td><td>120,00 kr</td></tr></table></body></html>\r\n",
        order = 1_000_000 + number,
    )
}
