//! The login, by what the account has.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use invoices_domain::mail::{ImapLogin, ImapSecret};
use secrecy::{ExposeSecret, SecretString};

use crate::connection::{Completion, Connection, FRAME};
use crate::failure::Failure;

/// Logs in at this host.
pub(crate) async fn authenticate(connection: &mut Connection, host: &str, login: &ImapLogin) -> Result<(), Failure> {
    let completion = match &login.secret {
        ImapSecret::Password(password) => with_password(connection, &login.user, password.expose_secret()).await?,
        ImapSecret::OAuth(tokens) => with_token(connection, &login.user, &tokens.access_token).await?,
    };
    match (completion, &login.secret) {
        (Completion::Ok, _) => Ok(()),
        (Completion::No(sentence), ImapSecret::Password(_)) => Err(Failure::of_password(&sentence, host)),
        (Completion::No(sentence), ImapSecret::OAuth(_)) => Err(Failure::of_login(&sentence)),
        (Completion::Bad(sentence), _) => Err(Failure::refused(&sentence)),
    }
}

/// By `LOGIN`, or by SASL's mechanism PLAIN (RFC 4616) what `LOGIN` can't write.
async fn with_password(connection: &mut Connection, user: &str, password: &str) -> Result<Completion, Failure> {
    let (Some(quoted_user), Some(quoted_password)) = (quoted(user), quoted(password)) else {
        return Err(control_character());
    };
    let (completion, ()) = if user.is_ascii() && password.is_ascii() {
        let command = format!("LOGIN {quoted_user} {quoted_password}");
        connection.run(&command, &[], FRAME, |(), _| {}).await?
    } else {
        let answer = BASE64_STANDARD.encode(format!("\0{user}\0{password}"));
        let command = "AUTHENTICATE PLAIN";
        connection.run(command, &[&answer], FRAME, |(), _| {}).await?
    };
    Ok(completion)
}

/// By the mechanism XOAUTH2. A server that refuses the token says why in a second challenge, which an empty line answers; NO
/// follows. See <https://developers.google.com/gmail/imap/xoauth2-protocol> and, for Microsoft,
/// <https://learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth>.
async fn with_token(connection: &mut Connection, user: &str, token: &SecretString) -> Result<Completion, Failure> {
    let token = token.expose_secret();
    // The control character U+0001 ends each part.
    if user.chars().chain(token.chars()).any(char::is_control) {
        return Err(control_character());
    }
    let answer = BASE64_STANDARD.encode(format!("user={user}\u{1}auth=Bearer {token}\u{1}\u{1}"));
    let command = "AUTHENTICATE XOAUTH2";
    let (completion, ()) = connection.run(command, &[&answer, ""], FRAME, |(), _| {}).await?;
    Ok(completion)
}

fn control_character() -> Failure {
    Failure::Login("it has a control character".into())
}

/// `None` for a text that no quoted string can have.
pub(crate) fn quoted(text: &str) -> Option<String> {
    let is_line = !text.contains(['\0', '\r', '\n']);
    is_line.then(|| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}
