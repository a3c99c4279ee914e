//! Mails that the user forwarded: what stands for them.

use chrono::{DateTime, NaiveTime, Utc};
use invoices_db::{MessageFacts, PendingMessage};
use invoices_domain::mail::{AttachedMail, MailContent, QuotedMail, RawMessage};
use invoices_domain::{AccountName, IngestReason, LedgerReason, MailAddress, MessageState, NotAuthenticated, RunId};

use super::context::{Context, Stop};
use super::trust;
use crate::app::App;
use crate::error::Error;

/// Hands over the mails that are attached to a forwarded one, each of which is checked and read as itself. Returns the state of the
/// forwarded mail, of which nothing else is read.
pub(super) async fn take_attached(
    context: &Context<'_>,
    raw: &RawMessage,
    mail: &MailContent,
    attached: Vec<AttachedMail>,
    facts: &mut MessageFacts,
    pending: &PendingMessage,
) -> Result<(MessageState, LedgerReason), Stop> {
    let Some(sender) = &mail.sender else {
        return Ok((MessageState::Skipped, NotAuthenticated::NotOneSender.into()));
    };
    if let Err(why) = trust::judge(context, raw, mail, sender, pending, facts).await? {
        return Ok((MessageState::Quarantined, why.into()));
    }
    let Context { app, user, sources, .. } = context;
    let mut ids: Vec<String> = Vec::new();
    for mail in attached {
        match app.keep_attached(sources, *user, mail).await {
            Ok(id) => ids.extend(id.map(|id| id.to_string())),
            Err(Error::TooManyHandedOver) => return Ok((MessageState::Failed, IngestReason::AccountFull.into())),
            Err(error) => return Err(error.into()),
        }
    }
    if ids.is_empty() {
        return Ok((MessageState::Skipped, IngestReason::UnknownSender.into()));
    }
    // An import finds them by itself.
    if context.connected.is_some() {
        app.order_pending(*user, &AccountName::Import, &RunId::random().to_string())
            .await?;
        app.wake_workers();
    }
    let message_ids = ids.join(", ");
    Ok((MessageState::Skipped, IngestReason::Forwards { message_ids }.into()))
}

/// When a quoted mail was received: its date, if it has a plausible one, else the time of the mail that quotes it.
pub(super) fn received_at(app: &App, quoted: &QuotedMail, of_mail: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    let dated = quoted.dated.map(|at| {
        let start = app.settings().zone.start_of(at.date());
        start + (at.time() - NaiveTime::MIN)
    });
    dated.and_then(|at| app.plausible(at)).or(of_mail)
}

/// The facts of a mail that quotes another one: those of the quoted mail, as the forwarding sender states them.
pub(super) fn facts_of_quoted(facts: &mut MessageFacts, quoted: &QuotedMail, forwarder: &MailAddress) {
    let how = facts.authentication.take();
    facts.authentication = Some(match how {
        Some(how) => format!("forwarded by {forwarder}: {how}"),
        None => format!("forwarded by {forwarder}"),
    });
    facts.sender = Some(quoted.sender.clone());
    facts.sender_name.clone_from(&quoted.sender_name);
    facts.subject = Some(quoted.subject.clone());
    facts.forwarded = true;
}
