//! Creates the resources that the service needs in an AWS account, or reports what is missing.
//!
//! Every step is idempotent: it reads the current state and changes only what differs. It removes nothing that it did
//! not create.

mod bucket;
mod queue;
mod run;
mod topic;

use run::Provisioning;

use crate::provision::{ProvisionError, Provisioned, Resources};
use crate::sdk::connection::Aws;

/// Creates the resources, or with `dry_run` only reports what it would change.
pub async fn provision(aws: &Aws, resources: &Resources, dry_run: bool) -> Result<Provisioned, ProvisionError> {
    let mut run = Provisioning {
        aws,
        dry_run,
        steps: Vec::new(),
        unconfirmed: Vec::new(),
    };
    match provision_all(&mut run, resources).await {
        Ok((queue_url, topic_arn)) => Ok(Provisioned {
            steps: run.steps,
            queue_url,
            topic_arn,
        }),
        Err(error) => Err(run.failed(error)),
    }
}

/// Returns the queue's URL and the topic's ARN.
async fn provision_all(
    run: &mut Provisioning<'_>,
    resources: &Resources,
) -> Result<(Option<String>, Option<String>), ProvisionError> {
    let bucket_is_new = run.bucket(&resources.bucket).await?;
    let queue = run.queue(&resources.queue, &resources.bucket).await?;
    run.notification(
        &resources.bucket,
        bucket_is_new,
        queue.as_ref().map(|queue| queue.arn.as_str()),
        &resources.queue,
    )
    .await?;
    let topic_arn = run.topic(&resources.topic).await?;
    let (emails, endpoints) = (&resources.emails, &resources.push_endpoints);
    run.subscriptions(topic_arn.as_deref(), "email", emails).await?;
    run.subscriptions(topic_arn.as_deref(), "application", endpoints)
        .await?;
    Ok((queue.map(|queue| queue.url), topic_arn))
}
