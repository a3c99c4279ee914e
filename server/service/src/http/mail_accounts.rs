//! The mail accounts that are connected.

use dropshot::{HttpResponseOk, Path};
use invoices_api::caller::NoInput;
use invoices_api::envelope::NoData;
use invoices_api::mail_account::{MailAccount, MailAccountMethod, MailAccountPath, MailAccountState, MailAccounts};
use invoices_api::{ApiError, Caller, Envelope, MailAccountsApi};
use invoices_app::ListedMailAccount;
use invoices_domain::mail::ConnectedBy;

use super::error::api_error;
use super::run::wire_run;
use super::{Api, Context, Request, app};

impl MailAccountsApi for Api {
    type Context = Context;

    async fn mail_account_list(
        request: Request,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailAccounts>>, ApiError> {
        let listed = app(&request).mail_accounts(caller.user).await.map_err(api_error)?;
        let data = MailAccounts {
            accounts: listed.into_iter().map(wire).collect(),
        };
        Ok(Envelope::ok("Mail accounts retrieved successfully!", data))
    }

    async fn mail_account_disconnect(
        request: Request,
        caller: Caller<Path<MailAccountPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        let id = caller.input.into_inner().account_id;
        app(&request)
            .disconnect_mail(caller.user, &id)
            .await
            .map_err(api_error)?;
        Ok(Envelope::ok("Mail account disconnected successfully!", NoData))
    }
}

fn wire(listed: ListedMailAccount) -> MailAccount {
    MailAccount {
        account_id: listed.account_id.to_string(),
        address: listed.address.to_string(),
        provider: listed.provider,
        connected_by: listed.connected_by.map(|by| match by {
            ConnectedBy::Consent => MailAccountMethod::Consent,
            ConnectedBy::Tokens => MailAccountMethod::Tokens,
            ConnectedBy::Imap(_) => MailAccountMethod::Imap,
        }),
        state: if listed.is_connected {
            MailAccountState::Connected
        } else {
            MailAccountState::Reconnect
        },
        last_run: listed.last_run.map(wire_run),
        next_run_at: listed.next_run_at,
    }
}
