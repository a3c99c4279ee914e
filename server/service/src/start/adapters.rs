//! Opens the adapters that the settings name. No other module names a concrete adapter.

use std::sync::Arc;

use invoices_app::{AdapterMetrics, Ports};
use invoices_aws::provision::{Provisioned, Resources};
use invoices_aws::{S3Settings, SecretNames};
use invoices_dkim::Dkim;
use invoices_domain::ports::{Clock, Objects, Secrets, SystemClock, Topic};
use invoices_gmail::{Gmail, GmailMetrics};
use invoices_imap::{ConsentContext, Imap, ImapMetrics};
use invoices_local::{
    Email, FolderObjects, FolderSecrets, Keyring, LocalMailer, LocalTopic, Push, RotationReport, WebhookSender,
};
use invoices_settings::{Config, ConfigError, GmailSettings, Secret};
use secrecy::SecretString;

use super::aws::{Aws, EventQueue};
use super::error::{StartError, failed};
use super::mailboxes::Mailboxes;
use super::settings::{self, ObjectsEngine, SecretsEngine, TopicEngine};
use super::store::migrated_store;
use crate::reader::{ReaderMetrics, ReaderPool, SignatureCheck};

const GMAIL: &str = "use the mail provider's settings";
const IMAP: &str = "use the settings of IMAP servers";

/// The mail provider's client. Connects to nothing yet.
pub(crate) fn gmail(config: &Config, clock: Arc<dyn Clock>) -> Result<Gmail, StartError> {
    Gmail::new(gmail_settings(config), clock).map_err(failed(GMAIL))
}

/// Every invalid setting of the mail provider.
pub(super) fn check_gmail(config: &Config) -> Vec<StartError> {
    let problems = invoices_gmail::problems(&gmail_settings(config)).into_iter();
    let problems: Vec<_> = problems.map(|problem| failed(GMAIL)(problem)).collect();
    if problems.is_empty() {
        gmail(config, Arc::<SystemClock>::default()).err().into_iter().collect()
    } else {
        problems
    }
}

/// The client of the IMAP servers. Connects to nothing yet.
fn imap(config: &Config, secrets: Arc<dyn Secrets>, clock: Arc<dyn Clock>) -> Result<Imap, StartError> {
    let context = ConsentContext {
        callback_url: config.mail.callback_url.clone(),
        localhost_callback_url: config.mail.localhost_callback_url.clone(),
        secrets,
        clock,
    };
    Imap::new(&config.imap, context).map_err(failed(IMAP))
}

/// Every invalid setting of the IMAP servers.
pub(super) fn check_imap(config: &Config) -> Vec<StartError> {
    let problems = invoices_imap::problems(&config.imap).into_iter();
    problems.map(|problem| failed(IMAP)(problem)).collect()
}

fn gmail_settings(config: &Config) -> GmailSettings {
    let mail = config.mail.clone();
    // This process's part of the project's quota.
    GmailSettings {
        quota: mail.quota.clone().share(config.server.replicas),
        ..mail
    }
}

/// Opens every adapter and the database.
pub(super) async fn ports(config: &Config, clock: Arc<dyn Clock>) -> Result<(Ports, Renewable), StartError> {
    let gmail = Arc::new(gmail(config, Arc::clone(&clock))?);
    let reader = ReaderPool::new(config.reader.clone()).map_err(failed("find the reader program"))?;
    let reader = Arc::new(reader);
    let dkim = Dkim::new(config.pipeline.dns_server, Arc::clone(&clock)).map_err(failed("use the name servers"))?;
    let mailer = Arc::new(LocalMailer::new(settings::email(config).map_err(settings)?));
    let mut renewable = Renewable {
        gmail: Arc::clone(&gmail),
        mailer: Arc::clone(&mailer),
        secrets: None,
        topic: None,
    };
    let aws = match settings::aws(config).map_err(settings)? {
        Some(aws) => Some(Aws::connect(aws).await?),
        None => None,
    };
    let secrets = secrets(config, aws.as_ref(), &mut renewable)?;
    let imap = Arc::new(imap(config, Arc::clone(&secrets), Arc::clone(&clock))?);
    let provider = gmail.metrics().clone();
    let metrics = metrics(
        gmail.metrics().clone(),
        imap.metrics().clone(),
        reader.metrics().clone(),
    );
    let ports = Ports {
        objects: objects(config, aws.as_ref()).await?,
        secrets,
        topic: topic(config, aws.as_ref(), &mut renewable)?,
        webhooks: Arc::new(WebhookSender::new(config.webhooks.clone())),
        store: migrated_store(config).await?,
        mailbox: Arc::new(Mailboxes {
            gmail: Arc::clone(&gmail),
            imap: Arc::clone(&imap),
        }),
        mail_servers: imap,
        mailer,
        sender_check: Arc::new(SignatureCheck::new(Arc::clone(&reader), dkim)),
        identity: gmail,
        metrics,
        provider_problem: Arc::new(move || provider.problem()),
        reader,
        clock,
    };
    Ok((ports, renewable))
}

