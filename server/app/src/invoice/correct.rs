//! Corrections of invoices.

use invoices_db::RetailSummary;
use invoices_domain::correction::{Correction, RentalField, RetailField};
use invoices_domain::{RentalInvoiceId, RentalInvoiceRecord, RetailInvoiceId, UserId};

use crate::app::App;
use crate::error::Error;
use crate::invoice::original;
use crate::invoice::retail::not_found;

impl App {
    /// Corrects values of an invoice and undoes corrections. Returns the invoice as it is then. With `remember`, the labels beside
    /// the values are kept for its vendor.
    pub async fn correct_retail(
        &self,
        user: UserId,
        id: &str,
        correction: Correction<RetailField>,
        remember: bool,
    ) -> Result<RetailSummary, Error> {
        let id = id.parse::<RetailInvoiceId>().map_err(|_| not_found())?;
        let mut labels = Vec::new();
        if remember {
            let document = original::of_retail(self, user, id).await?;
            labels = self.labels_to_keep(user, document, &correction).await?;
        }
        let corrected = self.store().correct_retail(user, id, correction, self.now()).await?;
        let corrected = corrected.ok_or_else(not_found)?;
        self.keep_labels(user, labels).await?;
        Ok(corrected)
    }

    /// Corrects values of an invoice and undoes corrections. Returns the invoice as it is then. It isn't a change that the user
    /// is notified of.
    pub async fn correct_rental(
        &self,
        user: UserId,
        id: &RentalInvoiceId,
        correction: Correction<RentalField>,
        remember: bool,
    ) -> Result<RentalInvoiceRecord, Error> {
        let mut labels = Vec::new();
        if remember {
            let document = self.store().rental_document(user, id).await?;
            labels = self.labels_to_keep(user, document, &correction).await?;
        }
        let corrected = self.store().correct_rental(user, id, correction, self.now()).await?;
        let corrected = corrected.ok_or_else(not_found)?;
        self.keep_labels(user, labels).await?;
        Ok(corrected)
    }
}
