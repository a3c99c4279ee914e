//! Questions about documents: one notification for all of a run.

use chrono::{DateTime, Utc};
use invoices_db::NewJob;
use invoices_domain::ports::NotificationKind;
use invoices_domain::{NotificationFacts, UserId};

use crate::app::App;
use crate::error::Error;
use crate::job::{OfUser, Work};
use crate::notification::notify::{self, Message};
use crate::random;

/// The job that notifies a user of questions.
pub(super) fn tell(user: UserId, now: DateTime<Utc>) -> NewJob {
    Work::QuestionsAsked(OfUser { user }).job(format!("{user}/{}", random::uuid()), now)
}

/// Publishes one notification of all questions that are new. Returns when to try again while documents are fetched or read.
pub(crate) async fn questions_asked(app: &App, id: &str, user: UserId) -> Result<Option<DateTime<Utc>>, Error> {
    let to = notify::recipient(app, user).await?;
    let (key, recipient) = (id.to_owned(), to.clone());
    let summary = move |count| message(count).into_new(user, &key, recipient);
    let combined = app.store().tell_asked(user, id, summary, app.now()).await?;
    notify::publish_combined(app, user, id, to, combined).await
}

fn message(count: u64) -> Message {
    let (subject, text) = match count {
        1 => (
            "1 document needs a look".into(),
            "Choose the total of 1 invoice among the amounts that were found, or give the password of its PDF.".into(),
        ),
        _ => (
            format!("{count} documents need a look"),
            format!(
                "Choose the totals of {count} invoices among the amounts that were found, or give the passwords of their PDFs."
            ),
        ),
    };
    Message {
        kind: NotificationKind::Question,
        invoice_id: String::new(),
        subject,
        text,
        facts: NotificationFacts {
            question_count: Some(count),
            ..NotificationFacts::default()
        },
    }
}
