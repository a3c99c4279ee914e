//! Whether a mail's sender is trusted: by the provider's word, else by a signature, else by the user's.

use invoices_db::{MessageFacts, PendingMessage};
use invoices_domain::mail::{MailContent, RawMessage};
use invoices_domain::reading::Authentication;
use invoices_domain::{MailAddress, NotAuthenticated};

use super::context::{Context, Stop};

/// Judges a mail, and adds what is known about its sender to the facts. The inner error is the reason for the quarantine: the mail
/// is neither stored nor read.
///
/// One that someone has released is trusted, unless it is released as a late notice that an earlier version skipped without a
/// judgement. What is handed over is released before it is judged.
pub(crate) async fn judge(
    context: &Context<'_>,
    raw: &RawMessage,
    mail: &MailContent,
    sender: &MailAddress,
    pending: &PendingMessage,
    facts: &mut MessageFacts,
) -> Result<Result<(), NotAuthenticated>, Stop> {
    if !context.app.settings().pipeline.check_sender {
        return Ok(Ok(()));
    }
    let released = pending.released && (pending.authentication.is_some() || context.connected.is_none());
    let (words, judged) = match authentication(context, raw, mail, sender).await? {
        Authentication::Trusted(how) => {
            facts.authenticated = true;
            (how, Ok(()))
        }
        Authentication::Untrusted(why) | Authentication::Failed(why) if released => {
            (format!("released: {why}"), Ok(()))
        }
        Authentication::Untrusted(why) if context.trusted.contains(sender) => {
            (format!("the user trusts the sender: {why}"), Ok(()))
        }
        Authentication::Untrusted(why) => (why.to_string(), Err(why)),
        // Trust in a sender does not extend to what someone else wrote in its name.
        Authentication::Failed(why) => {
            facts.check_failed = true;
            (why.to_string(), Err(why))
        }
    };
    facts.authentication = Some(words);
    Ok(judged)
}

/// What the provider says about the sender. If it says nothing, or no provider is trusted, the mail's signatures decide: mails
/// that were moved from one IMAP server to another have no results of the new server.
pub(crate) async fn authentication(
    context: &Context<'_>,
    raw: &RawMessage,
    mail: &MailContent,
    sender: &MailAddress,
) -> Result<Authentication, Stop> {
    let says_nothing = matches!(mail.authentication, Authentication::Untrusted(_));
    if context.authserv_id.is_some() && !(says_nothing && context.is_imap()) {
        return Ok(mail.authentication.clone());
    }
    let reader = context.app.reader_of(context.user);
    Ok(reader.check_sender(raw.bytes.clone(), sender).await?)
}
