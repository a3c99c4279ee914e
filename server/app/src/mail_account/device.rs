//! Connecting a mail account with a code that the user types on another device (RFC 8628).
//!
//! As with a consent page, the user who began must finish. The device code stays here, so nobody else can ask for the tokens.

use chrono::TimeDelta;
use invoices_db::{ConsentBy, PendingConsent};
use invoices_domain::UserId;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{ConnectTo, DeviceAnswer, Redirect, SLOW_DOWN};
use invoices_domain::ports::IdentityError;
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;
use crate::mail_account::connecting::ConnectedAccount;
use crate::random;

/// The length of a state, in letters and digits.
const STATE_LENGTH: usize = 43;

/// A device code that was begun.
#[derive(Debug)]
pub struct BegunDevice {
    /// What the user types.
    pub user_code: String,
    /// Where the user types it.
    pub verification_uri: String,
    /// What the finish must state.
    pub state: SecretString,
    /// Seconds until it expires.
    pub expires_in: u64,
    /// Seconds between two attempts at the finish.
    pub interval: u64,
}

/// How far a device code is.
#[derive(Debug)]
pub enum DeviceProgress {
    /// The user has not answered yet.
    Pending {
        /// Seconds until the next attempt.
        interval: u64,
    },
    /// The account is connected.
    Connected {
        /// Its server.
        server: String,
        /// The account.
        account: ConnectedAccount,
    },
}

impl App {
    /// Begins to connect a mail account at this IMAP server with a code that the user types on another device.
    pub async fn begin_device(&self, user: UserId, server: &str) -> Result<BegunDevice, Error> {
        self.count_connection(user)?;
        let server = self.mail_server(server)?.name;
        let request = match self.ports().mail_servers.request_device(&server).await {
            Err(IdentityError::Rejected(_)) => None,
            answer => answer?,
        };
        let request = request.ok_or_else(|| {
            Error::NoConsent(
                "The provider of this mail server gives no device codes, or has no `oauth` settings.".into(),
            )
        })?;
        let state = random::text(STATE_LENGTH)?;
        let pending = PendingConsent {
            state_hash: sha256_hex(state.expose_secret().as_bytes()),
            // No browser returns.
            redirect: Redirect::Service,
            verifier: request.device_code.expose_secret().to_owned(),
            expires_at: self.now() + TimeDelta::seconds(i64::try_from(request.expires_in).map_err(Error::internal)?),
            server: Some(server),
            interval: Some(i32::try_from(request.interval).map_err(Error::internal)?),
        };
        self.keep_consent(user, pending).await?;
        Ok(BegunDevice {
            user_code: request.user_code,
            verification_uri: request.verification_uri,
            state,
            expires_in: request.expires_in,
            interval: request.interval,
        })
    }

    /// Connects the account if the user has agreed on the other device.
    pub async fn finish_device(
        &self,
        user: UserId,
        to: ConnectTo,
        state: &SecretString,
    ) -> Result<DeviceProgress, Error> {
        let mut pending = self.take_consent(user, ConsentBy::Device, state).await?;
        let server = pending.server.clone().unwrap_or_default();
        let device_code = SecretString::from(pending.verifier.clone());
        let interval = u64::try_from(pending.interval.unwrap_or_default()).unwrap_or_default();
        let interval = match self.ports().mail_servers.ask_device(&server, &device_code).await {
            Ok(DeviceAnswer::Granted(login)) => {
                let account = self.connect_consented(user, to, login).await?;
                return Ok(DeviceProgress::Connected { server, account });
            }
            Ok(DeviceAnswer::Pending) => interval,
            Ok(DeviceAnswer::SlowDown) => interval + SLOW_DOWN,
            Err(IdentityError::Dependency(error)) => {
                self.keep_consent(user, pending).await?;
                return Err(error.into());
            }
            Err(rejected) => return Err(rejected.into()),
        };
        pending.interval = Some(i32::try_from(interval).map_err(Error::internal)?);
        self.keep_consent(user, pending).await?;
        Ok(DeviceProgress::Pending { interval })
    }
}
