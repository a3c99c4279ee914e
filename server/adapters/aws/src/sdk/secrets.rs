//! Mail tokens and passwords of PDFs in Secrets Manager.

use std::time::Duration;

use async_trait::async_trait;
use aws_sdk_secretsmanager::Client;
use aws_sdk_secretsmanager::config::http::HttpResponse;
use aws_sdk_secretsmanager::error::{ProvideErrorMetadata, SdkError};
use invoices_domain::mail::{AccountChange, MailAccounts};
use invoices_domain::ports::{Dependency, DependencyError, SecretError, Secrets};
use invoices_domain::{PasswordChange, PdfPasswords, UserId};
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
/// The label of a version that replaces the one that was read, before it is the current one.
const NEXT: &str = "INVOICES_DROPPED";
/// The name of a deleted secret is free again after a moment, so writing retries.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(200);

impl SecretNames {
    fn of(&self, user: UserId) -> String {
        format!("{}/{user}", self.0)
    }

    fn of_pdfs(&self, user: UserId) -> String {
        format!("{}/{user}/pdf", self.0)
    }
}

/// Mail tokens as one secret per user, named `<prefix>/<user id>`, and passwords of PDFs as another, `<prefix>/<user id>/pdf`.
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
    /// JSON, as [`MailAccounts`] or [`PdfPasswords`] writes it. Named as when it was always the first.
    #[serde(rename = "mail")]
    content: String,
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

    /// The content of a user's secret, with the id of its version. A JSON error may quote what it read, so it is dropped.
    async fn read<T>(
        &self,
        user: UserId,
        name: &str,
        from_json: impl Fn(&SecretString) -> Result<T, serde_json::Error>,
    ) -> Result<Option<(T, Option<String>)>, SecretError> {
        let got = self.client.get_secret_value().secret_id(name).send().await;
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
        let stored: StoredValue = serde_json::from_str(value.expose_secret()).map_err(|_| unexpected())?;
        let content = SecretString::from(stored.content);
        if stored.user != user {
            return Err(unexpected());
        }
        let content = from_json(&content).map_err(|_| unexpected())?;
        Ok(Some((content, got.version_id)))
    }

    async fn read_mail(&self, user: UserId) -> Result<Option<(MailAccounts, Option<String>)>, SecretError> {
        self.read(user, &self.names.of(user), MailAccounts::from_json).await
    }

    async fn read_passwords(&self, user: UserId) -> Result<Option<(PdfPasswords, Option<String>)>, SecretError> {
        self.read(user, &self.names.of_pdfs(user), PdfPasswords::from_json)
            .await
    }

    /// Stores the value as a new version, and makes that the current one only if the version that was read still is. Returns
    /// whether it did.
    async fn replace_version(&self, name: &str, read: String, value: &SecretString) -> Result<bool, DependencyError> {
        let stored = self
            .client
            .put_secret_value()
            .secret_id(name)
            .secret_string(value.expose_secret())
            .version_stages(NEXT)
            .send()
            .await;
        let version = match stored {
            Ok(stored) => stored.version_id,
            Err(error) => {
                return match secret_state(&error) {
                    SecretState::Absent | SecretState::Deleting => Ok(false),
                    _ => Err(dependency_error(Dependency::SecretStore, "PutSecretValue", &error)),
                };
            }
        };
        let moved = self
            .client
            .update_secret_version_stage()
            .secret_id(name)
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
            Err(error) => Err(dependency_error(
                Dependency::SecretStore,
                "UpdateSecretVersionStage",
                &error,
            )),
        }
    }

    /// Changes a secret that was read with this version, or that did not exist. `None` removes it. Returns whether it did: someone
    /// else may have changed it meanwhile.
    async fn change(
        &self,
        user: UserId,
        name: &str,
        version: Option<String>,
        json: Option<SecretString>,
    ) -> Result<bool, DependencyError> {
        let Some(json) = json else {
            return self.remove(name).await.map(|()| true);
        };
        let value = value(user, &json)?;
        match version {
            Some(version) => self.replace_version(name, version, &value).await,
            None => self.create(name, &value).await,
        }
    }

    /// Creates a secret. Returns whether it did: it may exist. The value of one that is marked for deletion is replaced.
    async fn create(&self, name: &str, value: &SecretString) -> Result<bool, DependencyError> {
        let created = self
            .client
            .create_secret()
            .name(name)
            .secret_string(value.expose_secret())
            .send()
            .await;
        match created {
            Ok(_) => Ok(true),
            Err(error) => match secret_state(&error) {
                SecretState::Present => Ok(false),
                SecretState::Deleting => {
                    self.restore(name).await?;
                    self.replace(name, value).await
                }
                _ => Err(dependency_error(Dependency::SecretStore, "CreateSecret", &error)),
            },
        }
    }

    /// Replaces a secret's value. Returns whether it did: a deletion without a recovery window takes a moment.
    async fn replace(&self, name: &str, value: &SecretString) -> Result<bool, DependencyError> {
        let put = self.client.put_secret_value().secret_id(name);
        match put.secret_string(value.expose_secret()).send().await {
            Ok(_) => Ok(true),
            Err(error) if !matches!(secret_state(&error), SecretState::Other) => Ok(false),
            Err(error) => Err(dependency_error(Dependency::SecretStore, "PutSecretValue", &error)),
        }
    }

    /// Removes a secret, if it exists.
    async fn remove(&self, name: &str) -> Result<(), DependencyError> {
        let mut tries = 0;
        loop {
            let deleted = self
                .client
                .delete_secret()
                .secret_id(name)
                .force_delete_without_recovery(true)
                .send()
                .await;
            let Err(error) = deleted else { return Ok(()) };
            tries += 1;
            match secret_state(&error) {
                SecretState::Absent => return Ok(()),
                // The recovery window would keep it.
                SecretState::Deleting if tries < TRIES => self.restore(name).await?,
                _ => return Err(dependency_error(Dependency::SecretStore, "DeleteSecret", &error)),
            }
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

fn not_free() -> DependencyError {
    DependencyError::new(Dependency::SecretStore, "the secret's name did not become free")
}

/// The value of a user's secret with this content.
fn value(user: UserId, content: &SecretString) -> Result<SecretString, DependencyError> {
    let content = content.expose_secret().to_owned();
    serde_json::to_string(&StoredValue { user, content })
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
    async fn mail_accounts(&self, user: UserId) -> Result<MailAccounts, SecretError> {
        let read = self.read_mail(user).await?;
        Ok(read.map(|(accounts, _)| accounts).unwrap_or_default())
    }

    async fn change_mail_accounts(&self, user: UserId, change: AccountChange) -> Result<MailAccounts, DependencyError> {
        let name = self.names.of(user);
        for tries in 1..=TRIES {
            let (before, version, is_damaged) = match self.read_mail(user).await {
                Ok(Some((accounts, version))) => (accounts, version, false),
                Ok(None) => (MailAccounts::default(), None, false),
                Err(SecretError::Dependency(error)) => return Err(error),
                Err(_) => (MailAccounts::default(), None, true),
            };
            let json = before.clone().with(change.clone()).to_json();
            if is_damaged && json.is_none() {
                return Ok(before);
            }
            if is_damaged {
                self.remove(&name).await?;
            }
            if self.change(user, &name, version, json).await? {
                return Ok(before);
            }
            tokio::time::sleep(PAUSE * tries).await;
        }
        Err(not_free())
    }

    async fn delete_mail_accounts(&self, user: UserId) -> Result<(), DependencyError> {
        self.remove(&self.names.of(user)).await
    }

    async fn pdf_passwords(&self, user: UserId) -> Result<PdfPasswords, SecretError> {
        let read = self.read_passwords(user).await?;
        Ok(read.map(|(passwords, _)| passwords).unwrap_or_default())
    }

    async fn change_pdf_passwords(&self, user: UserId, change: PasswordChange) -> Result<(), DependencyError> {
        let name = self.names.of_pdfs(user);
        for tries in 1..=TRIES {
            let (known, version) = match self.read_passwords(user).await {
                Ok(read) => read.unwrap_or_default(),
                Err(SecretError::Dependency(error)) => return Err(error),
                Err(_) => {
                    self.remove(&name).await?;
                    (PdfPasswords::default(), None)
                }
            };
            let passwords = known.with(change.clone());
            let json = (!passwords.is_empty()).then(|| passwords.to_json());
            if self.change(user, &name, version, json).await? {
                return Ok(());
            }
            tokio::time::sleep(PAUSE * tries).await;
        }
        Err(not_free())
    }

    /// Only reads: a secret costs money.
    async fn check(&self) -> Result<(), DependencyError> {
        match self.read_mail(UserId::random()).await {
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
