//! The engines that store objects and secrets and publish notifications. Each has its own setting, without a fallback.

use std::path::PathBuf;

use invoices_aws::{AwsSettings, Encryption, QueueSettings, S3Settings, SecretNames, TopicArn};
use invoices_domain::Engine;
use invoices_local::{Email, FolderSettings, InvalidSetting, LocalTopic, Push, SecretsSettings};

use super::error::{ConfigError, invalid};
use super::settings::Config;
use crate::engines;

/// The object storage of originals.
#[derive(Clone, Debug)]
pub enum ObjectsEngine {
    /// A folder on this machine.
    Folder(FolderSettings),
    /// A bucket of S3.
    S3(S3Settings),
}

/// The storage of mail tokens.
#[derive(Clone, Debug)]
pub enum SecretsEngine {
    /// Encrypted files in a folder on this machine.
    Folder(SecretsSettings),
    /// Secrets Manager, with these names.
    SecretsManager(SecretNames),
}

/// The publisher of notifications. Each notification also has a row in the database.
#[derive(Debug)]
pub enum TopicEngine {
    /// This process sends e-mail and push itself if they are configured. Boxed, since it holds both clients.
    Local(Box<LocalTopic>),
    /// A topic of SNS.
    Sns(TopicArn),
}

impl Config {
    /// The object storage of originals.
    pub fn objects(&self) -> Result<ObjectsEngine, ConfigError> {
        let (key, store) = ("objects.store", self.objects.store.as_str());
        if let Some(bucket) = store.strip_prefix("s3:") {
            require_aws(key)?;
            let encryption = match &self.objects.encryption {
                Some(text) => text.parse().map_err(|error| invalid("objects.encryption", &error))?,
                None => Encryption::default(),
            };
            let settings = S3Settings::new(bucket, encryption).map_err(|error| invalid(key, &error))?;
            return Ok(ObjectsEngine::S3(settings));
        }
        let folder = self.folder(key, store, "objects", "s3:<bucket>")?;
        if self.objects.encryption.is_some() {
            return Err(invalid(
                "objects.encryption",
                &"a folder is not encrypted; encryption is for s3:<bucket>",
            ));
        }
        Ok(ObjectsEngine::Folder(FolderSettings {
            folder,
            access: self.access(),
        }))
    }

    /// The storage of mail tokens.
    pub fn secrets(&self) -> Result<SecretsEngine, ConfigError> {
        let (key, store) = ("secrets.store", self.secrets.store.as_str());
        if let Some(prefix) = store.strip_prefix("secrets-manager:") {
            require_aws(key)?;
            if self.secrets.key.is_some() || self.secrets.key_file.is_some() || !self.secrets.previous_keys.is_empty() {
                return Err(invalid(
                    "secrets.key",
                    &"Secrets Manager encrypts by itself; a key is for folder:<path>",
                ));
            }
            let names = prefix.parse().map_err(|error| invalid(key, &error))?;
            return Ok(SecretsEngine::SecretsManager(names));
        }
        Ok(SecretsEngine::Folder(SecretsSettings {
            access: self.access(),
            key: self.secrets.key.clone(),
            key_file: self.secrets.key_file.clone(),
            previous_keys: self.secrets.previous_keys.clone(),
            ..SecretsSettings::in_folder(self.folder(key, store, "secrets", "secrets-manager:<prefix>")?)
        }))
    }

    /// The publisher of notifications.
    pub fn topic(&self) -> Result<TopicEngine, ConfigError> {
        let (key, publisher) = ("topic.publisher", self.topic.publisher.as_str());
        let (email, push) = self.channels()?;
        match publisher.split_once(':') {
            None if publisher == "local" => Ok(TopicEngine::Local(Box::new(LocalTopic::new(email, push)))),
            Some(("sns", _)) if push.is_some() => {
                Err(invalid(key, &"SNS sends to its own subscriptions; [push] is for local"))
            }
            Some(("sns", arn)) => {
                require_aws(key)?;
                Ok(TopicEngine::Sns(arn.parse().map_err(|error| invalid(key, &error))?))
            }
            _ => Err(invalid(
                key,
                &format!("{publisher:?} is unknown; expected local or sns:<topic ARN>"),
            )),
        }
    }