/// The adapters whose secrets can be replaced while the service runs.
#[derive(Clone)]
pub struct Renewable {
    gmail: Arc<Gmail>,
    mailer: Arc<LocalMailer>,
    /// `None` with Secrets Manager.
    secrets: Option<FolderSecrets>,
    /// `None` with SNS.
    topic: Option<Arc<LocalTopic>>,
}

/// New secrets of the adapters, none of which is in use yet.
pub(super) struct RenewedSecrets {
    client_id: Option<String>,
    client_secret: Option<SecretString>,
    keys: Option<Keyring>,
    email: Option<Email>,
    channels: Option<(Option<Email>, Option<Push>)>,
}

impl Renewable {
    /// Reads the secrets again. Engines that the settings replaced since the start keep theirs.
    pub(super) fn read(&self, config: &Config) -> Result<RenewedSecrets, StartError> {
        let keys = match (&self.secrets, settings::secrets(config).map_err(settings)?) {
            (Some(secrets), SecretsEngine::Folder(folder)) => {
                let keys = secrets.load_keys(&folder);
                Some(keys.map_err(failed("load the keys that encrypt mail tokens"))?)
            }
            _ => None,
        };
        let is_local =
            self.topic.is_some() && matches!(settings::topic(config).map_err(settings)?, TopicEngine::Local(_));
        let channels = is_local
            .then(|| settings::channels(config))
            .transpose()
            .map_err(settings)?;
        Ok(RenewedSecrets {
            client_id: config.mail.client_id.clone(),
            client_secret: config.mail.client_secret.clone().map(Secret::into_inner),
            keys,
            email: settings::email(config).map_err(settings)?,
            channels,
        })
    }

    /// Uses them from now on. Returns the settings that changed, as far as the adapters can tell.
    pub(super) fn replace(&self, renewed: RenewedSecrets) -> Vec<&'static str> {
        let mut changed = Vec::new();
        if self
            .gmail
            .replace_client_secret(renewed.client_id, renewed.client_secret)
        {
            changed.push("mail.client_secret");
        }
        if let (Some(secrets), Some(keys)) = (&self.secrets, renewed.keys)
            && secrets.replace_keys(keys)
        {
            changed.push("secrets.key");
        }
        self.mailer.replace(renewed.email);
        if let (Some(topic), Some((email, push))) = (&self.topic, renewed.channels) {
            topic.replace(email, push);
        }
        changed
    }
}

fn metrics(gmail: GmailMetrics, imap: ImapMetrics, reader: ReaderMetrics) -> AdapterMetrics {
    Arc::new(move |registry| {
        gmail.register(registry);
        imap.register(registry);
        reader.register(registry);
    })
}

async fn objects(config: &Config, aws: Option<&Aws>) -> Result<Arc<dyn Objects>, StartError> {
    Ok(match settings::objects(config).map_err(settings)? {
        ObjectsEngine::Folder(folder) => {
            Arc::new(FolderObjects::open(&folder).map_err(failed("open the objects' folder"))?)
        }
        ObjectsEngine::S3(bucket) => connected(aws)?.objects(bucket).await?,
    })
}

