//! `invoices demo`: everything, on free ports, driven through the SDK.

mod cloud;
mod drive;
mod expected;
mod outcome;
mod tables;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use chrono::Utc;
use invoices_domain::Landlord;
use invoices_domain::ports::SystemClock;
use invoices_sandbox::sample;
use invoices_sandbox::{Sandbox, SandboxHandle, SandboxSettings};
use tempfile::TempDir;

use self::cloud::{Cloud, CloudArgs};
use self::drive::Drive;
use self::expected::Expected;
use invoices_service::config::{Config, LogConfig, LogFormat, Role};
use invoices_service::logging;
use invoices_service::start::{self, Service};

/// Show everything on a mailbox of invented mails
///
/// Starts the service and a stand-in for the mail provider on free ports of this machine, with a mailbox of
/// invented mails: rent notices as PDF, receipts of every category, and noise. Then does what an app would do: signs
/// up, connects the mailbox, ingests, lists, deletes. Exits 0 only if what came out is what the mailbox holds.
///
/// With --engine cloud it runs on PostgreSQL, S3, SQS, SNS and Secrets Manager: on throwaway servers of this machine, with
/// moto in place of AWS, or on those that it is told.
///
/// With --mailbox it runs on other mails and tells of every one what became of it.
#[derive(clap::Args)]
pub struct Demo {
    /// A folder of .eml files to use in place of the invented mails
    #[arg(long, value_name = "FOLDER")]
    mailbox: Option<PathBuf>,

    /// A JSON list of vendors that takes the place of the built-in ones
    #[arg(long, value_name = "FILE", requires = "mailbox")]
    vendors: Option<PathBuf>,

    /// The sender of the rent notices in that mailbox
    #[arg(long, value_name = "SENDER", requires = "mailbox")]
    landlord: Option<String>,

    /// Words in the subject of the rent notices [default: any]
    #[arg(
        long,
        value_name = "TEXT",
        requires = "landlord",
        default_value = "",
        hide_default_value = true
    )]
    subject: String,

    /// What it runs on
    #[arg(long, value_enum, default_value_t = Engine::Local)]
    engine: Engine,

    #[command(flatten)]
    cloud: CloudArgs,

    /// Leave it running afterwards, and print its address and tokens
    #[arg(long)]
    keep: bool,

    /// Show the service's log as well: a filter such as info or debug
    #[arg(long, value_name = "FILTER", default_value = "error")]
    log: String,
}

/// A set of engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    /// SQLite, a folder, sealed files
    Local,
    /// PostgreSQL, S3, SQS, SNS, Secrets Manager
    Cloud,
}

/// What the demo runs on.
struct Stage {
    config: Config,
    sandbox: SandboxHandle,
    expected: Expected,
    /// Removed at the end.
    _data: TempDir,
    /// Stopped at the end.
    _cloud: Option<Cloud>,
}

impl Demo {
    /// Runs the demo. Exits 0 only if the result is as expected.
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        logging::start(&LogConfig {
            filter: self.log.clone(),
            format: LogFormat::Text,
        })?;
        let stage = self.set_up().await?;
        let app = start::app_at(&stage.config, Arc::new(SystemClock)).await?;
        let service = Service::start(&stage.config, app.clone(), true).await?;
        let address = service.address().ok_or("the demo answers requests")?;
        let base_url = format!("http://{address}");
        println!(
            "The service listens at {base_url}, the mail provider's stand-in at {}.\n",
            stage.sandbox.base_url()
        );
        let drive = Drive::new(&base_url, app, &stage.sandbox, &stage.expected)?;
        let problems = drive.run().await?;
        let code = if problems.is_empty() {
            println!("\nWhat came out is what the mailbox holds.");
            ExitCode::SUCCESS
        } else {
            println!("\nWhat came out is not what the mailbox holds:");
            for problem in &problems {
                println!("  - {problem}");
            }
            ExitCode::FAILURE
        };
        if self.keep {
            keep(&base_url, &drive, &stage.sandbox).await?;
        }
        service.stop().await;
        stage.sandbox.stop().await;
        Ok(code)
    }

    async fn set_up(&self) -> Result<Stage, Box<dyn Error>> {
        let data = tempfile::tempdir()?;
        let mut config = Config::in_folder(data.path())?;
        config.server.address = "127.0.0.1:0".parse()?;
        config.server.roles = vec![Role::Api, Role::Worker];
        let cloud = match self.engine {
            Engine::Local => None,
            Engine::Cloud => Some(self.cloud.start(&mut config).await?),
        };
        let (settings, mails) = match &self.mailbox {
            Some(folder) => {
                if !folder.is_dir() {
                    return Err(format!("{} is no folder", folder.display()).into());
                }
                config.retail.vendors_file.clone_from(&self.vendors);
                config.retail.replace_vendors = self.vendors.is_some();
                if let Some(sender) = &self.landlord {
                    config.rental.landlords = vec![Landlord {
                        sender: sender.parse()?,
                        subject: self.subject.clone(),
                    }];
                }
                (
                    SandboxSettings {
                        mailbox: Some(folder.clone()),
                        ..SandboxSettings::default()
                    },
                    None,
                )
            }
            None => {
                let sender = sample::LANDLORD.parse()?;
                config.rental.landlords = vec![Landlord {
                    sender,
                    subject: sample::RENT_SUBJECT.into(),
                }];
                let mails = sample::mailbox(Utc::now());
                (
                    SandboxSettings {
                        address: mails.address.to_owned(),
                        ..SandboxSettings::default()
                    },
                    Some(mails),
                )
            }
        };
        let sandbox = Sandbox::start(settings).await?;
        let base = sandbox.base_url();
        config.mail.gmail_url.clone_from(&base);
        // The sandbox counts nothing.
        config.mail.quota.user_units_per_minute = config.mail.quota.project_units_per_minute;
        config.mail.token_url = format!("{base}/token");
        config.mail.tokeninfo_url = format!("{base}/tokeninfo");
        config.mail.userinfo_url = format!("{base}/oauth2/v3/userinfo");
        config.mail.client_id = Some(sandbox.client().0.to_owned());
        config.mail.client_secret = Some(sandbox.client().1.to_owned().into());
        let expected = match (&self.mailbox, mails) {
            (Some(folder), _) => Expected::of_folder(folder, &config, Utc::now())?,
            (None, Some(mails)) => {
                mails.messages.iter().for_each(|mail| drop(sandbox.add(&mail.eml)));
                Expected::of_sample(&mails)
            }
            (None, None) => return Err("no mailbox".into()),
        };
        Ok(Stage {
            config,
            sandbox,
            expected,
            _data: data,
            _cloud: cloud,
        })
    }
}

async fn keep(base_url: &str, drive: &Drive<'_>, sandbox: &SandboxHandle) -> Result<(), Box<dyn Error>> {
    let tokens = sandbox.issue_tokens();
    println!("\nLeft running; stop with Ctrl-C.");
    println!("  address         {base_url}");
    println!("  bearer token    {}", drive.token());
    println!(
        "  mail account    {} access_token {} refresh_token {}",
        sandbox.address(),
        tokens.access,
        tokens.refresh
    );
    println!(
        "  try             curl -H 'Authorization: Bearer {}' {base_url}/v1/invoices/retail",
        drive.token()
    );
    tokio::signal::ctrl_c().await?;
    Ok(())
}
