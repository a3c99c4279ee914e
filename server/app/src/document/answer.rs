//! A user's answers about documents whose total is not certain.

use std::time::Duration;

use invoices_db::{AnswerJobs, Answered, LedgerDocument, NewJob};
use invoices_domain::{LabelClass, MessageId, Money, UserAnswer, UserId};
use tokio::time::{Instant, sleep};

use super::teach::Found;
use crate::app::App;
use crate::error::Error;
use crate::invoice::rental;
use crate::job;

/// How long an answer waits for a document that is being read.
const READING_LIMIT: Duration = Duration::from_secs(5);
/// How often it looks.
const READING_POLL: Duration = Duration::from_millis(50);

impl App {
    /// Stores a user's answer about a document of a message, or takes it back (`None`), and has the document read again. `part` is
    /// needed if several documents of the message are asked about. With `remember`, the label beside the total is kept for the
    /// sender.
    pub async fn answer_message(
        &self,
        user: UserId,
        id: &MessageId,
        part: Option<String>,
        answer: Option<UserAnswer>,
        remember: bool,
    ) -> Result<(), Error> {
        let messages = self.messages_with_id(user, id).await?;
        let documents = messages.into_iter().flat_map(|message| message.row.documents);
        let labels = match answer {
            Some(UserAnswer::Invoice(answer)) if remember => {
                self.label_of_total(user, documents, part.as_deref(), answer.total_amount)
                    .await?
            }
            _ => Vec::new(),
        };
        let deadline = Instant::now() + READING_LIMIT;
        let answered = loop {
            let now = self.now();
            let read = job::read_again("answer", now);
            let jobs = AnswerJobs {
                // The job of an earlier reading may not have ended yet, and would stand for this one.
                read: move |key: &_| NewJob {
                    join_key: None,
                    ..read(key)
                },
                change: move |change| rental::change_job(user, change, now),
            };
            let answered = self.store().answer(user, id, part.clone(), answer, jobs, now).await?;
            if answered != Answered::BeingRead || Instant::now() >= deadline {
                break answered;
            }
            sleep(READING_POLL).await;
        };
        match answered {
            Answered::BeingRead => Err(Error::TooMany(READING_LIMIT)),
            Answered::Stored => {
                self.wake_workers();
                self.keep_labels(user, labels).await
            }
            Answered::NoQuestion => Err(Error::NotFound("No document of the message is asked about.".into())),
            Answered::Several => Err(Error::Invalid(
                "Several documents of the message are asked about: part must name one.".into(),
            )),
        }
    }

    /// The label beside the total of the document that is asked about. None if there is no such document, or several are.
    async fn label_of_total(
        &self,
        user: UserId,
        documents: impl Iterator<Item = LedgerDocument>,
        part: Option<&str>,
        total: Money,
    ) -> Result<Vec<Found>, Error> {
        let is_meant =
            |document: &LedgerDocument| document.question.is_some() && part.is_none_or(|part| document.part == part);
        let mut asked = documents.filter(is_meant);
        let Some(LedgerDocument {
            object_key: Some(key),
            part,
            ..
        }) = asked.next()
        else {
            return Ok(Vec::new());
        };
        if asked.any(|other| other.part != part) {
            return Ok(Vec::new());
        }
        let Some(document) = self.store().document_by_key(&key).await? else {
            return Ok(Vec::new());
        };
        let found = self.find_label(user, &document, LabelClass::TotalAmount, total.to_string());
        Ok(vec![found.await?])
    }
}
