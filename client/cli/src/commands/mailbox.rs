//! `invoices-cli mailbox`.

use std::time::Duration;

use invoices_client::Client;
use invoices_client::types::{
    ConnectBody, ConsentRedirect, DeviceConnectBody, DeviceState, FinishConnectBody, FinishDeviceBody, ImapLoginBody,
    MailAccount, MailAccountEditBody,
};
use invoices_terminal::{Listing, printable};
use serde_json::json;

use crate::consent;
use crate::failure::Failure;
use crate::output::{ListOr, Listed, line, time};
use crate::prompt;

#[derive(clap::Subcommand)]
pub enum Command {
    Connect(Connect),
    /// Change the name in the list
    Rename {
        #[command(flatten)]
        account: Listed,

        /// The new name; an empty one removes it
        name: String,
    },
    /// Leave a mailbox out of ingests until it is resumed
    Pause(Listed),
    /// Read a paused mailbox again
    Resume(Listed),
    /// Disconnect a mailbox. Its invoices stay
    Disconnect {
        #[command(flatten)]
        account: Listed,

        /// Don't ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

/// Connect a mailbox beside those that are connected, or one of them again
///
/// Prints the address of the mail provider's consent page, and waits until you have opened it in a browser on this machine and allowed
/// access. The browser returns to an address on this machine, which the operator must have registered with the provider.
///
/// With --imap it connects a mailbox at one of the configured IMAP servers with a password, without a browser. With --oauth the consent
/// page is that of a server's provider, such as Microsoft; with --device you type a code on any other device instead.
#[derive(clap::Args)]
pub struct Connect {
    /// The name of a configured IMAP server
    #[arg(long, value_name = "SERVER")]
    imap: Option<String>,

    /// The name of a configured IMAP server whose users sign in by consent
    #[arg(long, value_name = "SERVER", conflicts_with = "imap")]
    oauth: Option<String>,

    /// Type a code on another device instead of opening a page in a browser on this machine
    #[arg(long, requires = "oauth")]
    device: bool,

    /// The user name at that server, usually the e-mail address
    #[arg(long, value_name = "NAME", requires = "imap")]
    user: Option<String>,

    /// Read the password from the first line of standard input
    #[arg(long, requires = "imap")]
    password_stdin: bool,

    /// The id of the mailbox to connect again: another one is refused
    #[arg(long, value_name = "ID")]
    again: Option<String>,
}

/// The account beside those that are connected.
const NEW: &str = "new";

impl ListOr<Command> {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command {
            None => {
                let accounts = client.mail_account_list().await?.into_inner().data.accounts;
                self.list.print(&ACCOUNTS, &accounts, "No mailbox is connected.")
            }
            Some(Command::Connect(connect)) => connect.run(client).await,
            Some(Command::Rename { account, name }) => {
                let body = MailAccountEditBody {
                    name: Some(name),
                    paused: None,
                };
                edit(client, &account.id, &body).await
            }
            Some(Command::Pause(Listed { id })) => edit(client, &id, &paused(true)).await,
            Some(Command::Resume(Listed { id })) => edit(client, &id, &paused(false)).await,
            Some(Command::Disconnect { account, yes }) => {
                let known = client.mail_account_list().await?.into_inner().data.accounts;
                let known = known.into_iter().find(|known| known.account_id == account.id);
                let known = known.ok_or_else(|| Failure::Missing("there is no such mailbox".into()))?;
                let question = format!("Disconnect {}?", printable(&known.address));
                if !yes && !prompt::confirm(&question)? {
                    return line("Nothing is disconnected.");
                }
                client.mail_account_disconnect(&account.id).await?;
                line(format!("{}: disconnected.", known.address))
            }
        }
    }
}

impl Connect {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let account_id = self.again.or_else(|| Some(NEW.to_owned()));
        let message = if let Some(server) = self.imap {
            let body = ImapLoginBody {
                account_id,
                server,
                user: prompt::given_or_asked(self.user, "User name", None)?,
                password: prompt::password_of("Password", self.password_stdin)?,
            };
            client.mail_connect_imap(&body).await?.into_inner().data.message
        } else if let (Some(server), true) = (&self.oauth, self.device) {
            by_device(client, server.clone(), account_id).await?
        } else {
            by_page(client, self.oauth, account_id).await?
        };
        line(message)
    }
}

/// Connects by the consent page of Google or of this server's provider. Returns what happened.
async fn by_page(client: &Client, server: Option<String>, account_id: Option<String>) -> Result<String, Failure> {
    let begin = ConnectBody {
        redirect: Some(ConsentRedirect::Localhost),
        server,
    };
    let consent = client.mail_connect(&begin).await?.into_inner().data;
    let wait = Duration::from_secs(consent.expires_in);
    let code = consent::code(&consent.authorization_url, consent.state.expose(), wait).await?;
    let body = FinishConnectBody {
        account_id,
        code: code.into(),
        state: consent.state,
    };
    Ok(client.mail_connect_finish(&body).await?.into_inner().data.message)
}

/// Connects with a code that the user types elsewhere. The service says when the code has expired.
async fn by_device(client: &Client, server: String, account_id: Option<String>) -> Result<String, Failure> {
    let begun = client.mail_connect_device(&DeviceConnectBody { server }).await?;
    let begun = begun.into_inner().data;
    let (page, code) = (printable(&begun.verification_uri), printable(&begun.user_code));
    line(format!("Open {page} on any device and type the code {code}"))?;
    let body = FinishDeviceBody {
        account_id,
        state: begun.state,
    };
    let mut interval = begun.interval;
    loop {
        tokio::time::sleep(Duration::from_secs(interval)).await;
        let answer = client.mail_connect_device_finish(&body).await?.into_inner().data;
        if let DeviceState::Connected = answer.state {
            let address = answer.email.unwrap_or_default();
            return Ok(format!("The mail account {address} is connected."));
        }
        interval = answer.interval.unwrap_or(interval);
    }
}

fn paused(paused: bool) -> MailAccountEditBody {
    MailAccountEditBody {
        name: None,
        paused: Some(paused),
    }
}

async fn edit(client: &Client, id: &str, body: &MailAccountEditBody) -> Result<(), Failure> {
    let account = client.mail_account_edit(id, body).await?.into_inner().data;
    let name = account.name.map(|name| format!(" ({name})")).unwrap_or_default();
    line(format!("{}{name}: {}.", account.address, account.state))
}

const ACCOUNTS: Listing<MailAccount> = Listing {
    columns: &[
        ("address", |account| account.address.clone()),
        ("name", |account| account.name.clone().unwrap_or_default()),
        ("provider", |account| account.provider.clone().unwrap_or_default()),
        ("state", |account| account.state.to_string()),
        ("last read", last_read),
        ("next", |account| account.next_run_at.map(time).unwrap_or_default()),
        ("id", |account| account.account_id.clone()),
    ],
    right: &[],
    fields: &[
        ("account_id", |account| json!(account.account_id)),
        ("address", |account| json!(account.address)),
        ("name", |account| json!(account.name)),
        ("provider", |account| json!(account.provider)),
        ("state", |account| json!(account.state)),
        ("last_read_at", |account| {
            json!(account.last_run.as_ref().and_then(|run| run.finished_at))
        }),
        ("next_run_at", |account| json!(account.next_run_at)),
    ],
};

fn last_read(account: &MailAccount) -> String {
    let last = account.last_run.as_ref().and_then(|run| run.finished_at);
    last.map(time).unwrap_or_default()
}
