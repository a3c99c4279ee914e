//! The mails of purchases state what their documents say.

use fastrand::Rng;
use invoices_domain::identity::{Number, Numbers, Role};
use invoices_domain::reading::{DocumentKind, MailContext, Outcome, Stated};
use invoices_parsers::read;

use super::kinds::purchases;
use super::mails::{html, plain};
use super::purchase::{Paper, Shop, Title};
use super::seeds;

/// What a document states, and whether it states an invoice.
fn stated(kind: DocumentKind, bytes: &[u8], context: &MailContext) -> (Stated, bool) {
    match read(kind, bytes, context).outcome {
        Outcome::Retail { mut records } => (records.swap_remove(0).stated, records.is_empty()),
        Outcome::Rental { record } => (record.stated, false),
        Outcome::Asked { stated, .. } | Outcome::NotAnInvoice { stated, .. } | Outcome::Failed { stated, .. } => {
            (*stated, false)
        }
    }
}

/// What grouping compares, as a line.
fn line(role: Role, numbers: &Numbers, day: Option<chrono::NaiveDate>, total: &str, is_paid: bool) -> String {
    let numbers: Vec<String> = numbers
        .iter()
        .map(|(sort, number)| format!("{sort:?} {}", number.key))
        .collect();
    // Both are counted.
    let role = if role == Role::Receipt { Role::Invoice } else { role };
    format!("{role} {numbers:?} {day:?} {total} paid {is_paid}")
}

fn wanted(paper: &Paper, shop: &Shop) -> String {
    let mut numbers = Numbers::default();
    for (sort, number) in &paper.numbers {
        numbers.set(*sort, Number::new(number));
    }
    let total = paper.total.map(|total| format!("{total} {}", shop.currency()));
    line(
        paper.title.role(),
        &numbers,
        paper.own_day,
        &total.unwrap_or_default(),
        paper.is_paid,
    )
}

fn read_line(stated: &Stated) -> String {
    let total = stated.total_amount.map(|total| {
        let currency = stated.currency.map(|currency| currency.to_string());
        format!("{total} {}", currency.unwrap_or_default())
    });
    let numbers = Numbers::from(&stated.identity);
    line(
        stated.identity.role,
        &numbers,
        stated.identity.own_day,
        &total.unwrap_or_default(),
        stated.identity.paid,
    )
}

#[test]
fn mails_state_what_their_documents_say() {
    let mut faults = std::collections::BTreeMap::new();
    for seed in seeds(20) {
        for purchase in purchases(&mut Rng::with_seed(seed), 1) {
            let shop = purchase.shop;
            for letter in &purchase.letters {
                let context = letter.context(shop);
                let mut parts = Vec::new();
                if let Some(text) = &letter.text {
                    let escaped = format!("<pre>{}</pre>", plain(text, shop));
                    parts.push((text, DocumentKind::Retail, html(text, shop).into_bytes()));
                    parts.push((text, DocumentKind::Retail, escaped.into_bytes()));
                }
                parts.extend(
                    letter
                        .pdfs(shop)
                        .map(|(paper, pdf)| (paper, DocumentKind::RetailPdf, pdf)),
                );
                for (paper, kind, bytes) in parts {
                    let (stated, is_invoice) = stated(kind, &bytes, &context);
                    let is_news = matches!(paper.title, Title::Dispatch | Title::Cancellation | Title::RefundToCome);
                    let (read, wanted) = (read_line(&stated), wanted(paper, shop));
                    if read != wanted || !is_invoice && !is_news {
                        let key = format!("{:?} {kind:?} {}", paper.title, shop.id);
                        faults.entry(key).or_insert((wanted, read, is_invoice));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
