//! The URL of a PostgreSQL server, completed for libpq with timeout, password and TLS parameters.

use std::env;
use std::net::IpAddr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use secrecy::ExposeSecret;

use crate::error::StoreError;
use crate::store::settings::DatabaseSettings;

/// The only `sslmode` in which libpq verifies both the certificate and the host name.
const VERIFIED: &str = "verify-full";

/// The characters of a parameter's value that are escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// The URL for libpq. A remote server must be verified, unless the settings leave TLS to the URL.
pub(crate) fn build(settings: &DatabaseSettings) -> Result<String, StoreError> {
    let address = ParsedUrl::parse(&settings.url).ok_or(StoreError::InvalidUrl)?;
    let mut url = settings.url.clone();
    let mut add = |key: &str, value: &str| {
        // libpq uses the last value of a repeated key.
        let separator = if url.contains('?') { '&' } else { '?' };
        url = format!("{url}{separator}{key}={}", utf8_percent_encode(value, ESCAPED));
    };
    // libpq takes whole seconds, and treats 1 as 2.
    add(
        "connect_timeout",
        &settings.connect_timeout.as_secs().max(2).to_string(),
    );
    if let Some(password) = &settings.password {
        add("password", password.expose_secret());
    }
    let ca_file = settings.ca_file.as_ref().map(|file| file.display().to_string());
    if settings.verify_tls && (ca_file.is_some() || !address.is_local()) {
        match address.or_variable("sslmode", "PGSSLMODE") {
            Some(mode) if mode != VERIFIED => return Err(StoreError::InsecureSslMode(mode)),
            _ => add("sslmode", VERIFIED),
        }
        if ca_file.is_none() && address.or_variable("sslrootcert", "PGSSLROOTCERT").is_none() {
            // The bundled libpq has no default path for the machine's CA certificates.
            let authorities = openssl_probe::probe().cert_file.ok_or(StoreError::NoCaCertificates)?;
            add("sslrootcert", &authorities.display().to_string());
        }
    }
    if let Some(file) = ca_file {
        add("sslrootcert", &file);
    }
    Ok(url)
}

/// The URL without a password, and the password that libpq would use of it.
pub(crate) fn without_password(url: &str) -> (String, Option<String>) {
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let (scheme, rest) = place.split_once("://").unwrap_or(("postgres", place));
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (mut login, mut password) = ("", None);
    let hosts = match authority.rsplit_once('@') {
        Some((stated, hosts)) => {
            let (user, stated) = stated
                .split_once(':')
                .map_or((stated, None), |(user, stated)| (user, Some(stated)));
            login = user;
            password = stated.map(decoded);
            hosts
        }
        None => authority,
    };
    let mut parameters = Vec::new();
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        match parameter.split_once('=') {
            Some((key, value)) if decoded(key) == "password" => password = Some(decoded(value)),
            _ => parameters.push(parameter),
        }
    }
    let at = if login.is_empty() { "" } else { "@" };
    let question = if parameters.is_empty() { "" } else { "?" };
    let parameters = parameters.join("&");
    (
        format!("{scheme}://{login}{at}{hosts}{path}{question}{parameters}"),
        password,
    )
}

/// The parts of a URL that decide whether the server must be verified.
struct ParsedUrl {
    hosts: Vec<String>,
    parameters: Vec<(String, String)>,
}

impl ParsedUrl {
    fn parse(url: &str) -> Option<Self> {
        let rest = url
            .strip_prefix("postgres://")
            .or_else(|| url.strip_prefix("postgresql://"))?;
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let authority = place.split('/').next().unwrap_or_default();
        let hosts = authority.rsplit('@').next().unwrap_or_default();
        let hosts = hosts.split(',').map(|host| decoded(without_port(host))).collect();
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let parameters = pairs.map(|(key, value)| (decoded(key), decoded(value))).collect();
        Some(ParsedUrl { hosts, parameters })
    }

    /// A parameter's value from the URL, or else from the environment variable that libpq reads.
    fn or_variable(&self, key: &str, variable: &str) -> Option<String> {
        let stated = self.parameters.iter().rev().find(|(name, _)| name == key);
        let stated = stated
            .map(|(_, value)| value.clone())
            .or_else(|| env::var(variable).ok());
        stated.filter(|value| !value.is_empty())
    }