    /// The mail server. `None` if the settings name none.
    pub(crate) fn email(&self) -> Result<Option<Email>, ConfigError> {
        Email::new(&self.email).map_err(|error| invalid(error.key, &error.problem))
    }

    /// The channels of the local topic.
    pub(crate) fn channels(&self) -> Result<(Option<Email>, Option<Push>), ConfigError> {
        let outlet = |error: InvalidSetting| invalid(error.key, &error.problem);
        let email = Email::new(&self.email).map_err(outlet)?;
        let push = Push::new(&self.push).map_err(outlet)?;
        Ok((email, push))
    }

    /// Every invalid setting of notifications. [`Config::topic`] reports the first.
    pub(super) fn check_topic(&self) -> Vec<ConfigError> {
        let (email, push) = (Email::new(&self.email).err(), Push::new(&self.push).err());
        let outlets = email.into_iter().chain(push);
        let found: Vec<_> = outlets.map(|error| invalid(error.key, &error.problem)).collect();
        match self.topic() {
            Err(error) if found.is_empty() => vec![error],
            _ => found,
        }
    }

    /// Every endpoint that is not the URL of a server.
    pub(super) fn check_urls(&self) -> Vec<ConfigError> {
        let urls = [
            ("aws.endpoint_url", &self.aws.endpoint_url),
            ("aws.objects_url", &self.aws.objects_url),
            ("aws.secrets_url", &self.aws.secrets_url),
            ("aws.queue_url", &self.aws.queue_url),
            ("aws.topic_url", &self.aws.topic_url),
            ("traces.endpoint", &self.traces.endpoint),
            ("accounts.reset_link", &self.accounts.reset_link),
            ("accounts.verify_link", &self.accounts.verify_link),
        ];
        let is_url = |text: &String| {
            let uri = text.parse::<http::Uri>().ok();
            let is_server =
                uri.is_some_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some());
            // The parser drops a fragment.
            is_server && !text.contains('#')
        };
        urls.into_iter()
            .filter(|(_, url)| !url.as_ref().is_none_or(is_url))
            .map(|(key, _)| invalid(key, &"is not an http or https address"))
            .collect()
    }

    /// The queue with the events of new objects. `None` if it is not configured.
    pub fn object_events(&self) -> Result<Option<QueueSettings>, ConfigError> {
        let (key, queue) = ("object_events.queue", self.object_events.queue.as_str());
        if queue.is_empty() {
            return Ok(None);
        }
        let Some(url) = queue.strip_prefix("sqs:") else {
            return Err(invalid(key, &format!("{queue:?} is unknown; expected sqs:<queue URL>")));
        };
        let ObjectsEngine::S3(objects) = self.objects()? else {
            return Err(invalid(key, &"only a bucket sends events; objects.store is a folder"));
        };
        let settings = QueueSettings::new(url, &objects.bucket).map_err(|error| invalid(key, &error))?;
        Ok(Some(settings))
    }

    /// The connection to AWS. `None` if no engine uses it.
    pub fn aws(&self) -> Result<Option<&AwsSettings>, ConfigError> {
        let used = matches!(self.objects()?, ObjectsEngine::S3(_))
            || matches!(self.secrets()?, SecretsEngine::SecretsManager(_))
            || matches!(self.topic()?, TopicEngine::Sns(_));
        Ok(used.then_some(&self.aws))
    }

    /// Refuses a folder or file on this machine if replicas on other machines need it too.
    pub(super) fn must_be_shared(&self, key: &'static str) -> Result<(), ConfigError> {
        if self.server.replicas > 1 && !self.server.shared_folders {
            return Err(invalid(
                key,
                &"it is only on this machine; with server.replicas above 1 all replicas need it",
            ));
        }
        Ok(())
    }

    fn folder(&self, key: &'static str, store: &str, default: &str, other: &str) -> Result<PathBuf, ConfigError> {
        let folder = match store.split_once(':') {
            None if store.is_empty() => self.data.join(default),
            Some(("folder", path)) if !path.is_empty() => PathBuf::from(path),
            _ => {
                return Err(invalid(
                    key,
                    &format!("{store:?} is unknown; expected folder:<path> or {other}"),
                ));
            }
        };
        self.must_be_shared(key)?;
        Ok(folder)
    }
}

fn require_aws(key: &'static str) -> Result<(), ConfigError> {
    engines::require(Engine::Aws).map_err(|source| ConfigError::MissingEngine { key, source })
}
