//! The program's commands.

mod account;
mod answer;
mod channel;
mod completions;
mod correct;
mod delete;
mod discover;
mod export;
mod hand_over;
mod ingest;
mod join;
mod list;
mod login;
mod mailbox;
mod manual;
mod messages;
mod notifications;
mod open;
mod password;
mod preferences;
mod runs;
mod sessions;
mod show;
mod sources;
mod stats;
mod token;
mod webhooks;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::failure::{EXIT_CODES, Failure};
use crate::output::{ListOr, note};
use crate::session::Account;

/// Collects and lists the invoices in your mailbox, from a running invoice service.
///
/// Start with `invoices-cli login`. The session's tokens are stored in the configuration folder, readable only by you. Scripts
/// set `INVOICES_URL` and `INVOICES_TOKEN` instead, to a token of `invoices-cli token create`.
#[derive(Parser)]
#[command(name = "invoices-cli", version, max_term_width = 100, after_long_help = EXIT_CODES)]
struct Cli {
    #[command(flatten)]
    account: Account,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Login(login::Login),
    Signup(login::Signup),
    Logout(login::Logout),
    Whoami(account::Whoami),
    /// List, connect, name, pause and disconnect mailboxes
    Mailbox(ListOr<mailbox::Command>),
    Password(password::Password),
    Preferences(preferences::Preferences),
    /// List sessions, most recently used first, or end one
    Sessions(ListOr<sessions::Command>),
    /// List, create and revoke access tokens of scripts
    ///
    /// A script sets the token as `INVOICES_TOKEN` and needs no login.
    Token(ListOr<token::Command>),
    List(list::List),
    Show(show::Show),
    Open(open::Open),
    Correct(correct::Correct),
    Answer(answer::Answer),
    Delete(delete::Delete),
    Join(join::Join),
    Separate(join::Separate),
    Stats(stats::Stats),
    Ingest(ingest::Ingest),
    Runs(runs::Runs),
    HandOver(hand_over::HandOver),
    /// List messages with their outcome, to find out why an invoice is missing
    ///
    /// Lists the messages that ingests found, last received first, with their state and the reason.
    Messages(ListOr<messages::Command, messages::List>),
    /// List and change the landlords and vendors to collect from
    ///
    /// The operator's apply to all users, and can be disabled for the account. Those that you add apply only to you.
    Sources(ListOr<sources::Command>),
    Discover(discover::Discover),
    /// List notifications, newest first, or mark them as read
    Notifications(ListOr<notifications::Command, notifications::List>),
    /// List and change where your notifications go
    Channel(ListOr<channel::Command>),
    /// List and change the webhooks that events are sent to
    Webhooks(ListOr<webhooks::Command>),
    Export(export::Export),
    Completions(completions::Completions),
    Manual(manual::Manual),
}

/// Parses the command line and runs the command.
pub fn run() -> ExitCode {
    let Cli { account, command } = Cli::parse();
    let exit_code = match &command {
        Command::HandOver(_) => Failure::delivery_code,
        _ => Failure::exit_code,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let outcome = runtime
        .map_err(Failure::file("start"))
        .and_then(|runtime| runtime.block_on(command.run(&account)));
    let Err(failure) = outcome else {
        return ExitCode::SUCCESS;
    };
    let code = exit_code(&failure);
    if failure.needs_login() {
        note(format!("invoices-cli: {}", failure.line()));
        note(account.login_hint());
    } else if code != invoices_terminal::CLOSED {
        note(format!("invoices-cli: {}", failure.line()));
    }
    ExitCode::from(code)
}

impl Command {
    async fn run(self, account: &Account) -> Result<(), Failure> {
        match self {
            Command::Login(command) => command.run(account).await,
            Command::Signup(command) => command.run(account).await,
            Command::Logout(command) => command.run(account).await,
            Command::Password(command) => command.run(account).await,
            Command::Whoami(command) => command.run(&account.client().await?).await,
            Command::Mailbox(command) => command.run(&account.client().await?).await,
            Command::Preferences(command) => command.run(&account.client().await?).await,
            Command::Sessions(command) => command.run(&account.client().await?).await,
            Command::Token(command) => command.run(&account.client().await?).await,
            Command::List(command) => command.run(&account.client().await?).await,
            Command::Show(command) => command.run(&account.client().await?).await,
            Command::Open(command) => command.run(&account.client().await?).await,
            Command::Correct(command) => command.run(&account.client().await?).await,
            Command::Answer(command) => command.run(&account.client().await?).await,
            Command::Delete(command) => command.run(&account.client().await?).await,
            Command::Join(command) => command.run(&account.client().await?).await,
            Command::Separate(command) => command.run(&account.client().await?).await,
            Command::Stats(command) => command.run(&account.client().await?).await,
            Command::Ingest(command) => command.run(&account.client().await?).await,
            Command::Runs(command) => command.run(&account.client().await?).await,
            Command::HandOver(command) => command.run(account).await,
            Command::Messages(command) => command.run(&account.client().await?).await,
            Command::Sources(command) => command.run(&account.client().await?).await,
            Command::Discover(command) => command.run(&account.client().await?).await,
            Command::Notifications(command) => command.run(&account.client().await?).await,
            Command::Channel(command) => command.run(&account.client().await?).await,
            Command::Webhooks(command) => command.run(&account.client().await?).await,
            Command::Export(command) => command.run(&account.client().await?).await,
            Command::Completions(command) => command.run(Cli::command()),
            Command::Manual(command) => command.run(Cli::command()),
        }
    }
}
