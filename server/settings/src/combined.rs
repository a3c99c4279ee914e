//! Values that can't be used together, or only on another host.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use crate::config::Config;
use crate::error::{ConfigError, invalid};
use crate::sections::Role;
use crate::value::HttpUrl;

/// Every such value.
pub(crate) fn check(config: &Config) -> Vec<ConfigError> {
    let found = [
        twice(
            "auth.jwt_secret_file",
            "auth.jwt_secret",
            config.auth.jwt_secret_file.is_some() && config.auth.jwt_secret.is_some(),
        ),
        twice(
            "secrets.key_file",
            "secrets.key",
            config.secrets.key_file.is_some() && config.secrets.key.is_some(),
        ),
        check_files(config),
        check_sessions(config),
        check_listeners(config),
        check_callback(config),
    ];
    let found = found.into_iter().filter_map(Result::err);
    found
        .chain(check_networks(config))
        .chain(check_plain_http(config))
        .chain(check_called(config))
        .collect()
}

fn twice(key: &'static str, other: &str, is_twice: bool) -> Result<(), ConfigError> {
    refuse_if(is_twice, key, || format!("{other} is set as well; remove one of them"))
}

fn check_files(config: &Config) -> Result<(), ConfigError> {
    let (auth, secrets) = (&config.auth.jwt_secret_file, &config.secrets.key_file);
    refuse_if(auth.is_some() && auth == secrets, "secrets.key_file", || {
        "is auth.jwt_secret_file too; each needs a key of its own".to_owned()
    })?;
    let (objects, tokens) = (&config.objects.store, &config.secrets.store);
    refuse_if(!tokens.is_empty() && objects == tokens, "secrets.store", || {
        format!("{tokens:?} is objects.store too; mail tokens need a folder of their own")
    })
}

fn check_sessions(config: &Config) -> Result<(), ConfigError> {
    let auth = &config.auth;
    let (token, session) = (
        auth.token_lifetime_seconds,
        auth.session_idle_days.min(auth.session_max_days),
    );
    refuse_if(*token > *session, "auth.token_lifetime_seconds", || {
        let (token, days) = (u64::from(token), u64::from(session));
        format!("{token} is more than a session lasts without a refresh, {days} days")
    })
}

/// Where the API listens. `None` without the role `api`.
fn api(config: &Config) -> Option<SocketAddr> {
    config
        .server
        .roles
        .contains(&Role::Api)
        .then_some(config.server.address)
}

fn check_listeners(config: &Config) -> Result<(), ConfigError> {
    let (api, operations) = (api(config), config.operations.address);
    let is_same = api
        .zip(operations)
        .is_some_and(|(api, operations)| overlap(api, operations));
    refuse_if(is_same, "operations.address", || {
        format!("server.address listens on port {} too", config.server.address.port())
    })
}

/// The page of `invoices connect` is on the user's machine.
fn check_callback(config: &Config) -> Result<(), ConfigError> {
    let url = &config.mail.localhost_callback_url;
    let is_local = url.host() == "localhost" && url.is_plain();
    refuse_if(!is_local, "mail.localhost_callback_url", || {
        format!("{url} is not on http://localhost, where `invoices connect` listens")
    })
}

/// Addresses and ports that mean any, for settings that need one.
fn check_networks(config: &Config) -> Vec<ConfigError> {
    let any = config
        .server
        .trusted_proxies
        .iter()
        .find(|network| network.prefix_len() == 0);
    let any = any.map(|network| {
        let problem = format!("{network} is every address, so each client could claim any; name the proxies' networks");
        invalid("server.trusted_proxies", &problem)
    });
    let name_server = config.pipeline.dns_server.filter(|address| address.port() == 0);
    let name_server =
        name_server.map(|address| invalid("pipeline.dns_server", &format!("{address}: 0 is not 1 to 65535")));
    let imap = config.imap.servers.iter().find(|server| server.port == 0);
    let imap = imap.map(|server| invalid("imap.servers.port", &format!("{}: 0 is not 1 to 65535", server.name)));
    [any, name_server, imap].into_iter().flatten().collect()
}

/// Tokens and codes of users must not cross a network in plain text.
fn check_plain_http(config: &Config) -> Vec<ConfigError> {
    let mail = &config.mail;
    let urls = [
        ("mail.provider_url", &mail.provider_url),
        ("mail.callback_url", &mail.callback_url),
    ];
    let plain = urls.into_iter().filter_map(|(key, url)| {
        let url = url.as_ref().filter(|url| url.is_plain() && !url.is_loopback())?;
        let problem = format!("{url}: http is for this machine only, because it carries users' tokens; use https");
        Some(invalid(key, &problem))
    });
    plain.collect()
}

/// A service that calls itself waits for an answer that it never gives.
fn check_called(config: &Config) -> Vec<ConfigError> {
    let aws = &config.aws;
    let called = [
        ("mail.provider_url", &config.mail.provider_url),
        ("push.url", &config.push.url),
        ("traces.endpoint", &config.traces.endpoint),
        ("aws.endpoint_url", &aws.endpoint_url),
        ("aws.objects_url", &aws.objects_url),
        ("aws.secrets_url", &aws.secrets_url),
        ("aws.queue_url", &aws.queue_url),
        ("aws.topic_url", &aws.topic_url),
    ];
    let own = [
        ("server.address", api(config)),
        ("operations.address", config.operations.address),
    ];
    let is_own = |url: &HttpUrl| {
        let address = url.address()?;
        let mut own = own
            .iter()
            .filter(|(_, own)| own.is_some_and(|own| overlap(own, address)));
        own.next().map(|(name, _)| *name)
    };
    let found = called.into_iter().filter_map(|(key, url)| {
        let url = url.as_ref()?;
        let name = is_own(url)?;
        Some(invalid(key, &format!("{url} is this service itself ({name})")))
    });
    found.collect()
}

/// Whether two listeners, or a listener and what calls it, have the same port of the same machine. Port 0 is a free one.
fn overlap(a: SocketAddr, b: SocketAddr) -> bool {
    let is_any = |address: SocketAddr| address.ip().is_unspecified();
    a.port() == b.port() && a.port() != 0 && (a.ip() == b.ip() || is_any(a) || is_any(b))
}

fn refuse_if(refused: bool, key: &'static str, problem: impl FnOnce() -> String) -> Result<(), ConfigError> {
    if refused { Err(invalid(key, &problem())) } else { Ok(()) }
}

impl HttpUrl {
    fn uri(&self) -> http::Uri {
        self.parse().unwrap_or_default()
    }

    fn host(&self) -> String {
        self.uri()
            .host()
            .unwrap_or_default()
            .trim_matches(['[', ']'])
            .to_owned()
    }

    fn is_plain(&self) -> bool {
        self.uri().scheme_str() == Some("http")
    }

    /// The address, if it is on this machine or the host is an address.
    fn address(&self) -> Option<SocketAddr> {
        let ip = match self.host().as_str() {
            "localhost" => IpAddr::V4(Ipv4Addr::LOCALHOST),
            host => host.parse().ok()?,
        };
        let default = if self.is_plain() { 80 } else { 443 };
        Some(SocketAddr::new(ip, self.uri().port_u16().unwrap_or(default)))
    }

    fn is_loopback(&self) -> bool {
        self.address().is_some_and(|address| address.ip().is_loopback())
    }
}
