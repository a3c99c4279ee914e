//! The service to talk to, and the tokens.

use std::env;

use chrono::Utc;
use invoices_client::Client;
use invoices_terminal::printable;

use crate::failure::Failure;
use crate::profile::{Profile, ProfileName};

/// The variable with an access token, for scripts: one made for them, or one of a login. A token in an argument could be read by everyone on the machine.
const TOKEN: &str = "INVOICES_TOKEN";

/// Which account a command uses.
#[derive(clap::Args)]
pub struct Account {
    /// The name of the profile, as given at login
    #[arg(
        long,
        global = true,
        value_name = "NAME",
        env = "INVOICES_PROFILE",
        default_value = "default"
    )]
    pub profile: ProfileName,

    /// The address of the service [default: the address used at login]
    #[arg(long, global = true, value_name = "URL", env = "INVOICES_URL", value_parser = address)]
    pub url: Option<String>,
}

impl Account {
    /// A client with the account's token: that of `INVOICES_TOKEN`, else that of the profile.
    pub async fn client(&self) -> Result<Client, Failure> {
        if let Some(token) = token_of_environment() {
            let no_url = || Failure::Input(format!("{TOKEN} needs the address of the service: set INVOICES_URL"));
            let url = match &self.url {
                Some(url) => url.clone(),
                None => Profile::load(&self.profile)?.ok_or_else(no_url)?.url,
            };
            return Ok(Client::connect(&url)?.with_token(token));
        }
        self.client_of(self.profile()?).await
    }

    /// A client with the tokens of this profile, which are renewed in time.
    pub async fn client_of(&self, profile: Profile) -> Result<Client, Failure> {
        let client = Client::connect(&profile.url)?;
        if Utc::now() < profile.renew_at {
            return Ok(client.with_token(profile.access_token));
        }
        // Two commands at once get the same next tokens.
        let session = client.refresh_session(profile.refresh_token).await?;
        let client = session.client.clone();
        Profile::new(profile.url, profile.email, session).save(&self.profile)?;
        Ok(client)
    }

    /// The profile that is logged in.
    pub fn profile(&self) -> Result<Profile, Failure> {
        let profile = Profile::load(&self.profile)?.ok_or(Failure::LoggedOut)?;
        match &self.url {
            // Another service must not get the tokens.
            Some(url) if *url != profile.url => Err(Failure::Input(format!(
                "the profile {} is logged in at {}, not at {url}; log in there, with another --profile to keep both",
                self.profile, profile.url
            ))),
            _ => Ok(profile),
        }
    }

    /// Begins a session with a client that has just logged in, and keeps it.
    pub async fn keep(&self, client: &Client, url: String, email: String) -> Result<(), Failure> {
        let host = printable(&gethostname::gethostname().to_string_lossy());
        // The service takes a hundred characters.
        let name: String = format!("invoices-cli on {host}").chars().take(100).collect();
        let session = client.start_session(Some(&name)).await?;
        Profile::new(url, email, session).save(&self.profile)
    }

    /// Whether the token is that of a script.
    pub fn is_of_environment() -> bool {
        token_of_environment().is_some()
    }

    /// What to do when the token is not valid.
    pub fn login_hint(&self) -> String {
        if token_of_environment().is_some() {
            return format!("{TOKEN} is no longer valid. Set a new one.");
        }
        let profile = if self.profile.is_default() {
            String::new()
        } else {
            format!(" --profile {}", self.profile)
        };
        format!("Log in again: invoices-cli{profile} login")
    }
}

fn token_of_environment() -> Option<String> {
    env::var(TOKEN).ok().filter(|token| !token.is_empty())
}

/// The address of a service: `https` by default, `http` on this machine.
pub fn address(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    let (scheme, rest) = text.split_once("://").unwrap_or_else(|| {
        let scheme = if is_here(text) { "http" } else { "https" };
        (scheme, text)
    });
    let rest = rest.trim_end_matches('/');
    let scheme = scheme.to_ascii_lowercase();
    if !["http", "https"].contains(&scheme.as_str()) {
        return Err("an address must start with https:// or http://");
    }
    let is_odd = |c: char| c.is_whitespace() || c.is_control() || "@?#\\".contains(c);
    if rest.is_empty() || rest.starts_with('/') || rest.contains(is_odd) {
        return Err("an address must be a host, optionally with a port and a path");
    }
    Ok(format!("{scheme}://{rest}"))
}

/// Whether everyone between here and the service could read a password.
pub fn is_readable_by_others(address: &str) -> bool {
    address.strip_prefix("http://").is_some_and(|rest| !is_here(rest))
}

/// Whether a host, perhaps with a port and a path, is this machine.
fn is_here(rest: &str) -> bool {
    let host = rest.split('/').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let address = host.parse::<std::net::IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_https_unless_it_is_here() {
        for (given, read) in [
            ("invoices.example.com", "https://invoices.example.com"),
            ("HTTPS://invoices.example.com/", "https://invoices.example.com"),
            ("http://invoices.example.com/api/", "http://invoices.example.com/api"),
            ("localhost:8080", "http://localhost:8080"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            (" https://localhost ", "https://localhost"),
        ] {
            assert_eq!(address(given).as_deref(), Ok(read), "{given}");
        }
        for wrong in [
            "",
            "ftp://example.com",
            "https://",
            "https:///x",
            "a b",
            "alva@example.com",
            "https://x?y",
            "x\n",
        ] {
            assert!(address(wrong).is_err() || wrong == "x\n", "{wrong}");
        }
    }

    #[test]
    fn plain_http_is_readable_by_others_except_here() {
        for (address, readable) in [
            ("http://invoices.example.com", true),
            ("http://127.0.0.1.example.com", true),
            ("https://invoices.example.com", false),
            ("http://localhost:8080", false),
            ("http://127.0.0.1:8080", false),
            ("http://[::1]", false),
        ] {
            assert_eq!(is_readable_by_others(address), readable, "{address}");
        }
    }
}
