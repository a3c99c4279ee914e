//! What the settings name: engines, files and the settings of the use cases. All of them are checked here.

mod paths;
mod stores;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;

use invoices_api::Origins;
use invoices_app::MIN_SECRET_BYTES;
use invoices_db::{Store, StoreError};
use invoices_domain::{Engine, Vendor};
use invoices_settings::{Config, ConfigError, Role, invalid};
use secrecy::SecretString;

pub use paths::sqlite_file;
pub use stores::{ObjectsEngine, SecretsEngine, TopicEngine, objects, secrets};
pub(crate) use stores::{access, aws, channels, database, email, object_events, topic};

use crate::certificate::{self, CertificateFiles};
use crate::engines;
use crate::http::Proxies;
use crate::keyfile;

/// The trusted proxies.
pub(crate) fn proxies(config: &Config) -> Proxies {
    Proxies {
        trusted: config.server.trusted_proxies.clone(),
        header: config.server.forwarded_header,
    }
}

/// The origins of pages that may call from browsers.
pub(crate) fn origins(config: &Config) -> Result<Origins, ConfigError> {
    Origins::new(&config.server.allowed_origins).map_err(|error| invalid("server.allowed_origins", &error))
}

/// The files of the API's certificate. `None` for plain HTTP.
pub(crate) fn certificate(config: &Config) -> Result<Option<CertificateFiles>, ConfigError> {
    match (&config.server.tls_cert, &config.server.tls_key) {
        (Some(certificate), Some(key)) => Ok(Some(CertificateFiles {
            certificate: certificate.clone(),
            key: key.clone(),
        })),
        (None, None) => Ok(None),
        _ => Err(invalid(
            "server.tls_cert",
            &"set both it and server.tls_key, or neither",
        )),
    }
}

/// A warning that the certificate of the API ends soon, has ended or is not valid yet. `None` also if the settings name none, or
/// it can't be read.
pub fn certificate_warning(config: &Config) -> Option<String> {
    let files = certificate(config).ok()??;
    certificate::warning(&files.read().ok()?)
}

fn check_traces(config: &Config) -> Result<(), ConfigError> {
    if config.traces.endpoint.is_some() {
        let key = "traces.endpoint";
        engines::require(Engine::Otlp).map_err(|source| ConfigError::MissingEngine { key, source })?;
    }
    Ok(())
}

fn check_certificate(config: &Config) -> Result<(), ConfigError> {
    let Some(files) = certificate(config)? else {
        return Ok(());
    };
    let read = files.read().map(drop);
    read.map_err(|error| invalid("server.tls_cert", &error))
}

/// The roles of this process.
pub(crate) fn roles(config: &Config) -> Result<BTreeSet<Role>, ConfigError> {
    let roles: BTreeSet<Role> = config.server.roles.iter().copied().collect();
    if roles.is_empty() {
        return Err(invalid("server.roles", &"a process needs a role"));
    }
    Ok(roles)
}

/// Finds every invalid setting. Creates no file.
pub(crate) fn check(config: &Config) -> Vec<ConfigError> {
    let found = [
        roles(config).map(drop),
        check_certificate(config),
        origins(config).map(drop),
        check_database(config),
        objects(config).map(drop),
        secrets(config).map(drop),
        object_events(config).map(drop),
        invoices_aws::check(&config.aws).map_err(|error| invalid("aws", &error)),
        check_traces(config),
    ];
    let found = found.into_iter().filter_map(Result::err);
    let found = found.chain(stores::check_topic(config)).chain(check_app(config));
    found.chain(paths::check(config)).collect()
}

/// Every invalid setting of the use cases. A secret or a list that can't be read has a placeholder for the others' sake.
fn check_app(config: &Config) -> Vec<ConfigError> {
    let mut found = Vec::new();
    let common = common_passwords(config).unwrap_or_else(|error| {
        found.push(error);
        None
    });
    let secret = jwt_secret(config, false).unwrap_or_else(|error| {
        found.push(error);
        placeholder_secret()
    });
    let problems = invoices_app::Settings::new(config, secret, common).problems();
    found.extend(
        problems
            .into_iter()
            .map(|error| ConfigError::Refused(error.to_string())),
    );
    found
}

/// The passwords that are refused. `None` for the built-in list.
fn common_passwords(config: &Config) -> Result<Option<Vec<String>>, ConfigError> {
    let Some(file) = &config.auth.common_passwords_file else {
        return Ok(None);
    };
    let list = std::fs::read_to_string(file).map_err(|error| invalid("auth.common_passwords_file", &error))?;
    let lines = list.lines().map(|line| line.trim().to_lowercase());
    Ok(Some(lines.filter(|line| !line.is_empty()).collect()))
}

/// The secret that signs access tokens. Its file must exist.
pub(crate) fn existing_jwt_secret(config: &Config) -> Result<SecretString, ConfigError> {
    let read = match &config.auth.jwt_secret {
        Some(secret) => return Ok(secret.clone().into_inner()),
        None => keyfile::read_private(&jwt_secret_file(config)),
    };
    read.map_err(|error| invalid("auth.jwt_secret_file", &error))
}

/// The file of that secret.
pub(crate) fn jwt_secret_file(config: &Config) -> PathBuf {
    let named = config.auth.jwt_secret_file.clone();
    named.unwrap_or_else(|| config.data.join("jwt.key"))
}

/// The secret that signs access tokens. If its file does not exist, `create` creates it; else the secret is a placeholder.
/// Without `create` the file's mode stays, too.
fn jwt_secret(config: &Config, create: bool) -> Result<SecretString, ConfigError> {
    if let Some(secret) = &config.auth.jwt_secret {
        return Ok(secret.clone().into_inner());
    }
    if config.auth.jwt_secret_file.is_none() {
        stores::must_be_shared(config, "auth.jwt_secret_file")?;
    }
    let file = jwt_secret_file(config);
    let read = match (create, file.exists()) {
        (true, _) => keyfile::read_or_create(&file),
        (false, true) => keyfile::read(&file),
        (false, false) => return Ok(placeholder_secret()),
    };
    read.map_err(|error| invalid("auth.jwt_secret_file", &error))
}

/// The vendors of the vendors file. `None` without a file.
pub(crate) fn vendors(config: &Config) -> Result<Option<Vec<Vendor>>, ConfigError> {
    let Some(file) = &config.retail.vendors_file else {
        return Ok(None);
    };
    let problem = |error: &dyn Display| invalid("retail.vendors_file", &format!("{}: {error}", file.display()));
    let json = std::fs::read(file).map_err(|error| problem(&error))?;
    let vendors = invoices_parsers::read_vendors(&json).map_err(|error| problem(&error))?;
    Ok(Some(vendors))
}

/// The settings of the use cases. Creates the file of the token secret on first use.
pub(crate) fn app(config: &Config) -> Result<invoices_app::Settings, ConfigError> {
    let secret = jwt_secret(config, true)?;
    Ok(invoices_app::Settings::new(config, secret, common_passwords(config)?))
}

fn check_database(config: &Config) -> Result<(), ConfigError> {
    let (key, settings) = ("database.url", database(config));
    Store::check(&settings).map_err(|error| match error {
        StoreError::MissingEngine(source) => ConfigError::MissingEngine { key, source },
        error => invalid(key, &error),
    })?;
    if settings.url.starts_with("sqlite:") && config.server.replicas > 1 {
        return Err(invalid(key, &"SQLite serves one process; replicas need PostgreSQL"));
    }
    Ok(())
}

/// A token secret of valid length that is never used to sign.
fn placeholder_secret() -> SecretString {
    "0".repeat(MIN_SECRET_BYTES).into()
}
