//! Invented mails for tests, given by their lines.

use chrono::NaiveDate;
use invoices_parsers::read_file;
use parser_model::reading::{MailContext, Outcome, RetailRecord};

/// Every retail category.
pub const CATEGORIES: [&str; 8] = [
    "clothing",
    "food-delivery",
    "grocery",
    "miscellaneous",
    "subscriptions",
    "technology",
    "travel",
    "utility",
];

/// A mail of lines, each a label and a value; a line without a value is a paragraph.
#[derive(Clone, Debug)]
pub struct Mail {
    lines: Vec<(String, String)>,
}

impl Mail {
    /// A mail of these lines.
    pub fn of(lines: &[(&str, &str)]) -> Self {
        let owned = |(label, value): &(&str, &str)| ((*label).to_owned(), (*value).to_owned());
        Mail {
            lines: lines.iter().map(owned).collect(),
        }
    }

    /// An order whose figures agree.
    pub fn order() -> Self {
        Mail::of(&[
            ("Tack för din order!", ""),
            ("Ordernummer", "A-10017"),
            ("Orderdatum", "2025-11-09"),
            ("Tröja", "200,00 kr"),
            ("Mössa", "100,00 kr"),
            ("Delsumma", "300,00 kr"),
            ("Frakt", "49,00 kr"),
            ("Totalt", "349,00 kr"),
            ("Varav moms", "69,80 kr"),
        ])
    }

    /// The day on which the mails come.
    pub fn received() -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(2025, 11, 10)
    }

    /// The same with another value at a label.
    pub fn with(mut self, label: &str, value: &str) -> Self {
        let line = self.lines.iter_mut().find(|(own, _)| own == label);
        value.clone_into(&mut line.expect("the mail has such a line").1);
        self
    }

    /// The same with one more line at its end.
    pub fn and(mut self, label: &str, value: &str) -> Self {
        self.lines.push((label.to_owned(), value.to_owned()));
        self
    }

    /// The same without a word of the currency.
    pub fn in_no_currency(mut self) -> Self {
        for (_, value) in &mut self.lines {
            *value = value.replace(" kr", "");
        }
        self
    }

    /// What is read of it as a mail of a category.
    pub fn read_as(&self, category: &str) -> Vec<RetailRecord> {
        self.read(Some(category))
    }

    /// What is read of it, in whatever category its words mention.
    pub fn read(&self, category: Option<&str>) -> Vec<RetailRecord> {
        let lines = self.lines.iter().map(|(label, value)| match value.as_str() {
            "" => format!("<p>{label}</p>"),
            value => format!("<table><tr><td>{label}</td><td>{value}</td></tr></table>"),
        });
        let body: String = lines.collect::<Vec<_>>().concat();
        let context = MailContext {
            sub_type: category.map(|name| name.parse().expect("a category's name")),
            received_on: Mail::received(),
            ..MailContext::default()
        };
        match read_file("mail.html", body.as_bytes(), None, &context).outcome {
            Outcome::Retail { records } => records,
            other => panic!("no invoice: {other:?}"),
        }
    }
}
