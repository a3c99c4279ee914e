//! Which parts of one vendor's mail state the same purchase.

use std::collections::BTreeSet;

use invoices_domain::{RetailInvoiceId, RetailPart, UserId};

use crate::connection::Db;
use crate::error::StoreError;
use crate::retail::stored;
use crate::retail_mail::Mail;
use crate::retail_row::RetailInvoice;
use crate::text::key_part;

/// The stored invoice that another part of the mail states and that is the same purchase as `invoice`, but none of `except`.
pub(crate) fn same_purchase(
    db: &mut Db,
    user: UserId,
    mail: &Mail,
    invoice: &RetailInvoice,
    except: &BTreeSet<RetailInvoiceId>,
) -> Result<Option<RetailInvoice>, StoreError> {
    for (id, parts) in mail.invoices_of_others(db, user)? {
        let has_text = mail.is_text() || parts.contains(&RetailPart::Html);
        if !except.contains(&id)
            && let Some(other) = stored(db, user, id)?
            && is_same_purchase(invoice, &other, has_text)
        {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// The total is the same, and nothing that both state differs. A mail's text stands for all that its PDFs are about, so a PDF
/// with the total of the text is the same purchase. Two PDFs with one total can be two purchases: they must state one number.
fn is_same_purchase(one: &RetailInvoice, other: &RetailInvoice, has_text: bool) -> bool {
    let order = |invoice: &RetailInvoice| key_part(invoice.order_key.as_deref());
    let number = |invoice: &RetailInvoice| invoice.detail.get("invoice_number").cloned();
    let is_same_number = || number(one).is_some_and(|number_of_one| Some(number_of_one) == number(other));
    one.vendor_id == other.vendor_id
        && one.direction == other.direction
        && one.total_amount == other.total_amount
        && one.currency.zip(other.currency).is_none_or(|(one, other)| one == other)
        && order(one).zip(order(other)).is_none_or(|(one, other)| one == other)
        && (has_text || is_same_number())
}
