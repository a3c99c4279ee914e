//! The database, and the engines that store objects and secrets and publish notifications. Each has its own setting, without a fallback.

use std::path::PathBuf;

use invoices_aws::{Encryption, QueueSettings, S3Settings, SecretNames, TopicArn};
use invoices_db::DatabaseSettings;
use invoices_domain::Engine;
use invoices_local::{Access, Email, FolderSettings, InvalidSetting, LocalTopic, Push, SecretsSettings};
use invoices_settings::{AwsSettings, Config, ConfigError, Secret, invalid};

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

/// Who may read the files of this machine.
pub(crate) fn access(config: &Config) -> Access {
    if config.data_group_access {
        Access::Group
    } else {
        Access::Owner
    }
}

/// The database's settings.
pub(crate) fn database(config: &Config) -> DatabaseSettings {
    let database = &config.database;
    let url = if database.url.is_empty() {
        format!("sqlite:{}", config.data.join("invoices.db").display())
    } else {
        database.url.clone()
    };
    DatabaseSettings {
        password: database.password.clone().map(Secret::into_inner),
        ca_file: database.ca_file.clone(),
        verify_tls: database.verify_tls,
        connections: database.connections,
        connect_timeout: *database.connect_timeout_seconds,
        statement_timeout: *database.statement_timeout_seconds,
        lock_timeout: *database.lock_timeout_seconds,
        ..DatabaseSettings::new(url)
    }
}

/// The object storage of originals.
pub fn objects(config: &Config) -> Result<ObjectsEngine, ConfigError> {
    let (key, store) = ("objects.store", config.objects.store.as_str());
    if let Some(bucket) = store.strip_prefix("s3:") {
        require_aws(key)?;
        let encryption = match &config.objects.encryption {
            Some(text) => text.parse().map_err(|error| invalid("objects.encryption", &error))?,
            None => Encryption::default(),
        };
        let settings = S3Settings::new(bucket, encryption).map_err(|error| invalid(key, &error))?;
        return Ok(ObjectsEngine::S3(settings));
    }
    let folder = folder(config, key, store, "objects", "s3:<bucket>")?;
    if config.objects.encryption.is_some() {
        return Err(invalid(
            "objects.encryption",
            &"a folder is not encrypted; encryption is for s3:<bucket>",
        ));
    }
    Ok(ObjectsEngine::Folder(FolderSettings {
        folder,
        access: access(config),
    }))
}

/// The storage of mail tokens.
pub fn secrets(config: &Config) -> Result<SecretsEngine, ConfigError> {
    let (key, store) = ("secrets.store", config.secrets.store.as_str());
    if let Some(prefix) = store.strip_prefix("secrets-manager:") {
        require_aws(key)?;
        if config.secrets.key.is_some() || config.secrets.key_file.is_some() || !config.secrets.previous_keys.is_empty()
        {
            return Err(invalid(
                "secrets.key",
                &"Secrets Manager encrypts by itself; a key is for folder:<path>",
            ));
        }
        let names = prefix.parse().map_err(|error| invalid(key, &error))?;
        return Ok(SecretsEngine::SecretsManager(names));
    }
    Ok(SecretsEngine::Folder(SecretsSettings {
        access: access(config),
        key: config.secrets.key.clone().map(Secret::into_inner),
        key_file: config.secrets.key_file.clone(),
        previous_keys: config
            .secrets
            .previous_keys
            .iter()
            .cloned()
            .map(Secret::into_inner)
            .collect(),
        ..SecretsSettings::in_folder(folder(config, key, store, "secrets", "secrets-manager:<prefix>")?)
    }))
}

/// The publisher of notifications.
pub fn topic(config: &Config) -> Result<TopicEngine, ConfigError> {
    let (key, publisher) = ("topic.publisher", config.topic.publisher.as_str());
    let (email, push) = channels(config)?;
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
pub(crate) fn email(config: &Config) -> Result<Option<Email>, ConfigError> {
    Email::new(&config.email).map_err(invalid_outlet)
}

/// The channels of the local topic.
pub(crate) fn channels(config: &Config) -> Result<(Option<Email>, Option<Push>), ConfigError> {
    Ok((email(config)?, Push::new(&config.push).map_err(invalid_outlet)?))
}

#[allow(clippy::needless_pass_by_value, reason = "it is an argument of `map_err`")]
fn invalid_outlet(error: InvalidSetting) -> ConfigError {
    invalid(error.key, &error.problem)
}

/// Every invalid setting of notifications. [`topic`] reports the first.
pub(super) fn check_topic(config: &Config) -> Vec<ConfigError> {
    let (email, push) = (email(config).err(), Push::new(&config.push).err().map(invalid_outlet));
    let found: Vec<_> = email.into_iter().chain(push).collect();
    match topic(config) {
        Err(error) if found.is_empty() => vec![error],
        _ => found,
    }
}

/// The queue with the events of new objects. `None` if it is not configured.
pub fn object_events(config: &Config) -> Result<Option<QueueSettings>, ConfigError> {
    let (key, queue) = ("object_events.queue", config.object_events.queue.as_str());
    if queue.is_empty() {
        return Ok(None);
    }
    let Some(url) = queue.strip_prefix("sqs:") else {
        return Err(invalid(key, &format!("{queue:?} is unknown; expected sqs:<queue URL>")));
    };
    let ObjectsEngine::S3(objects) = objects(config)? else {
        return Err(invalid(key, &"only a bucket sends events; objects.store is a folder"));
    };
    let settings = QueueSettings::new(url, &objects.bucket).map_err(|error| invalid(key, &error))?;
    Ok(Some(settings))
}

/// The connection to AWS. `None` if no engine uses it.
pub fn aws(config: &Config) -> Result<Option<&AwsSettings>, ConfigError> {
    let used = matches!(objects(config)?, ObjectsEngine::S3(_))
        || matches!(secrets(config)?, SecretsEngine::SecretsManager(_))
        || matches!(topic(config)?, TopicEngine::Sns(_));
    Ok(used.then_some(&config.aws))
}

/// Refuses a folder or file on this machine if replicas on other machines need it too.
pub(super) fn must_be_shared(config: &Config, key: &'static str) -> Result<(), ConfigError> {
    if config.server.replicas > 1 && !config.server.shared_folders {
        return Err(invalid(
            key,
            &"it is only on this machine; with server.replicas above 1 all replicas need it",
        ));
    }
    Ok(())
}

fn folder(config: &Config, key: &'static str, store: &str, default: &str, other: &str) -> Result<PathBuf, ConfigError> {
    let folder = match store.split_once(':') {
        None if store.is_empty() => config.data.join(default),
        Some(("folder", path)) if !path.is_empty() => PathBuf::from(path),
        _ => {
            return Err(invalid(
                key,
                &format!("{store:?} is unknown; expected folder:<path> or {other}"),
            ));
        }
    };
    must_be_shared(config, key)?;
    Ok(folder)
}

fn require_aws(key: &'static str) -> Result<(), ConfigError> {
    engines::require(Engine::Aws).map_err(|source| ConfigError::MissingEngine { key, source })
}
