//! The names of the steps.

use crate::ids::IdError;
use crate::text_enum;

text_enum! {
    /// Why documents are one invoice.
    Step: IdError = |_| IdError::new("step"); {
        /// One mail that came more than once.
        SameMail = "same-mail",
        /// One file that came more than once.
        SameFile = "same-file",
        /// The same number of an invoice or receipt.
        Number = "number",
        /// The text of a mail and its PDF.
        Mail = "mail",
        /// Invoices or receipts of one order.
        Order = "order",
        /// Announcements of one order, and what follows them.
        Announced = "announced",
        /// An announcement and what it announced.
        Covered = "covered",
        /// A document whose total is uncertain, and an invoice with a total that answers the question.
        Answered = "answered",
        /// The user joined them.
        User = "user",
        /// A cancellation and what it cancels.
        Cancelled = "cancelled",
    }
}
