//! The cloud engines of the demo: PostgreSQL, and a simulation of AWS. `cargo xtask demo` starts both.

use std::error::Error;
use std::io::{self, Write};

use invoices_service::provision::{Resources, TOPIC};
use invoices_service::settings::Config;
use invoices_service::{Engine, engines, start};

/// The addresses of the servers.
#[derive(clap::Args)]
pub struct CloudArgs {
    /// An empty PostgreSQL database for --engine cloud
    #[arg(
        long,
        value_name = "URL",
        env = "INVOICES_DEMO_POSTGRES",
        required_if_eq("engine", "cloud")
    )]
    postgres: Option<String>,

    /// The address of a simulation of AWS, such as moto, for --engine cloud
    #[arg(
        long,
        value_name = "URL",
        env = "INVOICES_DEMO_AWS",
        required_if_eq("engine", "cloud")
    )]
    aws: Option<String>,
}

impl CloudArgs {
    /// Creates bucket, queue and topic, and changes the settings to use them and the database.
    pub async fn prepare(&self, config: &mut Config) -> Result<(), Box<dyn Error>> {
        for engine in [Engine::Aws, Engine::Postgres] {
            engines::require(engine)?;
        }
        config.database.url = self.postgres.clone().unwrap_or_default();
        config.aws.region = Some("eu-north-1".into());
        config.aws.access_key_id = Some("demo".into());
        config.aws.secret_access_key = Some("demo".to_owned().into());
        config.aws.endpoint_url = self.aws.as_deref().map(str::parse).transpose()?;
        config.aws.path_style = true;
        provision(config).await
    }
}

async fn provision(config: &mut Config) -> Result<(), Box<dyn Error>> {
    let wanted = Resources {
        bucket: format!("invoices-demo-{}", uuid::Uuid::new_v4().simple()),
        queue: "invoices-objects".into(),
        topic: TOPIC.into(),
        emails: Vec::new(),
        push_endpoints: Vec::new(),
    };
    let provisioned = start::provision(config, &wanted, false).await?;
    let (Some(queue), Some(topic)) = (provisioned.queue_url, provisioned.topic_arn) else {
        return Err("failed to create the queue or the topic".into());
    };
    config.objects.store = format!("s3:{}", wanted.bucket);
    config.secrets.store = "secrets-manager:invoices/mail".into();
    config.topic.publisher = format!("sns:{topic}");
    config.object_events.queue = format!("sqs:{queue}");
    let (mut out, bucket) = (io::stdout(), wanted.bucket);
    writeln!(
        out,
        "PostgreSQL keeps the rows, bucket {bucket} the originals, Secrets Manager the tokens."
    )?;
    writeln!(
        out,
        "The bucket sends events to {queue}, notifications go to {topic}.\n"
    )?;
    Ok(())
}