    /// Whether every host is this machine.
    fn is_local(&self) -> bool {
        // A service file can name another host.
        if self.or_variable("service", "PGSERVICE").is_some() {
            return false;
        }
        let named = |key, variable| self.or_variable(key, variable).unwrap_or_default();
        let (host, address) = (named("host", "PGHOST"), named("hostaddr", "PGHOSTADDR"));
        let more = [host, address];
        let more = more.iter().flat_map(|hosts| hosts.split(','));
        self.hosts.iter().map(String::as_str).chain(more).all(is_local)
    }
}

/// Whether the host is a Unix socket (which an empty host means too) or a loopback address.
fn is_local(host: &str) -> bool {
    let is_socket = host.is_empty() || host.starts_with(['/', '@']);
    is_socket || host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn without_port(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split(':').next().unwrap_or_default(),
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(url: &str) -> DatabaseSettings {
        DatabaseSettings::new(url)
    }

    #[test]
    fn a_local_url_gets_no_tls_parameters() {
        for url in [
            "postgres://alva@%2Ftmp%2Fpg/invoices",
            "postgres://alva@localhost/invoices",
            "postgres://alva@127.0.0.1:5433,[::1]:5432/invoices?application_name=x",
            "postgresql:///invoices?host=/run/postgresql",
        ] {
            let built = build(&of(url)).unwrap();
            assert!(built.starts_with(url) && !built.contains("ssl"), "{built}");
        }
    }

    #[test]
    fn a_server_on_another_machine_must_be_verified() {
        let ca_file = Some("/etc/invoices/example ca.pem".into());
        for url in [
            "postgres://alva@db.example.com/invoices",
            "postgres://alva:p%40ss@10.0.0.7:5432/invoices?sslmode=verify-full",
            "postgres:///invoices?host=db.example.com",
            "postgres://localhost,db.example.com/invoices",
            "postgres://localhost/invoices?hostaddr=10.0.0.7",
            "postgres:///?service=elsewhere",
        ] {
            let built = build(&DatabaseSettings {
                ca_file: ca_file.clone(),
                ..of(url)
            })
            .unwrap();
            assert!(
                built.contains("&sslmode=verify-full&sslrootcert=/etc/invoices/example%20ca.pem"),
                "{built}"
            );
            for mode in ["disable", "allow", "prefer", "require", "verify-ca"] {
                let separator = if url.contains('?') { '&' } else { '?' };
                let plain = of(&format!("{url}{separator}sslmode={mode}"));
                assert!(
                    matches!(build(&plain), Err(StoreError::InsecureSslMode(stated)) if stated == mode),
                    "{plain:?}"
                );
                let built = build(&DatabaseSettings {
                    verify_tls: false,
                    ..plain
                })
                .unwrap();
                assert!(!built.contains(VERIFIED) || url.contains(VERIFIED), "{built}");
            }
        }
    }

    #[test]
    fn a_password_is_taken_out_of_a_url() {
        for (url, without, password) in [
            (
                "postgres://alva@localhost/invoices",
                "postgres://alva@localhost/invoices",
                None,
            ),
            (
                "postgres://alva:p%40ss@localhost/invoices",
                "postgres://alva@localhost/invoices",
                Some("p@ss"),
            ),
            (
                "postgresql:///invoices?host=/run&password=a%26b&port=5433",
                "postgresql:///invoices?host=/run&port=5433",
                Some("a&b"),
            ),
            (
                "postgres://alva:first@[::1]:5432,db?password=last",
                "postgres://alva@[::1]:5432,db",
                Some("last"),
            ),
            ("postgres://:only@localhost", "postgres://localhost", Some("only")),
        ] {
            assert_eq!(without_password(url), (without.to_owned(), password.map(str::to_owned)));
        }
    }

    #[test]
    fn a_separate_password_is_escaped() {
        let password = Some("p@ss/w&rd=100%".into());
        let built = build(&DatabaseSettings {
            password,
            ..of("postgres://alva@localhost/invoices")
        })
        .unwrap();
        assert!(built.ends_with("&password=p%40ss/w%26rd%3D100%25"), "{built}");
        assert_eq!(decoded("p%40ss/w%26rd%3D100%25"), "p@ss/w&rd=100%");
        assert_eq!(decoded("100%"), "100%");
    }
}
