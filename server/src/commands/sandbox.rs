//! `invoices sandbox`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use invoices_sandbox::{Fault, Quota, Sandbox, SandboxSettings};

use super::output::Outcome;

/// A quota that is never used up in a minute.
const UNLIMITED: u64 = 1_200_000;

/// Serve a mailbox on disk over the mail provider's API
///
/// Lets you try the service on your own messages without an account. Reads the formats of mail programs and Google Takeout:
/// .eml files, Maildir, mbox, and folders of those. Indexes them at start and changes nothing. Prints settings for the service
/// and tokens to connect with. Google's client libraries work with it too.
#[derive(clap::Args)]
pub struct SandboxCommand {
    /// A folder of .eml files, a Maildir, an mbox file, or a folder of those
    #[arg(long, value_name = "PATH")]
    mailbox: PathBuf,

    /// The port to listen on. 0 is any free port
    #[arg(long, default_value_t = 0)]
    port: u16,

    /// The e-mail address of the mailbox
    #[arg(long, default_value = "alva@example.com")]
    address: String,

    /// Quota units per minute; calls above it are refused. The provider allows 6000 [default: unlimited]
    #[arg(long, value_name = "UNITS")]
    quota: Option<u64>,

    /// A fault, such as search-500, rate-limited=30, slow=2, token-revoked. May be repeated
    #[arg(long = "fault", value_name = "NAME")]
    faults: Vec<String>,
}

impl SandboxCommand {
    pub async fn run(self) -> Outcome {
        let faults = self
            .faults
            .iter()
            .map(|name| name.parse::<Fault>())
            .collect::<Result<Vec<_>, _>>()?;
        let settings = SandboxSettings {
            mailbox: Some(self.mailbox),
            address: self.address,
            port: self.port,
            quota: self.quota.map(|user| Quota {
                user,
                ..Quota::default()
            }),
            ..SandboxSettings::default()
        };
        let sandbox = Sandbox::start(settings).await?;
        for fault in faults {
            sandbox.fail(fault);
        }
        let (base, tokens, (client_id, client_secret)) = (sandbox.base_url(), sandbox.issue_tokens(), sandbox.client());
        let mut out = io::stdout();
        writeln!(out, "# Settings for the service:")?;
        writeln!(out, "[mail]")?;
        writeln!(out, "provider_url = \"{base}\"")?;
        writeln!(out, "client_id = \"{client_id}\"")?;
        writeln!(out, "client_secret = \"{client_secret}\"")?;
        writeln!(out, "[mail.quota]")?;
        writeln!(out, "user_units_per_minute = {}", self.quota.unwrap_or(UNLIMITED))?;
        writeln!(out, "\n# Connect {} with:", sandbox.address())?;
        writeln!(out, "# access_token  {}", tokens.access)?;
        writeln!(out, "# refresh_token {}", tokens.refresh)?;
        tokio::signal::ctrl_c().await?;
        sandbox.stop().await;
        Ok(ExitCode::SUCCESS)
    }
}
