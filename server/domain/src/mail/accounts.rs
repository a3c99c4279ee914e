//! The mail accounts of a user, and their stored form.

use secrecy::{ExposeSecret, SecretString};
use serde::de::Error;
use serde::{Deserialize, Serialize};

use super::credentials::{Credentials, MailAccount, MailSecret, StoredSecret};
use crate::ids::{MailAccountId, MailAddress, UserId};

/// The most mail accounts of a user. They are one secret, which Secrets Manager limits to 64 KiB.
pub const MAX_ACCOUNTS: usize = 10;

/// A user's entry in the secret store: the mail accounts in the order in which they were connected. An address is there once.
#[derive(Clone, Debug, Default)]
pub struct MailAccounts(Vec<MailSecret>);

/// Which mail account a user connects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectTo {
    /// The first: another account replaces it.
    First,
    /// The one with this id, again.
    Again(MailAccountId),
    /// One beside those that are connected.
    Another,
}

/// What changes of a user's mail accounts. The address names the account.
#[derive(Clone, Debug)]
pub enum AccountChange {
    /// It is connected. One with its address is renewed and keeps its name; else it replaces the first, or is another one.
    Connect {
        /// The account.
        secret: MailSecret,
        /// Whether it is another one.
        another: bool,
    },
    /// These credentials don't grant access any more. Others that were stored meanwhile stay.
    Drop(MailAccount),
    /// Its credentials were renewed: the account as it was, and what grants access now. Others that were stored meanwhile stay.
    Renew(MailAccount, Credentials),
    /// The user describes it.
    Edit(MailAddress, AccountEdit),
    /// It is removed.
    Disconnect(MailAddress),
}

/// What a user says about a mail account. `None` stays as it is.
#[derive(Clone, Debug, Default)]
pub struct AccountEdit {
    /// The name for it; an empty one removes it.
    pub name: Option<String>,
    /// Whether it is not to be read.
    pub paused: Option<bool>,
}

impl MailAccounts {
    /// The account with this address.
    pub fn of(&self, address: &MailAddress) -> Option<&MailSecret> {
        self.0.iter().find(|secret| secret.address == *address)
    }

    /// The account of the user with this id.
    pub fn with_id(&self, user: UserId, id: &MailAccountId) -> Option<&MailSecret> {
        self.0
            .iter()
            .find(|secret| MailAccountId::new(user, &secret.address) == *id)
    }

    /// The accounts.
    pub fn as_slice(&self) -> &[MailSecret] {
        &self.0
    }

    /// The accounts that are connected and not paused.
    pub fn readable(&self, user: UserId) -> Vec<MailAccount> {
        self.0.iter().filter_map(|secret| secret.readable(user)).collect()
    }

    /// Whether one is connected, be it paused.
    pub fn is_connected(&self) -> bool {
        self.0.iter().any(|secret| secret.credentials.is_some())
    }

    /// Whether it has these credentials.
    pub fn holds(&self, account: &MailAccount) -> bool {
        let known = self.of(&account.address).and_then(|secret| secret.credentials.as_ref());
        known.is_some_and(|known| known.is_same(&account.credentials))
    }

    /// The accounts after a change.
    #[must_use]
    pub fn with(mut self, change: AccountChange) -> Self {
        match change {
            AccountChange::Connect { secret, another } => self.connect(secret, another),
            AccountChange::Drop(dead) => {
                if self.holds(&dead) {
                    self.change(&dead.address, |secret| secret.credentials = None);
                }
            }
            AccountChange::Renew(before, renewed) => {
                if self.holds(&before) {
                    self.change(&before.address, |secret| secret.credentials = Some(renewed));
                }
            }
            AccountChange::Edit(address, edit) => self.change(&address, |secret| {
                if let Some(name) = edit.name {
                    secret.name = Some(name).filter(|name| !name.is_empty());
                }
                secret.paused = edit.paused.unwrap_or(secret.paused);
            }),
            AccountChange::Disconnect(address) => self.0.retain(|secret| secret.address != address),
        }
        self
    }

    fn connect(&mut self, new: MailSecret, another: bool) {
        let known = self.0.iter().position(|secret| secret.address == new.address);
        match known.or((!another && !self.0.is_empty()).then_some(0)) {
            Some(place) => {
                let before = &mut self.0[place];
                let name = before.name.take().filter(|_| before.address == new.address);
                *before = MailSecret { name, ..new };
            }
            None => self.0.push(new),
        }
    }

    fn change(&mut self, address: &MailAddress, change: impl FnOnce(&mut MailSecret)) {
        if let Some(secret) = self.0.iter_mut().find(|secret| secret.address == *address) {
            change(secret);
        }
    }

