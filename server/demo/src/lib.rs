//! `invoices demo`: the whole service on free ports of this machine, called through the SDK.

#![warn(
    clippy::print_stdout,
    reason = "`println!` panics when the reader of the output ends, as `head` does"
)]

mod cloud;
mod discovery;
mod expected;
mod outcome;
mod own;
mod scenario;
mod tables;

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::ExitCode;

use chrono::Utc;
use invoices_sandbox::{IssuedTokens, Sandbox, SandboxHandle, SandboxSettings, sample};
use invoices_service::settings::{Config, LogFormat, LogSettings, Role};
use invoices_service::start::{self, Service};
use invoices_service::{Landlord, Traces, logging};
use tempfile::TempDir;

use self::cloud::CloudArgs;
use self::expected::Expected;
use self::own::OwnMailbox;
use self::scenario::{Content, EMAIL, PASSWORD, Scenario};

type Outcome = Result<ExitCode, Box<dyn Error>>;

/// Run the whole service on a mailbox of invented messages
///
/// Starts the service and a simulated mail provider on free ports of this machine. The mailbox contains rent notices as PDF,
/// receipts of every category, and unrelated messages. The demo does what an app does: it signs up, connects the mailbox,
/// ingests, lists and deletes. Exits 0 only if the result is what the mailbox contains.
///
/// With --engine cloud it runs on PostgreSQL, S3, SQS, SNS and Secrets Manager, on the servers that --postgres and --aws name.
/// This needs a build with `--features full`.
///
/// With --mailbox it runs on your own messages and shows the outcome of each. It searches for shops and landlords among the
/// senders and adds them, unless --vendors lists the shops.
#[derive(clap::Args)]
pub struct Demo {
    /// An mbox file, a Maildir, a folder of .eml files or an archive of those, to use instead of the invented messages
    #[arg(long, value_name = "PATH")]
    mailbox: Option<PathBuf>,

    /// A JSON list of vendors that replace the built-in ones
    #[arg(long, value_name = "FILE", requires = "mailbox")]
    vendors: Option<PathBuf>,

    /// Write the unknown shops of that mailbox as a list for --vendors and the settings of a service
    #[arg(long, value_name = "FILE", requires = "mailbox")]
    write_vendors: Option<PathBuf>,

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

    /// The engines to run on
    #[arg(long, value_enum, default_value_t = Engine::Local)]
    engine: Engine,

    #[command(flatten)]
    cloud: CloudArgs,

    /// Keep the service running, and print its address and tokens
    #[arg(long)]
    keep: bool,

    /// The filter of the service's log, such as info or debug
    #[arg(long, value_name = "FILTER", default_value = "error")]
    log: String,
}

/// A set of engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    /// SQLite, a folder, encrypted files
    Local,
    /// PostgreSQL, S3, SQS, SNS, Secrets Manager
    Cloud,
}

/// What one run of the demo needs.
struct Setup {
    config: Config,
    sandbox: SandboxHandle,
    content: Content,
    /// Removed when dropped.
    _data: TempDir,
}

impl Demo {
    /// Runs the demo. Exits 0 only if the result is as expected.
    pub fn run(self) -> Pin<Box<dyn Future<Output = Outcome>>> {
        Box::pin(self.demonstrate())
    }

    async fn demonstrate(self) -> Outcome {
        let log = LogSettings {
            filter: self.log.clone(),
            format: LogFormat::Text,
        };
        logging::start(&log, &Traces::default())?;
        let setup = self.set_up().await?;
        let app = start::app(&setup.config).await?;
        let service = Service::start(&setup.config, app.clone()).await?;
        let address = service.address().ok_or("the service has no address")?;
        let base_url = format!("http://{address}");
        writeln!(
            io::stdout(),
            "The service listens at {base_url}, the simulated mail provider at {}.\n",
            setup.sandbox.base_url()
        )?;
        let scenario = Scenario::sign_up(&base_url, app, &setup.sandbox).await?;
        let problems = scenario.run(&setup.content).await?;
        let code = report(&problems)?;
        if self.keep {
            keep(&base_url, &scenario, &setup.sandbox).await?;
        }
        service.stop().await;
        setup.sandbox.stop().await;
        Ok(code)
    }

