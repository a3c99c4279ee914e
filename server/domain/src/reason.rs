//! Why a message or a document of the ledger has its state.

use parser_model::{NotAuthenticated, Reason};
use serde::{Deserialize, Serialize};

use crate::ids::{AccountName, MessageId, RentalInvoiceId};

/// Why a message or a document has its state: a code with parameters, and its sentence, which is safe to show to the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(untagged)]
pub enum LedgerReason {
    /// What its reader says.
    #[error(transparent)]
    Reading(#[from] Reason),
    /// The facts about its sender.
    #[error(transparent)]
    Sender(#[from] NotAuthenticated),
    /// What an ingest says.
    #[error(transparent)]
    Ingest(#[from] IngestReason),
}

/// Why an ingest leaves a message or a document as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "parameters", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the sentence of a code is its description")]
pub enum IngestReason {
    #[error("its sender and subject match no landlord")]
    NoLandlord,
    #[error("its sender and subject match no active vendor")]
    NoVendor,
    #[error("its vendor is no longer active")]
    VendorInactive,
    #[error("its sender and subject match no landlord and no active vendor")]
    UnknownSender,
    #[error("{month}/{year} is processed already")]
    MonthProcessed { month: u32, year: i32 },
    #[error("it is the same mail as {message_id} of {account}")]
    SameMail {
        message_id: MessageId,
        account: AccountName,
    },
    #[error("it forwards {message_ids}, parsed as separate mails")]
    Forwards { message_ids: String },
    #[error("no PDF is attached")]
    NoPdf,
    #[error("it has no text and no file that can be read")]
    NoText,
    #[error("too large: the message is larger than {limit} bytes")]
    TooLarge { limit: u64 },
    #[error("the message is no longer in the mailbox")]
    Gone,
    #[error("the account's limit on stored messages is reached; it will be fetched when there is space")]
    AccountFull,
    #[error("reading did not finish in {attempts} attempts")]
    ReadingUnfinished { attempts: i32 },
    #[error("parsing did not finish in {attempts} attempts")]
    ParsingUnfinished { attempts: i32 },
    #[error("another document has the same bytes")]
    SameBytes,
    #[error("another document has its object key")]
    SameObjectKey,
    #[error("another document is {invoice_id}")]
    SameInvoiceId { invoice_id: RentalInvoiceId },
    #[error("its original is not stored")]
    NotStored,
    #[error("it states {invoice_id}")]
    SameInvoice { invoice_id: RentalInvoiceId },
    #[error("it reminds of {invoice_id}")]
    Reminder { invoice_id: RentalInvoiceId },
    #[error("one invoice with {with}: {step}")]
    OneInvoice { with: String, step: String },
    #[error("its invoice was deleted")]
    InvoiceDeleted,
}
