//! Mail tokens in Secrets Manager.

use std::time::Duration;

use async_trait::async_trait;
use aws_sdk_secretsmanager::Client;
use aws_sdk_secretsmanager::config::http::HttpResponse;
use aws_sdk_secretsmanager::error::{ProvideErrorMetadata, SdkError};
use invoices_domain::UserId;
use invoices_domain::mail::{Credentials, MailSecret};
use invoices_domain::ports::{Dependency, DependencyError, SecretError, Secrets};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::sdk::call_error::dependency_error;
use crate::sdk::connection::Aws;
use crate::settings::SecretNames;

const NOT_FOUND: &str = "ResourceNotFoundException";
const EXISTS: &str = "ResourceExistsException";
/// The code for a secret that is marked for deletion, among other errors.
const INVALID: &str = "InvalidRequestException";
/// The code for a version that does not have the label that is to be moved, among other errors.
const INVALID_PARAMETER: &str = "InvalidParameterException";
/// The label of the version that is read.
const CURRENT: &str = "AWSCURRENT";
/// The label of a version without tokens, before it is the current one.
const DROPPED: &str = "INVOICES_DROPPED";
/// The name of a deleted secret is free again after a moment, so writing retries.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(200);

impl SecretNames {
    fn of(&self, user: UserId) -> String {
        format!("{}/{user}", self.0)
    }
}

/// Mail tokens as one secret per user, named `<prefix>/<user id>`.
///
/// A secret contains its user's id, so that a secret copied to another user's name is refused. Deletion has no recovery
/// window.
#[derive(Clone, Debug)]
pub struct SecretsManager {
    client: Client,
    names: SecretNames,
}

/// The value of a secret.
#[derive(Serialize, Deserialize)]
struct StoredValue {
    user: UserId,
    /// JSON, as [`MailSecret`] writes it.
    mail: String,
}

/// A value that this adapter did not write. The error does not contain the value, which may be secret.
#[derive(Debug, thiserror::Error)]
#[error("the secret of {0} has unexpected content")]
struct UnexpectedValue(UserId);

impl SecretsManager {
    /// Makes no call.
    pub fn new(aws: &Aws, names: SecretNames) -> Self {
        SecretsManager {
            client: aws.secrets_manager(),
            names,
        }
    }

    /// A user's secret, with the id of its version.
    async fn read(&self, user: UserId) -> Result<Option<(MailSecret, Option<String>)>, SecretError> {
        let got = self
            .client
            .get_secret_value()
            .secret_id(self.names.of(user))
            .send()
            .await;
        let got = match got {
            Ok(got) => got,
            Err(error) => {
                return match secret_state(&error) {
                    SecretState::Absent | SecretState::Deleting => Ok(None),
                    SecretState::Present | SecretState::Other => {
                        Err(dependency_error(Dependency::SecretStore, "GetSecretValue", &error).into())
                    }
                };
            }
        };
        let unexpected = || SecretError::Damaged(UnexpectedValue(user).into());
        let value = got.secret_string.map(SecretString::from).ok_or_else(unexpected)?;
        // A JSON error may quote what it read, so it is dropped.
        let stored: StoredValue = serde_json::from_str(value.expose_secret()).map_err(|_| unexpected())?;
        let mail = SecretString::from(stored.mail);
        if stored.user != user {
            return Err(unexpected());
        }
        let secret = MailSecret::from_json(&mail).map_err(|_| unexpected())?;
        Ok(Some((secret, got.version_id)))
    }

    /// Writes the value. The secret may exist, not exist, or be marked for deletion.
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
            match secret_state(&error) {
                SecretState::Present => match self.replace(name, value).await? {
                    SecretState::Present => return Ok(()),
                    SecretState::Deleting => self.restore(name).await?,
                    // It was deleted meanwhile.
                    SecretState::Absent | SecretState::Other => {}
                },
                SecretState::Deleting => self.restore(name).await?,
                SecretState::Absent | SecretState::Other => {
                    return Err(dependency_error(Dependency::SecretStore, "CreateSecret", &error));
                }
            }
            tokio::time::sleep(PAUSE * tries).await;
        }
        Err(DependencyError::new(
            Dependency::SecretStore,
            "the secret's name did not become free",
        ))
    }

    /// Replaces the value, and returns the secret's state.
    async fn replace(&self, name: &str, value: &SecretString) -> Result<SecretState, DependencyError> {
        let put = self
            .client
            .put_secret_value()
            .secret_id(name)
            .secret_string(value.expose_secret())
            .send()
            .await;
        match put {
            Ok(_) => Ok(SecretState::Present),
            Err(error) => match secret_state(&error) {
                SecretState::Other => Err(dependency_error(Dependency::SecretStore, "PutSecretValue", &error)),
                state => Ok(state),
            },
        }
    }

    /// Cancels a deletion with a recovery window. One without can't be cancelled.
    async fn restore(&self, name: &str) -> Result<(), DependencyError> {
        match self.client.restore_secret().secret_id(name).send().await {
            Ok(_) => Ok(()),
            Err(error) if !matches!(secret_state(&error), SecretState::Other) => Ok(()),
            Err(error) => Err(dependency_error(Dependency::SecretStore, "RestoreSecret", &error)),
        }
    }
}

