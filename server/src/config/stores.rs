//! Which engine keeps what: each has a setting of its own, and none stands in for another in silence.

use std::path::PathBuf;

use invoices_aws::{AwsSettings, Encryption, QueueSettings, S3Settings, SecretNames, TopicArn};
use invoices_local::{Email, FolderSettings, InvalidSetting, LocalTopic, Push, SecretsSettings};

use super::{Config, ConfigError, wrong};

/// Where originals are kept.
#[derive(Clone, Debug)]
pub enum ObjectsEngine {
    /// A folder of this machine.
    Folder(FolderSettings),
    /// A bucket.
    S3(S3Settings),
}

/// Where mail tokens are kept.
#[derive(Clone, Debug)]
pub enum SecretsEngine {
    /// Sealed files in a folder of this machine.
    Folder(SecretsSettings),
    /// Secrets Manager, under these names.
    SecretsManager(SecretNames),
}

/// Where notifications go, beyond the row of each.
#[derive(Debug)]
pub enum TopicEngine {
    /// To what this process sends itself, if anything. Boxed, since it holds the clients of both.
    Kept(Box<LocalTopic>),
    /// To a topic of SNS.
    Sns(TopicArn),
}

impl Config {
    /// Where originals are kept.
    pub fn objects(&self) -> Result<ObjectsEngine, ConfigError> {
        let (key, store) = ("objects.store", self.objects.store.as_str());
        if let Some(bucket) = store.strip_prefix("s3:") {
            let encryption = match &self.objects.encryption {
                Some(text) => text.parse().map_err(|error| wrong("objects.encryption", &error))?,
                None => Encryption::default(),
            };
            let settings = S3Settings::new(bucket, encryption).map_err(|error| wrong(key, &error))?;
            return Ok(ObjectsEngine::S3(settings));
        }
        let folder = self.folder(key, store, "objects", "s3:<bucket>")?;
        if self.objects.encryption.is_some() {
            return Err(wrong(
                "objects.encryption",
                &"a folder is not encrypted; it is for s3:<bucket>",
            ));
        }
        Ok(ObjectsEngine::Folder(FolderSettings { folder }))
    }

    /// Where mail tokens are kept.
    pub fn secrets(&self) -> Result<SecretsEngine, ConfigError> {
        let (key, store) = ("secrets.store", self.secrets.store.as_str());
        if let Some(prefix) = store.strip_prefix("secrets-manager:") {
            if self.secrets.key.is_some() || self.secrets.key_file.is_some() || !self.secrets.previous_keys.is_empty() {
                return Err(wrong(
                    "secrets.key",
                    &"Secrets Manager seals by itself; a key is for folder:<path>",
                ));
            }
            let names = prefix.parse().map_err(|error| wrong(key, &error))?;
            return Ok(SecretsEngine::SecretsManager(names));
        }
        Ok(SecretsEngine::Folder(SecretsSettings {
            key: self.secrets.key.clone(),
            key_file: self.secrets.key_file.clone(),
            previous_keys: self.secrets.previous_keys.clone(),
            ..SecretsSettings::in_folder(self.folder(key, store, "secrets", "secrets-manager:<prefix>")?)
        }))
    }

    /// Where notifications go.
    pub fn topic(&self) -> Result<TopicEngine, ConfigError> {
        let (key, store) = ("topic.store", self.topic.store.as_str());
        let outlet = |error: InvalidSetting| wrong(error.key, &error.problem);
        let email = Email::new(&self.email).map_err(outlet)?;
        let push = Push::new(&self.push).map_err(outlet)?;
        match store.split_once(':') {
            None if store == "kept" => Ok(TopicEngine::Kept(Box::new(LocalTopic::new(email, push)))),
            Some(("sns", _)) if email.is_some() || push.is_some() => Err(wrong(
                key,
                &"SNS sends to its own subscriptions; [email] and [push] are for kept",
            )),
            Some(("sns", arn)) => Ok(TopicEngine::Sns(arn.parse().map_err(|error| wrong(key, &error))?)),
            _ => Err(wrong(
                key,
                &format!("{store:?} is no topic; this build knows kept and sns:<topic ARN>"),
            )),
        }
    }

    /// The queue in which the bucket tells of new objects; `None` where nobody listens.
    pub fn inbox(&self) -> Result<Option<QueueSettings>, ConfigError> {
        let (key, queue) = ("inbox.queue", self.inbox.queue.as_str());
        if queue.is_empty() {
            return Ok(None);
        }
        let Some(url) = queue.strip_prefix("sqs:") else {
            return Err(wrong(
                key,
                &format!("{queue:?} is no queue; this build knows sqs:<queue URL>"),
            ));
        };
        let ObjectsEngine::S3(objects) = self.objects()? else {
            return Err(wrong(key, &"a bucket tells of its objects; objects.store is a folder"));
        };
        let settings = QueueSettings::new(url, &objects.bucket).map_err(|error| wrong(key, &error))?;
        Ok(Some(settings))
    }

    /// How to reach AWS, when any engine is there.
    pub fn aws(&self) -> Result<Option<&AwsSettings>, ConfigError> {
        let used = matches!(self.objects()?, ObjectsEngine::S3(_))
            || matches!(self.secrets()?, SecretsEngine::SecretsManager(_))
            || matches!(self.topic()?, TopicEngine::Sns(_));
        Ok(used.then_some(&self.aws))
    }

    fn folder(&self, key: &'static str, store: &str, default: &str, other: &str) -> Result<PathBuf, ConfigError> {
        let folder = match store.split_once(':') {
            None if store.is_empty() => self.data.join(default),
            Some(("folder", path)) if !path.is_empty() => PathBuf::from(path),
            _ => {
                return Err(wrong(
                    key,
                    &format!("{store:?} is no store; this build knows folder:<path> and {other}"),
                ));
            }
        };
        self.must_be_shared(key)?;
        Ok(folder)
    }
}