    /// The bytes to encrypt. `None` if there are none.
    pub fn to_json(&self) -> Option<SecretString> {
        let mut stored = self.0.iter().map(MailSecret::to_stored);
        let stored = StoredAccounts {
            first: stored.next()?,
            others: stored.collect(),
        };
        let json = serde_json::to_string(&stored).expect("a map of texts is JSON");
        Some(json.into())
    }

    /// From decrypted bytes.
    pub fn from_json(json: &SecretString) -> Result<Self, serde_json::Error> {
        let stored: StoredAccounts = serde_json::from_str(json.expose_secret())?;
        let stored = std::iter::once(stored.first).chain(stored.others);
        let accounts = stored.map(|stored| MailSecret::of_stored(stored).map_err(Error::custom));
        accounts.collect::<Result<_, _>>().map(MailAccounts)
    }
}

impl From<MailSecret> for MailAccounts {
    fn from(only: MailSecret) -> Self {
        MailAccounts(vec![only])
    }
}

/// The first account is where versions with one account a user look for it.
#[derive(Serialize, Deserialize)]
struct StoredAccounts {
    #[serde(flatten)]
    first: StoredSecret,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<StoredSecret>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::mail::{ConnectedBy, ImapLogin, ImapSecret, MailTokens};

    fn login(user: &str, password: &str) -> MailSecret {
        login_with(user, ImapSecret::Password(password.into()))
    }

    fn tokens(access_token: &str, refresh_token: &str) -> ImapSecret {
        ImapSecret::OAuth(MailTokens {
            access_token: access_token.into(),
            refresh_token: Some(refresh_token.into()),
            expires_at: "2026-07-01T12:00:00Z".parse().unwrap(),
            scope: vec!["mail".into()],
        })
    }

    fn login_with(user: &str, secret: ImapSecret) -> MailSecret {
        let login = ImapLogin {
            server: "example".into(),
            user: user.into(),
            secret,
        };
        MailSecret {
            address: user.parse().unwrap(),
            credentials: Some(Credentials::Imap(login)),
            connected_by: Some(ConnectedBy::Imap("example".into())),
            name: None,
            paused: false,
        }
    }

    fn connect(secret: MailSecret, another: bool) -> AccountChange {
        AccountChange::Connect { secret, another }
    }

    fn named(address: &MailAddress, name: &str) -> AccountChange {
        let name = Some(name.to_owned());
        AccountChange::Edit(address.clone(), AccountEdit { name, paused: None })
    }

    fn pause(address: &MailAddress) -> AccountChange {
        let paused = Some(true);
        AccountChange::Edit(address.clone(), AccountEdit { name: None, paused })
    }

    fn addresses(accounts: &MailAccounts) -> Vec<&str> {
        accounts.0.iter().map(|secret| secret.address.as_str()).collect()
    }

    #[test]
    fn a_secret_of_an_earlier_version_is_one_account_that_states_no_way_of_connecting() {
        let stored = r#"{"address": "alva@example.com", "access_token": "a", "expires_at": "2026-07-01T12:00:00Z"}"#;
        let accounts = MailAccounts::from_json(&stored.into()).unwrap();
        let [secret] = accounts.as_slice() else {
            panic!("{accounts:?}")
        };
        assert_eq!((secret.provider(), &secret.connected_by), (Some("google"), &None));
        let dead = MailSecret {
            credentials: None,
            ..secret.clone()
        };
        assert_eq!(dead.provider(), None);
    }

    #[test]
    fn an_earlier_version_finds_the_first_account() {
        let accounts =
            MailAccounts::from(login("alva@example.com", "1")).with(connect(login("bo@example.com", "2"), true));
        let json = accounts.to_json().unwrap();
        let first: StoredSecret = serde_json::from_str(json.expose_secret()).unwrap();
        assert_eq!(
            MailSecret::of_stored(first).unwrap().address.as_str(),
            "alva@example.com"
        );
        let read = MailAccounts::from_json(&json).unwrap();
        assert_eq!(addresses(&read), ["alva@example.com", "bo@example.com"]);
        assert!(!format!("{read:?}").contains("\"2\""));
    }