/// The object storage without the other adapters. Creates nothing: an error if the folder is missing.
pub(crate) async fn existing_objects(config: &Config) -> Result<Arc<dyn Objects>, StartError> {
    Ok(match settings::objects(config).map_err(settings)? {
        ObjectsEngine::Folder(folder) => {
            Arc::new(FolderObjects::open_existing(&folder).map_err(failed("open the objects' folder"))?)
        }
        ObjectsEngine::S3(bucket) => Aws::connect(&config.aws).await?.objects(bucket).await?,
    })
}

/// The same, and creates a missing folder.
pub(crate) async fn created_objects(config: &Config) -> Result<Arc<dyn Objects>, StartError> {
    let aws = match settings::objects(config).map_err(settings)? {
        ObjectsEngine::Folder(_) => None,
        ObjectsEngine::S3(_) => Some(Aws::connect(&config.aws).await?),
    };
    objects(config, aws.as_ref()).await
}

fn secrets(config: &Config, aws: Option<&Aws>, renewable: &mut Renewable) -> Result<Arc<dyn Secrets>, StartError> {
    Ok(match settings::secrets(config).map_err(settings)? {
        SecretsEngine::Folder(folder) => {
            let secrets = FolderSecrets::open(&folder).map_err(failed("open the secrets' folder"))?;
            // The copy has the same keys.
            renewable.secrets = Some(secrets.clone());
            Arc::new(secrets)
        }
        SecretsEngine::SecretsManager(names) => connected(aws)?.secrets(names),
    })
}

fn topic(config: &Config, aws: Option<&Aws>, renewable: &mut Renewable) -> Result<Arc<dyn Topic>, StartError> {
    Ok(match settings::topic(config).map_err(settings)? {
        TopicEngine::Local(local) => {
            let local = Arc::new(*local);
            renewable.topic = Some(Arc::clone(&local));
            local
        }
        TopicEngine::Sns(arn) => connected(aws)?.topic(arn),
    })
}

/// The queue with the events of new objects. `None` if the settings name none.
pub(super) async fn event_queue(config: &Config) -> Result<Option<EventQueue>, StartError> {
    let queue = settings::object_events(config).map_err(settings)?;
    let (Some(queue), Some(aws)) = (queue, settings::aws(config).map_err(settings)?) else {
        return Ok(None);
    };
    Ok(Some(Aws::connect(aws).await?.event_queue(queue)))
}

/// Creates what the engines need in an AWS account. With `dry_run` changes nothing.
pub async fn provision(config: &Config, wanted: &Resources, dry_run: bool) -> Result<Provisioned, StartError> {
    Aws::connect(&config.aws).await?.provision(wanted, dry_run).await
}

/// Encrypts with the first key what previous keys encrypted. `None` if no folder stores the secrets.
pub fn rotate_secrets(config: &Config) -> Result<Option<RotationReport>, StartError> {
    match settings::secrets(config).map_err(settings)? {
        SecretsEngine::Folder(folder) => {
            let store = FolderSecrets::open_existing(&folder).map_err(failed("open the secrets' folder"))?;
            Ok(Some(store.rotation().clone()))
        }
        SecretsEngine::SecretsManager(_) => Ok(None),
    }
}

/// Reads an object that does not exist from a bucket. Changes nothing.
pub(crate) async fn check_bucket(config: &Config, bucket: S3Settings) -> Result<(), StartError> {
    let objects = Aws::connect(&config.aws).await?.objects(bucket).await?;
    objects.check().await.map_err(failed("read from the bucket"))
}

/// Reads a secret that does not exist from Secrets Manager. Changes nothing.
pub(crate) async fn check_secrets_manager(config: &Config, names: SecretNames) -> Result<(), StartError> {
    let secrets = Aws::connect(&config.aws).await?.secrets(names);
    secrets.check().await.map_err(failed("read from Secrets Manager"))
}

fn settings(error: ConfigError) -> StartError {
    failed("use the settings")(error)
}

/// `Config::aws` returns settings if any engine uses AWS, so the connection exists.
fn connected(aws: Option<&Aws>) -> Result<&Aws, StartError> {
    aws.ok_or_else(|| failed("connect to AWS")("no engine uses it"))
}
