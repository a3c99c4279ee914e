//! `invoices sandbox`.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use invoices_sandbox::{Fault, Quota, Sandbox, SandboxSettings};

/// A budget that nobody spends in a minute: this machine's mailbox costs nothing.
const UNCOUNTED: u64 = 1_200_000;

/// Serve a mailbox on disk as the mail provider would
///
/// Answers the provider's API on this machine over mails of yours, so that the service can be tried without an account.
/// It takes what mail programs and Google Takeout write: .eml files, Maildir, mbox, and folders of any of those. They are
/// indexed at start and read from where they are; nothing is changed. Prints the settings that point the service at it,
/// and tokens to connect with. Google's client libraries work with it as well.
#[derive(clap::Args)]
pub struct SandboxCommand {
    /// A folder of .eml files, a Maildir, an mbox file, or a folder of those
    #[arg(long, value_name = "PATH")]
    mailbox: PathBuf,

    /// The port to listen on; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    port: u16,

    /// The mailbox's address
    #[arg(long, default_value = "alva@example.com")]
    address: String,

    /// Turns away what passes so many quota units a minute, as the provider does with 6000; without it nothing is counted
    #[arg(long, value_name = "UNITS")]
    quota: Option<u64>,

    /// Something that goes wrong, such as search-500, rate-limited=30, slow=2, token-revoked; may be repeated
    #[arg(long = "fault", value_name = "NAME")]
    faults: Vec<String>,
}

impl SandboxCommand {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
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
        println!("# The service's settings for this mailbox:");
        println!("[mail]");
        println!("gmail_url = \"{base}\"");
        println!("token_url = \"{base}/token\"");
        println!("tokeninfo_url = \"{base}/tokeninfo\"");
        println!("userinfo_url = \"{base}/oauth2/v3/userinfo\"");
        println!("client_id = \"{client_id}\"");
        println!("client_secret = \"{client_secret}\"");
        println!("[mail.quota]");
        println!("user_units_per_minute = {}", self.quota.unwrap_or(UNCOUNTED));
        println!("\n# Connect {} with:", sandbox.address());
        println!("# access_token  {}", tokens.access);
        println!("# refresh_token {}", tokens.refresh);
        tokio::signal::ctrl_c().await?;
        sandbox.stop().await;
        Ok(ExitCode::SUCCESS)
    }
}
