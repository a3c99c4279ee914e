//! The program's commands.

mod account;
mod completions;
mod delete;
mod discover;
mod ingest;
mod list;
mod login;
mod manual;
mod notifications;
mod open;
mod runs;
mod show;
mod sources;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use invoices_client::Client;

use crate::failure::{EXIT_CODES, Failure};
use crate::output::note;
use crate::session::Account;

/// Collects and lists the invoices in your mailbox, from a running invoice service.
///
/// Begin with `invoices-cli login`. The access token is kept in the configuration folder, readable by you alone. Scripts set
/// `INVOICES_URL` and `INVOICES_TOKEN` instead.
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
    List(list::List),
    Show(show::Show),
    Open(open::Open),
    Delete(delete::Delete),
    Ingest(ingest::Ingest),
    Runs(runs::Runs),
    Sources(sources::Sources),
    Discover(discover::Discover),
    Notifications(notifications::Notifications),
    Completions(completions::Completions),
    Manual(manual::Manual),
}

/// Parses the command line and runs the command.
pub fn run() -> ExitCode {
    let Cli { account, command } = Cli::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let outcome = runtime
        .map_err(Failure::file("start"))
        .and_then(|runtime| runtime.block_on(command.run(&account)));
    let Err(failure) = outcome else {
        return ExitCode::SUCCESS;
    };
    let code = failure.exit_code();
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
        let client = || -> Result<Client, Failure> { account.client() };
        match self {
            Command::Login(command) => command.run(account).await,
            Command::Signup(command) => command.run(account).await,
            Command::Logout(command) => command.run(account),
            Command::Whoami(command) => command.run(&client()?).await,
            Command::List(command) => command.run(&client()?).await,
            Command::Show(command) => command.run(&client()?).await,
            Command::Open(command) => command.run(&client()?).await,
            Command::Delete(command) => command.run(&client()?).await,
            Command::Ingest(command) => command.run(&client()?).await,
            Command::Runs(command) => command.run(&client()?).await,
            Command::Sources(command) => command.run(&client()?).await,
            Command::Discover(command) => command.run(&client()?).await,
            Command::Notifications(command) => command.run(&client()?).await,
            Command::Completions(command) => command.run(Cli::command()),
            Command::Manual(command) => command.run(Cli::command()),
        }
    }
}