/// The value of a user's secret.
fn value(user: UserId, secret: &MailSecret) -> Result<SecretString, DependencyError> {
    let mail = secret.to_json().expose_secret().to_owned();
    serde_json::to_string(&StoredValue { user, mail })
        .map(SecretString::from)
        .map_err(|error| DependencyError::new(Dependency::SecretStore, error))
}

/// The state of a secret, by error code.
enum SecretState {
    Present,
    Absent,
    /// Marked for deletion.
    Deleting,
    Other,
}

fn secret_state<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>) -> SecretState {
    match error.code() {
        Some(EXISTS) => SecretState::Present,
        Some(NOT_FOUND) => SecretState::Absent,
        Some(INVALID) if error.message().is_some_and(|words| words.contains("delet")) => SecretState::Deleting,
        _ => SecretState::Other,
    }
}

#[async_trait]
impl Secrets for SecretsManager {
    async fn get(&self, user: UserId) -> Result<Option<MailSecret>, SecretError> {
        Ok(self.read(user).await?.map(|(secret, _)| secret))
    }

    /// Stores the secret without the tokens as a new version, and makes that the current one only if the version that was
    /// read still is.
    async fn drop_credentials(&self, user: UserId, dead: &Credentials) -> Result<bool, SecretError> {
        let Some((secret, read)) = self.read(user).await? else {
            return Ok(false);
        };
        let (Some(secret), Some(read)) = (secret.without(dead), read) else {
            return Ok(false);
        };
        let name = self.names.of(user);
        let stored = self
            .client
            .put_secret_value()
            .secret_id(&name)
            .secret_string(value(user, &secret)?.expose_secret())
            .version_stages(DROPPED)
            .send()
            .await;
        let version = match stored {
            Ok(stored) => stored.version_id,
            Err(error) => {
                return match secret_state(&error) {
                    SecretState::Absent | SecretState::Deleting => Ok(false),
                    _ => Err(dependency_error(Dependency::SecretStore, "PutSecretValue", &error).into()),
                };
            }
        };
        let moved = self
            .client
            .update_secret_version_stage()
            .secret_id(&name)
            .version_stage(CURRENT)
            .remove_from_version_id(read)
            .set_move_to_version_id(version)
            .send()
            .await;
        match moved {
            Ok(_) => Ok(true),
            // Another version is the current one, or the secret was deleted.
            Err(error) if error.code() == Some(INVALID_PARAMETER) => Ok(false),
            Err(error) if !matches!(secret_state(&error), SecretState::Other) => Ok(false),
            Err(error) => Err(dependency_error(Dependency::SecretStore, "UpdateSecretVersionStage", &error).into()),
        }
    }

    async fn put(&self, user: UserId, secret: &MailSecret) -> Result<(), DependencyError> {
        self.write(&self.names.of(user), &value(user, secret)?).await
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
            match secret_state(&error) {
                SecretState::Absent => return Ok(()),
                // The recovery window would keep it.
                SecretState::Deleting if tries < TRIES => self.restore(&name).await?,
                _ => return Err(dependency_error(Dependency::SecretStore, "DeleteSecret", &error)),
            }
        }
    }

    /// Only reads: a secret costs money.
    async fn check(&self) -> Result<(), DependencyError> {
        match self.read(UserId::random()).await {
            Ok(_) | Err(SecretError::Damaged(_)) => Ok(()),
            Err(SecretError::Dependency(error)) => Err(error),
            Err(error) => Err(DependencyError::new(Dependency::SecretStore, error)),
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
