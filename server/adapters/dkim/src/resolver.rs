//! The client of name servers.

use mail_auth::hickory_resolver::TokioResolver;
use mail_auth::hickory_resolver::config::{ResolverConfig, ResolverOpts};
use mail_auth::hickory_resolver::net::NetError;
use mail_auth::hickory_resolver::net::runtime::TokioRuntimeProvider;
use rustls::{ClientConfig, RootCertStore};

/// Without certificates, which would be read from files: no name server is asked over TLS.
pub fn resolver(config: ResolverConfig, options: ResolverOpts) -> Result<TokioResolver, NetError> {
    let no_tls = ClientConfig::builder().with_root_certificates(RootCertStore::empty());
    TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
        .with_options(options)
        .with_tls_config(no_tls.with_no_client_auth())
        .build()
}
