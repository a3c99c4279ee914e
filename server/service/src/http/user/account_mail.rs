//! Codes that are mailed: for a forgotten password, and for the address of sign-up.

use invoices_api::envelope::{Answer, NoData};
use invoices_api::user::account_mail::{AccountEmail, EmailCodeBody, PasswordForgottenBody, PasswordResetBody};
use invoices_api::{AccountMailApi, Caller, Envelope, JsonBody};

use crate::http::error::api_error;
use crate::http::{Api, Context, Request, app, client};
use invoices_api::sentence;

impl AccountMailApi for Api {
    type Context = Context;

    async fn password_forgot(request: Request, body: JsonBody<PasswordForgottenBody>) -> Answer<NoData> {
        let asked = app(&request).forgot_password(&body.0.email, client(&request)).await;
        asked.map_err(api_error)?;
        Ok(Envelope::ok(sentence::PASSWORD_FORGOTTEN, NoData))
    }

    async fn password_reset(request: Request, body: JsonBody<PasswordResetBody>) -> Answer<NoData> {
        let PasswordResetBody { token, new_password } = body.0;
        let reset = app(&request).reset_forgotten_password(&token, new_password, client(&request));
        reset.await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::PASSWORD_RESET, NoData))
    }

    async fn email_view(request: Request, caller: Caller) -> Answer<AccountEmail> {
        let known = app(&request).account_email(caller.user).await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::EMAIL_RETRIEVED, wire(known)))
    }

    async fn email_verify(request: Request, caller: Caller) -> Answer<AccountEmail> {
        let known = app(&request).send_email_code(caller.user).await.map_err(api_error)?;
        let message = match known.verified_at {
            None => sentence::CODE_SENT,
            Some(_) => "The e-mail is already verified.",
        };
        Ok(Envelope::ok(message, wire(known)))
    }

    async fn email_confirm(request: Request, caller: Caller<JsonBody<EmailCodeBody>>) -> Answer<AccountEmail> {
        let confirmed = app(&request).confirm_email(caller.user, &caller.input.0.code).await;
        let confirmed = wire(confirmed.map_err(api_error)?);
        Ok(Envelope::ok(sentence::EMAIL_VERIFIED, confirmed))
    }
}

fn wire(known: invoices_db::AccountEmail) -> AccountEmail {
    AccountEmail {
        email: known.email,
        verified: known.verified_at.is_some(),
        verified_at: known.verified_at,
    }
}
