//! Finds an invoice by what a person types.

use invoices_client::types::{KnownSubType, RentalInvoice, RetailInvoice, SubType};
use invoices_client::{Client, ListQuery};

use crate::failure::Failure;

/// How much of the id of a retail invoice tables show. It is enough to find the invoice again.
const SHORT: usize = 8;
/// The least that must be given of an id.
const SHORTEST: usize = 4;
/// What the ids of rental invoices begin with.
const RENTAL: &str = "Invoice_";
/// Maximum number of invoices of a page.
pub const PAGE: u16 = 500;

/// An invoice.
pub enum Found {
    /// Of rent.
    Rental(Box<RentalInvoice>),
    /// Of a shop.
    Retail(RetailInvoice),
}

/// The first characters of an id.
pub fn short(id: &str) -> &str {
    id.get(..SHORT).unwrap_or(id)
}

/// The invoice with this id. Of a retail invoice the first characters are enough, if no other one has them.
pub async fn find(client: &Client, id: &str) -> Result<Found, Failure> {
    if id.starts_with(RENTAL) {
        let invoice = client.rental_invoice(id).await?;
        return invoice
            .map(|invoice| Found::Rental(Box::new(invoice)))
            .ok_or_else(|| missing(id));
    }
    Ok(Found::Retail(find_retail(client, id).await?))
}

/// The retail invoice with this id, or with these first characters of it.
pub async fn find_retail(client: &Client, id: &str) -> Result<RetailInvoice, Failure> {
    if id.starts_with(RENTAL) {
        return Err(Failure::Input(format!("{id} is a rental invoice")));
    }
    if id.len() < SHORTEST {
        return Err(Failure::Input(format!("give at least {SHORTEST} characters of the id")));
    }
    let mut found: Vec<RetailInvoice> = Vec::new();
    let mut query = ListQuery {
        limit: Some(PAGE),
        ..ListQuery::default()
    };
    loop {
        let page = client.retail_page(&query).await?;
        for invoice in page.invoices {
            if invoice.invoice_id == id {
                return Ok(invoice);
            }
            if invoice.invoice_id.starts_with(id) {
                found.push(invoice);
            }
        }
        query.cursor = page.next_cursor;
        if query.cursor.is_none() {
            break;
        }
    }
    if found.len() > 1 {
        let ids: Vec<&str> = found.iter().map(|invoice| invoice.invoice_id.as_str()).collect();
        return Err(Failure::Input(format!("{id} matches {}", ids.join(", "))));
    }
    found.pop().ok_or_else(|| missing(id))
}

/// The sub-type of an invoice whose detail record is wanted.
pub fn known_sub_type(invoice: &RetailInvoice) -> Result<KnownSubType, Failure> {
    match &invoice.sub_type {
        SubType::Known(known) => Ok(*known),
        SubType::Other(other) => Err(Failure::Outcome(format!(
            "the category {other} is newer than this program; update invoices-cli to show the invoice"
        ))),
    }
}

fn missing(id: &str) -> Failure {
    Failure::Missing(format!("there is no invoice {id}"))
}
