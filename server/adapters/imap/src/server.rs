//! A server, and connections to it.

use std::sync::Arc;
use std::time::Duration;

use invoices_domain::mail::{MailServer, SignIn};
use invoices_settings::ImapServer;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::connection::Connection;
use crate::failure::Failure;
use crate::oauth::OAuth;
use crate::settings::{SettingsError, tls};

/// A server, ready to be connected to.
pub(crate) struct Server {
    pub settings: ImapServer,
    pub timeout: Duration,
    host: ServerName<'static>,
    tls: Arc<ClientConfig>,
    /// `None` if it takes passwords.
    pub oauth: Option<OAuth>,
}

impl Server {
    pub fn new(settings: ImapServer, timeout: Duration, oauth: Option<OAuth>) -> Result<Self, SettingsError> {
        let (host, tls) = tls(&settings)?;
        Ok(Server {
            settings,
            timeout,
            host,
            tls,
            oauth,
        })
    }

    /// What users see of it.
    pub fn listed(&self) -> MailServer {
        let settings = self.settings.clone();
        let consent = self.oauth.as_ref().map(|oauth| SignIn::Consent {
            device: oauth.endpoints.device.is_some(),
        });
        MailServer {
            name: settings.name,
            host: settings.host,
            domain: settings.domain,
            sign_in: consent.unwrap_or(SignIn::Password),
        }
    }

    /// Connects and reads the greeting, without a login.
    pub async fn connect(&self) -> Result<Connection, Failure> {
        within(self.timeout, async {
            let (host, port) = (self.settings.host.as_str(), self.settings.port);
            let stream = TcpStream::connect((host, port)).await.map_err(Failure::Connection)?;
            let connector = TlsConnector::from(self.tls.clone());
            let stream = connector.connect(self.host.clone(), stream).await;
            let mut connection = Connection::new(stream.map_err(Failure::Connection)?);
            connection.greet().await?;
            Ok(connection)
        })
        .await
    }
}

/// What does not end in time has failed.
pub(crate) async fn within<T>(limit: Duration, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::time::timeout(limit, work).await.unwrap_or(Err(Failure::Late))
}
