//! Whether the total of a document is certain, and if not, what it may be.

use parser_model::reading::{Candidate, MailContext};
use parser_model::{Money, Warning};

use super::{General, is_refund};
use crate::page::Page;
use crate::receipt::Receipt;
use crate::receipt::field::{CURRENCY, TOTAL_AMOUNT};
use crate::{currency, finish, structured, total};

impl General<'_> {
    /// The amounts that may be the total, if it is missing or the page's own sums contradict it; else the total in each currency
    /// that it may be in. None if it is certain, as the user's answer is.
    pub fn candidates(&self, context: &MailContext) -> Vec<Candidate> {
        let is_doubted = |receipt: &Receipt| match receipt.get(TOTAL_AMOUNT) {
            // The sums of the page are those of all its orders.
            Some(_) if self.receipts.len() > 1 => false,
            Some(total) if is_of_no_e_invoice(&self.page, total) => true,
            Some(total) => {
                let warns = |warning| receipt.warnings.contains(&warning);
                warns(Warning::TaxOfTotal) && finish::steps::is_less_than_tax(&self.page, &self.amounts, total)
                    || warns(Warning::Parts) && finish::steps::contradict(&self.page, &self.amounts, total)
            }
            None => true,
        };
        if context.answer.is_some() {
            return Vec::new();
        }
        if !self.receipts.iter().any(is_doubted) {
            return self.currency_candidates();
        }
        let refund = self.receipts.iter().any(is_refund);
        let mut candidates = total::candidates(&self.page, &self.amounts, &self.total, refund);
        candidates.extend(structured::candidate(&self.page.structured).filter(|_| candidates.is_empty()));
        candidates
    }

    /// The total in each of the currencies that its marks name. None if they agree.
    fn currency_candidates(&self) -> Vec<Candidate> {
        match self.receipts.as_slice() {
            [receipt] if !receipt.has(CURRENCY) => {
                let currencies = currency::contradicting(&self.page, &self.total, &self.amounts);
                total::candidates_in(&self.page, &self.total, receipt.get(TOTAL_AMOUNT), &currencies)
            }
            _ => Vec::new(),
        }
    }
}

/// Whether several e-invoices are attached, and the total is that of none.
fn is_of_no_e_invoice(page: &Page<'_>, total: Money) -> bool {
    let e_invoices = &page.document.e_invoices;
    let mut totals = e_invoices.iter().filter_map(|e_invoice| e_invoice.stated.total_amount);
    e_invoices.len() > 1 && totals.all(|other| other.abs() != total.abs())
}
