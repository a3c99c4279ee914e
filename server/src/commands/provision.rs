//! `invoices provision`.

use std::error::Error;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use invoices_aws::provision::{Resources, TOPIC};

use super::SettingsArgs;
use crate::config::ObjectsEngine;
use crate::start;

/// Make what the service's engines need elsewhere, or say what is missing
#[derive(Args)]
pub struct Provision {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Aws(ProvisionAws),
}

/// Make bucket, queues and topic in an account of AWS
///
/// The bucket is private and encrypted and tells the queue of new PDFs and mails under invoices/; what can't be read goes
/// to a dead-letter queue; the topic notifies of new invoices. Says in a line of each thing whether it is there or was
/// made, changes only what differs, and may run again at any time. Region and credentials are those of the settings
/// ([aws]) or of the environment. Ends with the lines for the settings file.
#[derive(Args)]
struct ProvisionAws {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The bucket of originals [default: that of objects.store]
    #[arg(long, value_name = "NAME")]
    bucket: Option<String>,

    /// The queue in which the bucket tells of new objects; the dead-letter queue has -dead after it
    #[arg(long, value_name = "NAME", default_value = "invoices-objects")]
    queue: String,

    /// The topic of notifications
    #[arg(long, value_name = "NAME", default_value = TOPIC)]
    topic: String,

    /// An operator's address that gets every notification, once it has confirmed; may be repeated
    #[arg(long = "email", value_name = "ADDRESS")]
    emails: Vec<String>,

    /// An operator's mobile push endpoint (ARN) that gets every notification; may be repeated
    #[arg(long = "push-endpoint", value_name = "ARN")]
    push_endpoints: Vec<String>,

    /// Change nothing; say what would be made
    #[arg(long)]
    dry_run: bool,
}

impl Provision {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let Command::Aws(command) = self.command;
        command.run().await
    }
}

impl ProvisionAws {
    async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let bucket = match (self.bucket, config.objects()) {
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
        let made = start::provision(&config, &wanted, self.dry_run).await?;
        for step in &made.steps {
            println!("{step}");
        }
        if let (Some(queue), Some(topic)) = (made.queue_url, made.topic_arn) {
            println!("\n# The service's settings for it:");
            println!("[objects]\nstore = \"s3:{}\"", wanted.bucket);
            println!("[secrets]\nstore = \"secrets-manager:invoices/mail\"");
            println!("[topic]\nstore = \"sns:{topic}\"");
            println!("[inbox]\nqueue = \"sqs:{queue}\"");
        }
        Ok(ExitCode::SUCCESS)
    }
}
