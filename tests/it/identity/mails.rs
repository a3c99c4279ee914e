//! The mails of a purchase, in the words of shops.

use invoices_domain::identity::Sort;
use invoices_domain::reading::MailContext;
use mail_builder::MessageBuilder;
use mail_builder::headers::date::Date;
use parser_document::pdf::sample::Sheet;

use super::purchase::{Letter, Paper, Shop, Title};

/// What a document says: a heading, and labels with their values.
struct Words {
    heading: &'static str,
    rows: Vec<(&'static str, String)>,
    /// How it was paid.
    paid: Option<&'static str>,
}

impl Title {
    /// The subject of its mail.
    fn subject(self, shop: &Shop) -> &'static str {
        let (swedish, english) = match self {
            Title::Order => ("Orderbekräftelse", "Your order confirmation"),
            Title::Dispatch => ("Din order har skickats", "Your order has been dispatched"),
            Title::Booking => ("Bokningsbekräftelse", "Your booking confirmation"),
            Title::Invoice => ("Din faktura", "Your invoice"),
            Title::Receipt => ("Ditt kvitto", "Your receipt"),
            Title::Payment => ("Tack för din betalning", "Thank you for your payment"),
            Title::Reminder => ("Påminnelse om obetald faktura", "Reminder of your unpaid invoice"),
            Title::BookingChange => ("Din bokning har ändrats", "Your booking has been changed"),
            Title::Correction => ("Rättad faktura", "Corrected invoice"),
            Title::Cancellation => ("Din beställning är avbokad", "Your order has been cancelled"),
            Title::RefundToCome => ("Din återbetalning är på väg", "Your refund is on its way"),
            Title::Refund => ("Återbetalning", "Your refund"),
            Title::CreditNote => ("Kreditfaktura", "Credit note"),
        };
        if shop.is_swedish { swedish } else { english }
    }

    fn heading(self, shop: &Shop) -> &'static str {
        let (swedish, english) = match self {
            Title::Order => ("Tack för din beställning!", "Thank you for your order!"),
            Title::Booking => ("Tack för din bokning!", "Thank you for your booking!"),
            Title::Invoice => ("Faktura", "Invoice"),
            Title::Receipt => ("Kvitto", "Receipt"),
            Title::Reminder => ("Betalningspåminnelse", "Payment reminder"),
            Title::Refund => ("Återbetalning", "Refund"),
            _ => return self.subject(shop),
        };
        if shop.is_swedish { swedish } else { english }
    }

    fn day(self, shop: &Shop) -> &'static str {
        let (swedish, english) = match self {
            Title::Order => ("Orderdatum", "Order date"),
            Title::Invoice | Title::CreditNote => ("Fakturadatum", "Invoice date"),
            _ => ("Datum", "Date"),
        };
        if shop.is_swedish { swedish } else { english }
    }

    fn total(self, shop: &Shop) -> &'static str {
        let (swedish, english) = match self {
            Title::Invoice | Title::Reminder | Title::Correction => ("Att betala", "Total due"),
            Title::Refund | Title::RefundToCome => ("Totalt återbetalat", "Total refund"),
            _ => ("Totalt", "Total"),
        };
        if shop.is_swedish { swedish } else { english }
    }
}

fn label(sort: Sort, title: Title, shop: &Shop) -> &'static str {
    let (swedish, english) = match sort {
        Sort::Invoice if title == Title::CreditNote => ("Kreditfaktura nr", "Credit note number"),
        Sort::Invoice => ("Fakturanummer", "Invoice number"),
        Sort::Receipt => ("Kvittonummer", "Receipt number"),
        Sort::Order => ("Ordernummer", "Order number"),
        Sort::Booking => ("Bokningsnummer", "Booking reference"),
    };
    if shop.is_swedish { swedish } else { english }
}

