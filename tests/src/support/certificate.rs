//! A certificate for 127.0.0.1, which clients have to trust.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rcgen::{CertificateParams, KeyPair};

/// A certificate that is signed by its own key, and the key.
pub struct Certificate {
    certificate: String,
    key: String,
}

impl Certificate {
    pub fn generate() -> Self {
        let key = KeyPair::generate().unwrap();
        let parameters = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
        Certificate {
            certificate: parameters.self_signed(&key).unwrap().pem(),
            key: key.serialize_pem(),
        }
    }

    /// Writes both files to a folder. Returns the settings that name them.
    pub fn write(&self, folder: &Path) -> [(&'static str, String); 2] {
        let (certificate, key) = (folder.join("certificate.pem"), folder.join("key.pem"));
        fs::write(&certificate, &self.certificate).unwrap();
        fs::write(&key, &self.key).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
        [
            ("INVOICES__SERVER__TLS_CERT", certificate.to_str().unwrap().to_owned()),
            ("INVOICES__SERVER__TLS_KEY", key.to_str().unwrap().to_owned()),
        ]
    }

    /// A client that trusts this certificate and no other. It opens a connection for each request.
    pub fn client(&self) -> reqwest::Client {
        let root = reqwest::Certificate::from_pem(self.certificate.as_bytes()).unwrap();
        let client = reqwest::Client::builder()
            .tls_certs_only([root])
            .pool_max_idle_per_host(0);
        client.build().unwrap()
    }
}
