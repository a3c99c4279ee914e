//! Mail tokens in Secrets Manager.

use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use aws_sdk_secretsmanager::Client;
use aws_sdk_secretsmanager::config::http::HttpResponse;
use aws_sdk_secretsmanager::error::{ProvideErrorMetadata, SdkError};
use invoices_domain::UserId;
use invoices_domain::mail::MailSecret;
use invoices_domain::ports::{Dependency, DependencyError, Secrets};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::SettingError;
use crate::connection::Aws;
use crate::failure::failed;

const NOT_FOUND: &str = "ResourceNotFoundException";
const EXISTS: &str = "ResourceExistsException";
/// Said of a secret that is marked for deletion, and of much else.
const INVALID: &str = "InvalidRequestException";
/// A name that was just deleted is free again after moments.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(200);

/// What the secrets' names begin with: letters, digits and `/_+=.@-`, at most 200 of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretNames(String);

impl FromStr for SecretNames {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let prefix = text.trim_end_matches('/');
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"/_+=.@-".contains(&b);
        if prefix.is_empty() || prefix.len() > 200 || !prefix.bytes().all(plain) {
            return Err(SettingError(format!("{text:?} can't begin a secret's name")));
        }
        Ok(SecretNames(prefix.to_owned()))
    }
}

impl SecretNames {
    fn of(&self, user: UserId) -> String {
        format!("{}/{user}", self.0)
    }
}

/// Mail tokens as one secret a user, named `<prefix>/<user id>`.
///
/// A secret says whose it is: one that somebody copied to another user's name opens for neither. Deleting leaves no
/// recovery window.
#[derive(Clone, Debug)]
pub struct SecretsManager {
    client: Client,
    names: SecretNames,
}

/// What a secret's value is.
#[derive(Serialize, Deserialize)]
struct Kept {
    user: UserId,
    /// JSON, as [`MailSecret`] writes it.
    mail: String,
}

/// A value that is none of ours. It says nothing of what it is: that may be a secret all the same.
#[derive(Debug, thiserror::Error)]
#[error("the secret of {0} is not what was put there")]
struct NotOurs(UserId);

impl SecretsManager {
    /// Over a connection. Calls nothing.
    pub fn new(aws: &Aws, names: SecretNames) -> Self {
        SecretsManager {
            client: aws.secrets_manager(),
            names,
        }
    }

    /// Writes the value, under a name that may be there, absent, or on its way out.
    async fn write(&self, name: &str, value: &SecretString) -> Result<(), DependencyError> {
        for tries in 1..=TRIES {
            let created = self
                .client
                .create_secret()
                .name(name)
                .secret_string(value.expose_secret())
                .send()
                .await;
            let Err(error) = created else { return Ok(()) };
            match said(&error) {
                Said::Present => match self.replace(name, value).await? {
                    Said::Present => return Ok(()),
                    Said::Leaving => self.restore(name).await?,
                    // It went meanwhile.
                    Said::Absent | Said::Other => {}
                },
                Said::Leaving => self.restore(name).await?,
                Said::Absent | Said::Other => return Err(failed(Dependency::SecretStore, "CreateSecret", &error)),
            }
            tokio::time::sleep(PAUSE * tries).await;
        }
        Err(DependencyError::new(
            Dependency::SecretStore,
            "the secret's name did not become free",
        ))
    }

    /// Replaces a value, or says why there is none to replace.
    async fn replace(&self, name: &str, value: &SecretString) -> Result<Said, DependencyError> {
        let put = self
            .client
            .put_secret_value()
            .secret_id(name)
            .secret_string(value.expose_secret())
            .send()
            .await;
        match put {
            Ok(_) => Ok(Said::Present),
            Err(error) => match said(&error) {
                Said::Other => Err(failed(Dependency::SecretStore, "PutSecretValue", &error)),
                said => Ok(said),
            },
        }
    }

    /// Takes back a deletion that somebody scheduled with a recovery window; one without can't be taken back.
    async fn restore(&self, name: &str) -> Result<(), DependencyError> {
        match self.client.restore_secret().secret_id(name).send().await {
            Ok(_) => Ok(()),
            Err(error) if !matches!(said(&error), Said::Other) => Ok(()),
            Err(error) => Err(failed(Dependency::SecretStore, "RestoreSecret", &error)),
        }
    }
}

/// Where a name stands.
enum Said {
    Present,
    Absent,
    /// Marked for deletion.
    Leaving,
    Other,
}

fn said<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>) -> Said {
    match error.code() {
        Some(EXISTS) => Said::Present,
        Some(NOT_FOUND) => Said::Absent,
        Some(INVALID) if error.message().is_some_and(|words| words.contains("delet")) => Said::Leaving,
        _ => Said::Other,
    }
}

#[async_trait]
impl Secrets for SecretsManager {
    async fn get(&self, user: UserId) -> Result<Option<MailSecret>, DependencyError> {
        let got = self
            .client
            .get_secret_value()
            .secret_id(self.names.of(user))
            .send()
            .await;
        let value = match got {
            Ok(got) => got.secret_string.map(SecretString::from),
            Err(error) => {
                return match said(&error) {
                    Said::Absent | Said::Leaving => Ok(None),
                    Said::Present | Said::Other => Err(failed(Dependency::SecretStore, "GetSecretValue", &error)),
                };
            }
        };
        let not_ours = || DependencyError::new(Dependency::SecretStore, NotOurs(user));
        let value = value.ok_or_else(not_ours)?;
        // A JSON error may quote what it read, so it is not kept.
        let kept: Kept = serde_json::from_str(value.expose_secret()).map_err(|_| not_ours())?;
        let mail = SecretString::from(kept.mail);
        if kept.user != user {
            return Err(not_ours());
        }
        MailSecret::from_json(&mail).map(Some).map_err(|_| not_ours())
    }

    async fn put(&self, user: UserId, secret: &MailSecret) -> Result<(), DependencyError> {
        let mail = secret.to_json().expose_secret().to_owned();
        let value = serde_json::to_string(&Kept { user, mail })
            .map_err(|error| DependencyError::new(Dependency::SecretStore, error))?;
        self.write(&self.names.of(user), &value.into()).await
    }

    async fn delete(&self, user: UserId) -> Result<(), DependencyError> {
        let name = self.names.of(user);
        let mut tries = 0;
        loop {
            let deleted = self
                .client
                .delete_secret()
                .secret_id(&name)
                .force_delete_without_recovery(true)
                .send()
                .await;
            let Err(error) = deleted else { return Ok(()) };
            tries += 1;
            match said(&error) {
                Said::Absent => return Ok(()),
                // Its recovery window would keep it.
                Said::Leaving if tries < TRIES => self.restore(&name).await?,
                _ => return Err(failed(Dependency::SecretStore, "DeleteSecret", &error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lie_under_a_prefix() {
        let user = UserId::random();
        let names: SecretNames = "invoices/mail/".parse().unwrap();
        assert_eq!(names.of(user), format!("invoices/mail/{user}"));
        for text in ["", "/", "with space", "ä", &"a".repeat(201)] {
            assert!(text.parse::<SecretNames>().is_err(), "{text}");
        }
    }
}
