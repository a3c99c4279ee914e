//! `invoices provision`.

use std::error::Error as _;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use invoices_service::provision::{ProvisionError, Resources, Step, TOPIC};
use invoices_service::start::{self, ObjectsEngine, StartError};
use invoices_service::{Engine, engines};

use super::args::SettingsArgs;
use super::output::Outcome;

/// Create cloud resources for the service, or list those that are missing
#[derive(Args)]
pub struct Provision {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Aws(ProvisionAws),
}

/// Create bucket, queues and topic in an AWS account
///
/// The bucket is private and encrypted. It sends events for new PDFs and messages under invoices/ to the queue. Unreadable
/// events go to a dead-letter queue. The topic publishes notifications of new invoices. The command prints one line per
/// resource, changes only differences, and can be run again at any time. Region and credentials come from the settings ([aws])
/// or from the environment. The last lines are for the settings file.
#[derive(Args)]
struct ProvisionAws {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The bucket of originals [default: the bucket of objects.store]
    #[arg(long, value_name = "NAME")]
    bucket: Option<String>,

    /// The queue of object events. The name of the dead-letter queue ends in -dead
    #[arg(long, value_name = "NAME", default_value = "invoices-objects")]
    queue: String,

    /// The topic of notifications
    #[arg(long, value_name = "NAME", default_value = TOPIC)]
    topic: String,

    /// An operator's e-mail address that receives every notification after confirmation. May be repeated
    #[arg(long = "email", value_name = "ADDRESS")]
    emails: Vec<String>,

    /// An operator's mobile push endpoint (ARN) that receives every notification. May be repeated
    #[arg(long = "push-endpoint", value_name = "ARN")]
    push_endpoints: Vec<String>,

    /// Print what would be created and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// The steps that ran before provisioning failed.
fn steps_before(error: &StartError) -> &[Step] {
    let source = error
        .source()
        .and_then(|source| source.downcast_ref::<ProvisionError>());
    source.map_or(&[], |error| &error.steps)
}

impl Provision {
    pub async fn run(self) -> Outcome {
        let Command::Aws(command) = self.command;
        command.run().await
    }
}

impl ProvisionAws {
    async fn run(self) -> Outcome {
        engines::require(Engine::Aws)?;
        let config = self.settings.load()?;
        let bucket = match (self.bucket, start::objects(&config)) {
            (Some(bucket), _) => bucket,
            (None, Ok(ObjectsEngine::S3(settings))) => settings.bucket,
            (None, _) => return Err("no bucket: give --bucket, or set objects.store to s3:<bucket>".into()),
        };
        let wanted = Resources {
            bucket,
            queue: self.queue,
            topic: self.topic,
            emails: self.emails,
            push_endpoints: self.push_endpoints,
        };
        let provisioned = start::provision(&config, &wanted, self.dry_run).await;
        let steps = match &provisioned {
            Ok(provisioned) => &provisioned.steps,
            // What was made before the failure stays.
            Err(error) => steps_before(error),
        };
        let mut out = io::stdout();
        for step in steps {
            writeln!(out, "{step}")?;
        }
        let provisioned = provisioned?;
        if let (Some(queue), Some(topic)) = (provisioned.queue_url, provisioned.topic_arn) {
            writeln!(out, "\n# Settings for the service:")?;
            writeln!(out, "[objects]\nstore = \"s3:{}\"", wanted.bucket)?;
            writeln!(out, "[secrets]\nstore = \"secrets-manager:invoices/mail\"")?;
            writeln!(out, "[topic]\npublisher = \"sns:{topic}\"")?;
            writeln!(out, "[object_events]\nqueue = \"sqs:{queue}\"")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
