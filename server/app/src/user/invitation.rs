//! Invitations to sign up.

use chrono::{DateTime, TimeDelta, Utc};
use invoices_db::{NewInvitation, Operator};
use invoices_domain::MailAddress;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mailer::AccountMail;
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;
use crate::random;

/// The characters of a code: 130 bits.
const CODE_LENGTH: usize = 26;

/// An invitation that was just made.
#[derive(Debug)]
pub struct IssuedInvitation {
    /// The code, of which only a hash is stored.
    pub code: SecretString,
    /// From then on it can't be used.
    pub expires_at: DateTime<Utc>,
}

impl App {
    /// Invites an address to sign up. An earlier invitation that it has not used is withdrawn.
    pub async fn invite(
        &self,
        address: &MailAddress,
        valid_for: TimeDelta,
        by: Operator,
    ) -> Result<IssuedInvitation, Error> {
        let now = self.now();
        let expires_at = now
            .checked_add_signed(valid_for)
            .ok_or_else(|| Error::Invalid("the invitation would expire too late".into()))?;
        let code = random::text(CODE_LENGTH)?;
        let new = NewInvitation {
            email_key: address.to_string(),
            code_hash: hash(&code),
            expires_at,
        };
        if !self.store().invite(new, by, now).await? {
            return Err(Error::EmailTaken);
        }
        Ok(IssuedInvitation { code, expires_at })
    }

    /// Invites an address as [`App::invite`] does, and mails it the code. Returns when the invitation expires. If the mail
    /// can't be sent, the invitation stays, and inviting again replaces it.
    pub async fn invite_by_mail(
        &self,
        address: &MailAddress,
        valid_for: TimeDelta,
        by: Operator,
    ) -> Result<DateTime<Utc>, Error> {
        self.check_mailer()?;
        let issued = self.invite(address, valid_for, by).await?;
        let code = issued.code.expose_secret();
        let expires = issued.expires_at.format("%Y-%m-%d %H:%M");
        let mail = AccountMail {
            id: random::uuid().to_string(),
            to: address.to_string(),
            subject: "You are invited".into(),
            text: format!(
                "You are invited to sign up with this address.\n\nEnter this code when you sign up:\n\n{code}\n\nThe code is \
                 valid once, until {expires} UTC. If you did not expect an invitation, ignore this mail."
            )
            .into(),
        };
        self.send_account_mail(&mail).await?;
        Ok(issued.expires_at)
    }

    /// Withdraws the invitations that an address has not used.
    pub async fn uninvite(&self, address: &MailAddress, by: Operator) -> Result<(), Error> {
        if self.store().uninvite(address.as_str(), by, self.now()).await? {
            return Ok(());
        }
        Err(Error::NotFound("the address has no invitation to withdraw".into()))
    }
}

/// What the database keeps of a code. A code is random and long, so it needs no salt and no slow hash.
pub(crate) fn hash(code: &SecretString) -> String {
    sha256_hex(code.expose_secret().trim().as_bytes())
}
