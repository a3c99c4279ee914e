//! The API's own certificate and its key, from two PEM files.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use webpki::{EndEntityCert, KeyUsage};

/// A certificate that ends sooner should be renewed.
pub(crate) const SOON: TimeDelta = TimeDelta::days(14);
/// Users other than the owner and the group.
const OTHERS: u32 = 0o007;

/// The files with the certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CertificateFiles {
    /// The certificate, followed by those of the authorities between it and the root.
    pub certificate: PathBuf,
    /// Its key. The group may read it, as Debian's group ssl-cert does.
    pub key: PathBuf,
}

/// Why a certificate can't be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CertificateError {
    #[error("{0}: {1}")]
    Read(PathBuf, io::Error),
    #[error("{0} contains no certificate in PEM")]
    NoCertificate(PathBuf),
    #[error("{0} contains no private key in PEM")]
    NoKey(PathBuf),
    #[error("every user can read {0}; give it mode 0600, or 0640")]
    Exposed(PathBuf),
    #[error("{key} is not the key of the certificate {certificate}", key = .0.key.display(), certificate = .0.certificate.display())]
    OtherKey(CertificateFiles),
    #[error("{0} can't be used: {1}")]
    Unusable(PathBuf, rustls::Error),
}

/// The time in which a certificate is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Validity {
    pub begins: DateTime<Utc>,
    pub ends: DateTime<Utc>,
}

impl CertificateFiles {
    /// Reads both files. They must belong together.
    pub(crate) fn read(&self) -> Result<CertifiedKey, CertificateError> {
        use CertificateError::{Exposed, NoCertificate, NoKey, OtherKey, Unusable};
        let unreadable = |path: &Path, error| CertificateError::Read(path.to_owned(), error);
        let pem = fs::read(&self.certificate).map_err(|error| unreadable(&self.certificate, error))?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or_else(|| NoCertificate(self.certificate.clone()))?;
        let found = fs::metadata(&self.key).map_err(|error| unreadable(&self.key, error))?;
        if found.permissions().mode() & OTHERS != 0 {
            return Err(Exposed(self.key.clone()));
        }
        let pem = fs::read(&self.key).map_err(|error| unreadable(&self.key, error))?;
        let key = PrivateKeyDer::from_pem_slice(&pem).map_err(|_| NoKey(self.key.clone()))?;
        CertifiedKey::from_der(chain, key, &provider()).map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => OtherKey(self.clone()),
            error => Unusable(self.certificate.clone(), error),
        })
    }
}

/// When a certificate is valid. `None` if it is malformed.
pub(crate) fn validity(certificate: &CertifiedKey) -> Option<Validity> {
    let certificate = EndEntityCert::try_from(certificate.end_entity_cert().ok()?).ok()?;
    // The library has no other way to ask: it compares the time first, and its errors state the limits.
    let at = |seconds| {
        let (time, usage) = (
            UnixTime::since_unix_epoch(Duration::from_secs(seconds)),
            KeyUsage::server_auth(),
        );
        certificate
            .verify_for_usage(&[], &[], &[], time, usage, None, None)
            .err()
    };
    let (Some(webpki::Error::CertNotValidYet { not_before, .. }), Some(webpki::Error::CertExpired { not_after, .. })) =
        (at(0), at(u64::MAX))
    else {
        return None;
    };
    let date = |time: UnixTime| DateTime::from_timestamp(i64::try_from(time.as_secs()).ok()?, 0);
    Some(Validity {
        begins: date(not_before)?,
        ends: date(not_after)?,
    })
}

/// The certificate of a running server. Exchanging it concerns new connections alone.
#[derive(Debug)]
pub(crate) struct ServedCertificate(RwLock<Arc<CertifiedKey>>);

impl ServedCertificate {
    pub(crate) fn new(certificate: CertifiedKey) -> Arc<Self> {
        Arc::new(ServedCertificate(RwLock::new(Arc::new(certificate))))
    }

    fn current(&self) -> Arc<CertifiedKey> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Serves another one from now on. Returns whether it differs.
    pub(crate) fn replace(&self, certificate: CertifiedKey) -> bool {
        let differs = self.current().cert != certificate.cert;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(certificate);
        differs
    }

    /// TLS 1.2 and 1.3 with this certificate, for HTTP/1.1.
    pub(crate) fn server_config(self: &Arc<Self>) -> Result<ServerConfig, rustls::Error> {
        let mut config = ServerConfig::builder_with_provider(Arc::new(provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(self) as _);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}

impl ResolvesServerCert for ServedCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current())
    }
}

/// What an operator should know of a certificate's validity. `None` if it is valid for some time.
pub(crate) fn warning(certificate: &CertifiedKey) -> Option<String> {
    let Some(Validity { begins, ends }) = validity(certificate) else {
        return Some("server.tls_cert: the certificate is malformed".into());
    };
    let now = Utc::now();
    if ends <= now {
        Some(format!("server.tls_cert: the certificate ended at {ends}"))
    } else if now < begins {
        Some(format!("server.tls_cert: the certificate begins at {begins}"))
    } else if ends - now < SOON {
        Some(format!("server.tls_cert: the certificate ends soon, at {ends}"))
    } else {
        None
    }
}

fn provider() -> CryptoProvider {
    aws_lc_rs::default_provider()
}
