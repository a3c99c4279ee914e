//! Answers to questions about documents whose total is not certain, or that need a password.

use invoices_domain::reading::Answer;
use invoices_domain::{Currency, Money, PdfPassword, UserAnswer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::secret::PdfSecret;

/// The total of a document that the caller is asked about, or that it isn't an invoice, or the password of a PDF.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AnswerBody {
    /// The total, one of the candidates or another amount; negative for a refund. Required unless `not_an_invoice` is `true` or
    /// there is a `pdf_password`.
    pub total_amount: Option<Money>,
    /// The currency of the total. Default: the one that the document states.
    #[schemars(with = "Option<String>", regex(pattern = r"^[A-Za-z]{3}$"))]
    pub currency: Option<Currency>,
    /// `true` if the document isn't an invoice. Without `total_amount` and `currency`.
    pub not_an_invoice: Option<bool>,
    /// A password that opens the PDF. It is kept for the sender's other PDFs and is never shown. Alone, or with `part`.
    #[schemars(with = "Option<PdfSecret>")]
    pub pdf_password: Option<PdfPassword>,
    /// The document as `part` names it. Required if the message has several documents with candidates.
    #[schemars(length(min = 1, max = 100))]
    pub part: Option<String>,
    /// `true` to keep the words beside the total as a label, so that the sender's next documents are read without a question.
    pub remember: Option<bool>,
}

/// What the caller answers.
#[derive(Debug)]
pub enum Given {
    /// About the total.
    Answer(UserAnswer),
    /// The password of the PDF.
    PdfPassword(PdfPassword),
}

impl AnswerBody {
    /// The answer: a total, that there is none, or a password, and nothing besides.
    pub fn given(&self) -> Result<Given, ApiError> {
        let is_alone = self.total_amount.is_none() && self.currency.is_none() && self.not_an_invoice.is_none();
        match &self.pdf_password {
            Some(password) if is_alone && self.remember.is_none() => Ok(Given::PdfPassword(password.clone())),
            Some(_) => Err(ApiError::invalid_field(
                "pdf_password",
                "an answer with it has nothing else but part",
            )),
            None => self.answer().map(Given::Answer),
        }
    }

    fn answer(&self) -> Result<UserAnswer, ApiError> {
        match (self.total_amount, self.not_an_invoice.unwrap_or_default()) {
            (Some(total_amount), false) => Ok(UserAnswer::Invoice(Answer {
                total_amount,
                currency: self.currency,
            })),
            (None, true) if self.currency.is_none() && self.remember != Some(true) => Ok(UserAnswer::NotAnInvoice),
            (None, false) => Err(ApiError::no_answer()),
            (_, true) => Err(ApiError::contradictory_answer()),
        }
    }
}

/// Which answer to take back.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AnswerQuery {
    /// The document as `part` names it. Required if several documents of the message were answered.
    pub part: Option<String>,
}

/// What the caller answered about a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DocumentAnswer {
    /// The total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_amount: Option<Money>,
    /// The currency of the total. Absent if the answer named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// `true` if the document isn't an invoice; otherwise absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_an_invoice: bool,
}

impl From<UserAnswer> for DocumentAnswer {
    fn from(answer: UserAnswer) -> Self {
        match answer {
            UserAnswer::Invoice(Answer { total_amount, currency }) => DocumentAnswer {
                total_amount: Some(total_amount),
                currency,
                not_an_invoice: false,
            },
            UserAnswer::NotAnInvoice => DocumentAnswer {
                total_amount: None,
                currency: None,
                not_an_invoice: true,
            },
        }
    }
}

impl ApiError {
    /// 400 `MISSING_FIELDS`: an answer that says nothing.
    pub(super) fn no_answer() -> Self {
        Self::missing("total_amount is required, unless not_an_invoice is true or there is a pdf_password.")
    }

    /// 400 `INVALID_REQUEST`: a total of what isn't an invoice.
    pub(super) fn contradictory_answer() -> Self {
        Self::invalid_field(
            "not_an_invoice",
            "what isn't an invoice has no total, no currency and no label",
        )
    }
}
