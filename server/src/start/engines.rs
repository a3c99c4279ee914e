//! Opens the engines that the settings name.

use std::sync::Arc;

use invoices_aws::provision::{self, Provisioned, Resources};
use invoices_aws::{Aws, S3Objects, SecretsManager, SnsTopic, SqsInbox};
use invoices_domain::ports::{Objects, Secrets, Topic};
use invoices_local::{FolderObjects, SealedSecrets};

use super::{StartError, failed};
use crate::config::{Config, ObjectsEngine, SecretsEngine, TopicEngine};

/// What keeps originals and tokens, and tells of invoices.
pub(super) struct Engines {
    pub objects: Arc<dyn Objects>,
    pub secrets: Arc<dyn Secrets>,
    pub topic: Arc<dyn Topic>,
}

/// Opens all of them. One that is only half configured is an error.
pub(super) async fn open(config: &Config) -> Result<Engines, StartError> {
    let settings = |error| failed("use the settings")(error);
    let aws = match config.aws().map_err(settings)? {
        Some(aws) => Some(Aws::connect(aws).await.map_err(failed("connect to AWS"))?),
        None => None,
    };
    // `Config::aws` is there for whoever needs it below.
    let aws = || {
        aws.as_ref()
            .ok_or_else(|| failed("connect to AWS")("no engine asked for it"))
    };
    let objects: Arc<dyn Objects> = match config.objects().map_err(settings)? {
        ObjectsEngine::Folder(folder) => {
            Arc::new(FolderObjects::open(&folder).map_err(failed("open the objects' folder"))?)
        }
        ObjectsEngine::S3(bucket) => {
            let opened = S3Objects::open(aws()?, bucket).await;
            Arc::new(opened.map_err(failed("open the objects' bucket"))?)
        }
    };
    let secrets: Arc<dyn Secrets> = match config.secrets().map_err(settings)? {
        SecretsEngine::Folder(folder) => {
            Arc::new(SealedSecrets::open(&folder).map_err(failed("open the secrets' folder"))?)
        }
        SecretsEngine::SecretsManager(names) => Arc::new(SecretsManager::new(aws()?, names)),
    };
    let topic: Arc<dyn Topic> = match config.topic().map_err(settings)? {
        TopicEngine::Kept(rows) => Arc::new(*rows),
        TopicEngine::Sns(arn) => Arc::new(SnsTopic::new(aws()?, arn)),
    };
    Ok(Engines {
        objects,
        secrets,
        topic,
    })
}

/// The queue in which the bucket tells of its objects, where the settings name one.
pub async fn inbox(config: &Config) -> Result<Option<SqsInbox>, StartError> {
    let settings = |error| failed("use the settings")(error);
    let (Some(queue), Some(aws)) = (config.inbox().map_err(settings)?, config.aws().map_err(settings)?) else {
        return Ok(None);
    };
    let aws = Aws::connect(aws).await.map_err(failed("connect to AWS"))?;
    Ok(Some(SqsInbox::new(&aws, queue)))
}

/// Makes what the engines need in an account of AWS, or with `dry_run` only looks.
pub async fn provision(config: &Config, wanted: &Resources, dry_run: bool) -> Result<Provisioned, StartError> {
    let aws = Aws::connect(&config.aws).await.map_err(failed("connect to AWS"))?;
    provision::provision(&aws, wanted, dry_run)
        .await
        .map_err(failed("make what is missing"))
}