impl Words {
    fn of(paper: &Paper, shop: &Shop) -> Self {
        let numbers = paper.numbers.iter();
        let mut rows: Vec<(&'static str, String)> = numbers
            .map(|(sort, number)| (label(*sort, paper.title, shop), number.clone()))
            .collect();
        if let Some(credited) = &paper.credits {
            let label = if shop.is_swedish {
                "Ursprunglig faktura"
            } else {
                "Original invoice"
            };
            rows.push((label, credited.clone()));
        }
        rows.extend(paper.own_day.map(|day| (paper.title.day(shop), day.to_string())));
        if let Some(total) = paper.total {
            // A refund says of itself what its sign is.
            let comma = if shop.is_swedish { ',' } else { '.' };
            let total = format!("{}{comma}00 {}", total.abs(), shop.currency());
            rows.push((paper.title.total(shop), total));
        }
        let with_card = if shop.is_swedish {
            "Betalat med kort **** 1234"
        } else {
            "Paid with Visa **** 1234"
        };
        Words {
            heading: paper.title.heading(shop),
            rows,
            paid: (paper.title == Title::Receipt && paper.is_paid).then_some(with_card),
        }
    }
}

/// The text of a mail.
pub fn plain(paper: &Paper, shop: &Shop) -> String {
    let Words { heading, rows, paid } = Words::of(paper, shop);
    let rows = rows.iter().map(|(label, value)| format!("{label}: {value}\n"));
    format!(
        "{}\n{heading}\n\n{}{}\n",
        shop.name,
        rows.collect::<String>(),
        paid.unwrap_or_default()
    )
}

/// The same as HTML.
pub fn html(paper: &Paper, shop: &Shop) -> String {
    let Words { heading, rows, paid } = Words::of(paper, shop);
    let rows = rows
        .iter()
        .map(|(label, value)| format!("<tr><td>{label}</td><td>{value}</td></tr>"));
    format!(
        "<html><body><p>{}</p><h1>{heading}</h1><table>{}</table><p>{}</p></body></html>",
        shop.name,
        rows.collect::<String>(),
        paid.unwrap_or_default()
    )
}

/// The same as a PDF. Two PDFs differ, as each has an id of its own.
pub fn pdf(paper: &Paper, shop: &Shop, id: &str) -> Vec<u8> {
    let Words { heading, rows, paid } = Words::of(paper, shop);
    let mut sheet = Sheet::new();
    sheet.text(50.0, 60.0, 18.0, heading);
    sheet.text(350.0, 60.0, 10.0, shop.name);
    let mut y = 100.0;
    for (label, value) in &rows {
        sheet.row(y, &[(50.0, label), (220.0, value)]);
        y += 18.0;
    }
    sheet.text(50.0, y, 10.0, paid.unwrap_or_default());
    let mut file = sheet.finish();
    file.extend_from_slice(format!("\n% {id}\n").as_bytes());
    file
}

fn cover(shop: &Shop) -> &'static str {
    if shop.is_swedish {
        "Hej! Du hittar allt i den bifogade filen."
    } else {
        "Hello! You find everything in the attached file."
    }
}

impl Letter {
    fn subject(&self, shop: &Shop) -> &'static str {
        let paper = self.text.as_ref().or(self.files.first()).unwrap();
        paper.title.subject(shop)
    }

    /// What is known of its mail when a document of it is read.
    pub fn context(&self, shop: &Shop) -> MailContext {
        MailContext {
            vendor_id: Some(shop.id.to_owned()),
            vendor_name: Some(shop.name.to_owned()),
            sub_type: Some(shop.sub_type.parse().unwrap()),
            sender_address: Some(shop.address()),
            subject: Some(self.subject(shop).to_owned()),
            received_on: Some(self.received.date_naive()),
            ..MailContext::default()
        }
    }

    /// Its PDFs, each with the document.
    pub fn pdfs<'a>(&'a self, shop: &'a Shop) -> impl Iterator<Item = (&'a Paper, Vec<u8>)> {
        (1..).zip(&self.files).map(move |(nth, paper)| {
            let id = format!("{} {nth}", self.message_id);
            (paper, pdf(paper, shop, &id))
        })
    }

    /// The mail.
    pub fn mail(&self, shop: &Shop) -> Vec<u8> {
        let mut mail = MessageBuilder::new()
            .from((shop.name.to_owned(), shop.address()))
            .to("alva@example.com")
            .subject(self.subject(shop))
            .date(Date::new(self.received.timestamp()))
            .message_id(self.message_id.clone());
        for (nth, (_, pdf)) in self.pdfs(shop).enumerate() {
            mail = mail.attachment("application/pdf", format!("document-{nth}.pdf"), pdf);
        }
        mail = match &self.text {
            Some(text) if self.is_html => mail.html_body(html(text, shop)),
            Some(text) => mail.text_body(plain(text, shop)),
            None => mail.text_body(cover(shop)),
        };
        mail.write_to_vec().unwrap()
    }
}
