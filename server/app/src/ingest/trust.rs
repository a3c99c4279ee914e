//! Whether a mail's sender is trusted: by the provider's word, else by a signature, else by the user's.

use invoices_db::{MessageFacts, PendingMessage};
use invoices_domain::mail::{MailContent, RawMessage};
use invoices_domain::reading::Authentication;
use invoices_domain::{MailAddress, NotAuthenticated};

use super::context::{Context, Stop};

/// What is done with a mail.
pub(crate) enum Judgement {
    /// Its sender wrote it: the provider or a signature says so in these words.
    Authenticated(String),
    /// It is read nevertheless. The words say why; `None` if senders are not checked.
    Trusted(Option<String>),
    /// It is neither stored nor read, for this reason.
    Quarantined {
        why: NotAuthenticated,
        /// Whether the check failed, so that trusting the sender would change nothing.
        check_failed: bool,
    },
}

impl Judgement {
    /// Adds what is known about the sender to the facts. An error is the reason for the quarantine.
    pub fn record(self, facts: &mut MessageFacts) -> Result<(), NotAuthenticated> {
        match self {
            Judgement::Authenticated(how) => {
                facts.authentication = Some(how);
                facts.authenticated = true;
            }
            Judgement::Trusted(how) => facts.authentication = how,
            Judgement::Quarantined { why, check_failed } => {
                facts.authentication = Some(why.to_string());
                facts.check_failed = check_failed;
                return Err(why);
            }
        }
        Ok(())
    }
}

/// Judges a mail. One that someone has released is trusted, unless it is released as a late notice that an earlier version skipped
/// without a judgement. What is handed over is released before it is judged.
pub(crate) async fn judge(
    context: &Context<'_>,
    raw: &RawMessage,
    mail: &MailContent,
    sender: &MailAddress,
    pending: &PendingMessage,
) -> Result<Judgement, Stop> {
    if !context.app.settings().pipeline.check_sender {
        return Ok(Judgement::Trusted(None));
    }
    let released = pending.released && (pending.authentication.is_some() || context.connected.is_none());
    let authentication = authentication(context, raw, mail, sender).await?;
    Ok(match authentication {
        Authentication::Trusted(how) => Judgement::Authenticated(how),
        Authentication::Untrusted(why) | Authentication::Failed(why) if released => {
            Judgement::Trusted(Some(format!("released: {why}")))
        }
        Authentication::Untrusted(why) if context.trusted.contains(sender) => {
            Judgement::Trusted(Some(format!("the user trusts the sender: {why}")))
        }
        Authentication::Untrusted(why) => Judgement::Quarantined {
            why,
            check_failed: false,
        },
        // Trust in a sender does not extend to what someone else wrote in its name.
        Authentication::Failed(why) => Judgement::Quarantined {
            why,
            check_failed: true,
        },
    })
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