    #[test]
    fn a_login_of_an_earlier_version_has_a_password() {
        let stored = r#"{"address": "alva@example.com", "access_token": null, "imap": {"server": "example", "user": "alva",
            "password": "1"}, "connected_by": {"imap": "example"}}"#;
        let accounts = MailAccounts::from_json(&stored.into()).unwrap();
        let account = accounts.readable(UserId::random()).remove(0);
        let Credentials::Imap(login) = &account.credentials else {
            panic!("{account:?}")
        };
        assert!(login.secret.is_same(&ImapSecret::Password("1".into())));
        assert_eq!(accounts.as_slice()[0].provider(), Some("example"));
    }

    #[test]
    fn tokens_of_a_login_are_stored_as_an_earlier_version_reads_them() {
        let stored = login_with("alva@example.com", tokens("access", "refresh")).to_stored();
        let tokens = json!({"access_token": "access", "refresh_token": "refresh", "expires_at": "2026-07-01T12:00:00Z",
            "scope": ["mail"]});
        let imap = json!({"server": "example", "user": "alva@example.com", "oauth": tokens});
        assert_eq!(serde_json::to_value(stored).unwrap()["imap"], imap);
    }

    #[test]
    fn of_two_renewals_at_once_the_first_counts_and_a_new_consent_stays() {
        let owner = UserId::random();
        let accounts = MailAccounts::from(login_with("alva@example.com", tokens("access-1", "refresh-1")));
        let read = MailAccounts::from_json(&accounts.to_json().unwrap()).unwrap();
        let old = read.readable(owner).remove(0);
        assert_eq!(read.as_slice()[0].provider(), Some("example"));
        assert!(old.credentials.tokens().is_some() && !format!("{read:?}").contains("-1"));
        let renew = |secret| {
            let renewed = login_with("alva@example.com", secret).credentials.unwrap();
            AccountChange::Renew(old.clone(), renewed)
        };
        let renewed = read.with(renew(tokens("access-2", "refresh-2")));
        let renewed = renewed.with(renew(tokens("access-3", "refresh-3")));
        let renewed = MailAccounts::from_json(&renewed.to_json().unwrap()).unwrap();
        let secret = |accounts: &MailAccounts| match accounts.readable(owner).remove(0).credentials {
            Credentials::Imap(login) => login.secret,
            other @ Credentials::OAuth(_) => panic!("{other:?}"),
        };
        assert!(secret(&renewed).is_same(&tokens("access-2", "refresh-2")));
        let connected = connect(login("alva@example.com", "1"), false);
        let renewed = renewed.with(connected).with(renew(tokens("access-4", "refresh-4")));
        assert!(secret(&renewed).is_same(&ImapSecret::Password("1".into())));
        let gone = AccountChange::Disconnect(old.address.clone());
        let gone = renewed.with(gone).with(renew(tokens("access-5", "refresh-5")));
        assert!(gone.as_slice().is_empty());
    }

    #[test]
    fn what_is_known_of_an_account_outlives_its_credentials() {
        let (alva, owner) = (login("alva@example.com", "1"), UserId::random());
        let address = alva.address.clone();
        let accounts = MailAccounts::from(alva.clone()).with(named(&address, "Work"));
        let dead = accounts.readable(owner).remove(0);
        let newer = accounts.clone().with(connect(login("alva@example.com", "2"), false));
        let newer = newer.with(AccountChange::Drop(dead.clone()));
        assert!(newer.is_connected(), "newer credentials stay");
        let accounts = accounts.with(AccountChange::Drop(dead));
        let read = MailAccounts::from_json(&accounts.to_json().unwrap()).unwrap();
        let [secret] = read.as_slice() else { panic!("{read:?}") };
        assert!(secret.needs_reconnect() && !read.is_connected());
        assert_eq!(
            (secret.provider(), &secret.connected_by),
            (Some("example"), &alva.connected_by)
        );
        let again = read.with(connect(login("alva@example.com", "2"), true));
        assert_eq!(again.of(&address).unwrap().name.as_deref(), Some("Work"));
        assert_eq!(again.as_slice().len(), 1);
    }

    #[test]
    fn an_account_without_an_id_replaces_the_first() {
        let accounts = MailAccounts::default().with(connect(login("alva@example.com", "1"), false));
        let accounts = accounts.with(connect(login("bo@example.com", "2"), true));
        let accounts = accounts.with(connect(login("cleo@example.com", "3"), false));
        assert_eq!(addresses(&accounts), ["cleo@example.com", "bo@example.com"]);
        let accounts = accounts.with(connect(login("bo@example.com", "4"), false));
        assert_eq!(addresses(&accounts), ["cleo@example.com", "bo@example.com"]);
        let bo: MailAddress = "bo@example.com".parse().unwrap();
        let paused = accounts.clone().with(pause(&bo));
        assert_eq!(paused.readable(UserId::random()).len(), 1);
        assert!(accounts.with(AccountChange::Disconnect(bo.clone())).of(&bo).is_none());
    }
}
