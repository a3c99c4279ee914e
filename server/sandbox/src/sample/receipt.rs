//! A simple receipt with given values, for tests.

use chrono::{DateTime, NaiveDate, Utc};

use super::amount::Amount;
use super::draft::Draft;

/// One line of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name.
    pub name: String,
    /// The quantity.
    pub quantity: u32,
    /// The price of one.
    pub price: Amount,
}

/// The content of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The shop's name.
    pub shop: String,
    /// The order number.
    pub order_number: String,
    /// The order date.
    pub order_date: NaiveDate,
    /// The items.
    pub items: Vec<Item>,
    /// The delivery fee.
    pub delivery: Option<Amount>,
    /// The currency after amounts: `kr`, `EUR`.
    pub currency: String,
}

impl Receipt {
    /// The total of items and delivery.
    pub fn total(&self) -> Amount {
        let items: Amount = self
            .items
            .iter()
            .map(|item| Amount(item.price.0 * i64::from(item.quantity)))
            .sum();
        [items, self.delivery.unwrap_or_default()].into_iter().sum()
    }

    /// The receipt as HTML.
    pub fn html(&self) -> String {
        let money = |amount: Amount| format!("{} {}", amount.swedish(), escaped(&self.currency));
        let mut rows = String::new();
        for item in &self.items {
            let sum = Amount(item.price.0 * i64::from(item.quantity));
            rows += &row(&[
                &escaped(&item.name),
                &format!("{} st", item.quantity),
                &money(item.price),
                &money(sum),
            ]);
        }
        if let Some(delivery) = self.delivery {
            rows += &row(&["Frakt", "", "", &money(delivery)]);
        }
        rows += &row(&["<b>Totalt</b>", "", "", &format!("<b>{}</b>", money(self.total()))]);
        include_str!("templates/receipt.html")
            .replace("{{rows}}", &rows)
            .replace("{{shop}}", &escaped(&self.shop))
            .replace("{{order_number}}", &escaped(&self.order_number))
            .replace("{{order_date}}", &self.order_date.to_string())
    }

    /// A mail with the receipt.
    pub fn mail(&self, from: &str, subject: &str, received_at: DateTime<Utc>) -> Draft {
        Draft {
            html: Some(self.html()),
            ..Draft::new(&self.shop, from, subject, received_at)
        }
    }
}

fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr>{}</tr>\n", cells.concat())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_shows_what_it_was_given() {
        let receipt = Receipt {
            shop: "Kläder & Sånt".into(),
            order_number: "A-17".into(),
            order_date: NaiveDate::from_ymd_opt(2026, 7, 1).unwrap(),
            items: vec![Item {
                name: "Mössa".into(),
                quantity: 2,
                price: Amount(14_950),
            }],
            delivery: Some(Amount(4_900)),
            currency: "kr".into(),
        };
        assert_eq!(receipt.total(), Amount(34_800));
        let html = receipt.html();
        for text in [
            "Kläder &amp; Sånt",
            "A-17",
            "2026-07-01",
            "Mössa",
            "299,00 kr",
            "49,00 kr",
            "348,00 kr",
        ] {
            assert!(html.contains(text), "{text}");
        }
        assert!(!html.contains("{{"));
    }
}
