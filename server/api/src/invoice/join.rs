//! The user's word on which documents are one retail invoice.

use invoices_domain::RetailInvoiceId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::invoice::retail::RetailInvoice;
use crate::operation::{Failure, Operation};
use crate::sentence;

/// The invoice to join with.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct JoinBody {
    /// Its `invoice_id`.
    #[schemars(
        with = "String",
        regex(pattern = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")
    )]
    pub with: RetailInvoiceId,
}

/// The message to separate.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SeparateBody {
    /// Its `message_id`, as in the list of mails.
    #[schemars(length(min = 1))]
    pub message_id: String,
}

/// Two joined invoices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JoinedInvoices {
    /// The invoice. Its total is that of the latest document.
    pub invoice: RetailInvoice,
    /// Both invoices before they were joined. Only one if they were already joined.
    pub before: Vec<RetailInvoice>,
}

/// An invoice after the documents of a message were separated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeparatedInvoices {
    /// The invoice as it is now.
    pub invoice: RetailInvoice,
    /// The invoices of the separated documents.
    pub separated: Vec<RetailInvoice>,
}

pub(crate) fn operations() -> [Operation; 2] {
    [
        Operation::new("retail_join")
            .ok("The joined invoice.", sentence::INVOICES_JOINED)
            .failures(failures(
                "with",
                "a charge and a refund can't be one invoice",
                "A field has the wrong type or form, or one is a charge and the other a refund.",
            )),
        Operation::new("retail_separate")
            .ok("The invoices as they are now.", sentence::MAIL_SEPARATED)
            .failures(failures(
                "message_id",
                "it must not be blank",
                "A field has the wrong type or form.",
            )),
    ]
}

fn failures(field: &str, invalid: &str, when: &'static str) -> Vec<Failure> {
    vec![
        Failure::missing_invoice_id(),
        ApiError::missing(format!("Missing required field: {field}.")).when("The field is absent or `null`."),
        ApiError::invalid_field(field, invalid).when(when),
        ApiError::not_found("Invoice not found.")
            .when("The caller has no invoice with this id, or it has no document of that message besides others."),
    ]
}
