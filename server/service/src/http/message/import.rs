//! Mails that the caller submits.

use invoices_api::envelope::Answer;
use invoices_api::message::submission::{HandedMail, HandedState, MailBody};
use invoices_api::reason::StatedReason;
use invoices_api::{ApiError, Caller, Envelope};
use invoices_app::{App, HandedOver};
use invoices_db::LedgerRow;
use invoices_domain::{IngestReason, MessageId, MessageState, UserId};

use crate::http::error::api_error;
use invoices_api::sentence;

pub async fn hand_over(app: &App, caller: Caller<MailBody>) -> Answer<HandedMail> {
    let (user, MailBody { message, turn }) = (caller.user, caller.input);
    let sources = app.mail_sources(user).await.map_err(api_error)?;
    let taken = app.hand_over(&sources, user, message, None).await.map_err(api_error)?;
    drop(turn);
    let (message, data) = match taken {
        HandedOver::Taken(id) => {
            app.import(user, &caller.hung_up).await.map_err(api_error)?;
            let mut data = in_ledger(app, user, &id).await?;
            // That import may have begun before the mail was kept. One that begins now fetches it.
            if matches!(data.state, HandedState::Found) {
                app.import(user, &caller.hung_up).await.map_err(api_error)?;
                data = in_ledger(app, user, &id).await?;
            }
            (sentence::MAIL_INGESTED, data)
        }
        HandedOver::Known(id) => ("The mail was already ingested.", in_ledger(app, user, &id).await?),
        HandedOver::UnknownSender { sender, subject } => {
            let data = HandedMail {
                message_id: None,
                state: HandedState::UnknownSender,
                reason: StatedReason::of(&IngestReason::UnknownSender),
                sender: Some(sender.to_string()),
                subject: Some(subject),
            };
            ("The mail matches no landlord and no vendor.", data)
        }
        HandedOver::Unreadable(reason) => {
            return Err(ApiError::invalid_request(format!("The mail can't be read: {reason}.")));
        }
    };
    Ok(Envelope::ok(message, data))
}

/// What the ledger says of a mail. As rent and as a purchase it can have two rows: the one that was fetched counts.
async fn in_ledger(app: &App, user: UserId, id: &MessageId) -> Result<HandedMail, ApiError> {
    let rows = app.handed_over(user, id).await.map_err(api_error)?;
    let fetched = |row: &&LedgerRow| row.state == MessageState::Fetched;
    let row = rows.iter().find(fetched).or_else(|| rows.first());
    let row = row.ok_or_else(ApiError::internal)?;
    Ok(HandedMail {
        message_id: Some(id.to_string()),
        state: match row.state {
            MessageState::Found => HandedState::Found,
            MessageState::Fetched => HandedState::Fetched,
            MessageState::Quarantined => HandedState::Quarantined,
            MessageState::Rejected => HandedState::Rejected,
            MessageState::Failed => HandedState::Failed,
            MessageState::Skipped => HandedState::Skipped,
        },
        reason: StatedReason::new(row.reason.clone(), row.reason_code.clone()),
        sender: row.facts.sender.as_ref().map(ToString::to_string),
        subject: row.facts.subject.clone(),
    })
}