    async fn set_up(&self) -> Result<Setup, Box<dyn Error>> {
        let data = tempfile::tempdir()?;
        let mut config = Config::in_folder(data.path());
        config.server.address = "127.0.0.1:0".parse()?;
        config.server.roles = vec![Role::Api, Role::Worker];
        if self.engine == Engine::Cloud {
            self.cloud.prepare(&mut config).await?;
        }
        let (sandbox, content) = match &self.mailbox {
            Some(path) => self.own_mailbox(path, &mut config).await?,
            None => sample_mailbox(&mut config).await?,
        };
        use_sandbox(&mut config, &sandbox)?;
        Ok(Setup {
            config,
            sandbox,
            content,
            _data: data,
        })
    }

    /// A mailbox with the user's own messages.
    async fn own_mailbox(&self, path: &Path, config: &mut Config) -> Result<(SandboxHandle, Content), Box<dyn Error>> {
        let mailbox = OwnMailbox::open(path)?;
        config.retail.vendors_file.clone_from(&self.vendors);
        config.retail.replace_vendors = self.vendors.is_some();
        if let Some(sender) = &self.landlord {
            config.rental.landlords = vec![Landlord {
                sender: sender.parse()?,
                subject: self.subject.clone(),
            }];
        }
        let settings = SandboxSettings {
            mailbox: Some(mailbox.served.clone()),
            ..SandboxSettings::default()
        };
        let content = Content::Own {
            mailbox,
            accept: self.vendors.is_none(),
            write_vendors: self.write_vendors.clone(),
        };
        Ok((Sandbox::start(settings).await?, content))
    }
}

/// A mailbox with the invented messages.
async fn sample_mailbox(config: &mut Config) -> Result<(SandboxHandle, Content), Box<dyn Error>> {
    config.rental.landlords = vec![Landlord {
        sender: sample::LANDLORD.parse()?,
        subject: sample::RENT_SUBJECT.into(),
    }];
    let mails = sample::mailbox(Utc::now());
    let sandbox = Sandbox::start(SandboxSettings::default()).await?;
    for mail in &mails {
        sandbox.add(&mail.eml);
    }
    Ok((sandbox, Content::Known(Expected::of_sample(&mails))))
}

fn use_sandbox(config: &mut Config, sandbox: &SandboxHandle) -> Result<(), Box<dyn Error>> {
    config.mail.provider_url = Some(sandbox.base_url().parse()?);
    config.mail.use_provider();
    config.mail.client_id = Some(sandbox.client().0.to_owned());
    config.mail.client_secret = Some(sandbox.client().1.to_owned().into());
    // The sandbox has no quota.
    config.mail.quota.user_units_per_minute = config.mail.quota.project_units_per_minute;
    Ok(())
}

/// Prints the result.
fn report(problems: &[String]) -> io::Result<ExitCode> {
    if problems.is_empty() {
        writeln!(io::stdout(), "\nThe result is what the mailbox contains.")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(io::stdout(), "\nThe result differs from what the mailbox contains:")?;
    for problem in problems {
        writeln!(io::stdout(), "  - {problem}")?;
    }
    Ok(ExitCode::FAILURE)
}

async fn keep(base_url: &str, scenario: &Scenario<'_>, sandbox: &SandboxHandle) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    writeln!(out, "\nThe service keeps running; stop it with Ctrl-C.")?;
    writeln!(out, "  page            {base_url}/")?;
    writeln!(out, "  login           {EMAIL}, password: {PASSWORD}")?;
    writeln!(out, "  bearer token    {}", scenario.token)?;
    let IssuedTokens { access, refresh } = sandbox.issue_tokens();
    let address = sandbox.address();
    writeln!(
        out,
        "  mail account    {address} access_token {access} refresh_token {refresh}"
    )?;
    let header = format!("Authorization: Bearer {}", scenario.token);
    writeln!(
        out,
        "  try             curl -H '{header}' {base_url}/v1/invoices/retail"
    )?;
    tokio::signal::ctrl_c().await?;
    Ok(())
}
