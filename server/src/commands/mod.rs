//! The program's commands.

mod config;
mod jobs;
mod ledger;
mod migrate;
mod notifications;
mod parse;
mod parse_child;
mod provision;
mod reparse;
mod sandbox;
mod secrets;
mod serve;
mod user;

use std::error::Error;
use std::future::Future;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use comfy_table::Table;

use self::user::User;
use invoices_service::config::Config;
use invoices_service::logging;

/// Collects invoices from mailboxes and serves them over HTTP.
///
/// Start with `invoices demo`: it shows everything on a mailbox of invented mails and
/// needs no account. `invoices serve` is the real thing.
#[derive(Parser)]
#[command(name = "invoices", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Demo(invoices_demo::Demo),
    Parse(parse::Parse),
    Reparse(reparse::Reparse),
    Sandbox(sandbox::SandboxCommand),
    Config(config::ConfigCommand),
    Secrets(secrets::Secrets),
    Migrate(migrate::Migrate),
    Provision(provision::Provision),
    Ledger(ledger::Ledger),
    Release(ledger::Release),
    Jobs(jobs::Jobs),
    Notifications(notifications::Notifications),
    /// Read one document for the service
    #[command(hide = true)]
    ParseChild,
}

/// Which settings a command uses.
#[derive(clap::Args)]
struct SettingsArgs {
    /// The settings file [default: invoices.toml, where there is one]
    ///
    /// `invoices.example.toml` documents every setting. Variables such as `INVOICES__SERVER__ADDRESS` win over the file.
    #[arg(long, value_name = "FILE", env = "INVOICES_CONFIG")]
    config: Option<PathBuf>,
}

impl SettingsArgs {
    fn load(&self) -> Result<Config, Box<dyn Error>> {
        let config = Config::load(self.config.as_deref())?;
        logging::start(&config.log)?;
        Ok(config)
    }
}

/// Parses the command line and does what it says.
pub fn run() -> ExitCode {
    invoices_service::panics::keep_quiet();
    // Every TLS connection of the process uses one provider. It fails only when one is installed already.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let done = match Cli::parse().command {
        Command::Serve(command) => block_on(command.run()),
        Command::Demo(command) => block_on(command.run()),
        Command::Parse(command) => command.run(),
        Command::ParseChild => parse_child::run(),
        Command::Reparse(command) => block_on(command.run()),
        Command::Sandbox(command) => block_on(command.run()),
        Command::Config(command) => command.run(),
        Command::Secrets(command) => command.run(),
        Command::Migrate(command) => block_on(command.run()),
        Command::Provision(command) => block_on(command.run()),
        Command::Ledger(command) => block_on(command.run()),
        Command::Release(command) => block_on(command.run()),
        Command::Jobs(command) => block_on(command.run()),
        Command::Notifications(command) => block_on(command.run()),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("invoices: {}", sentence(error.as_ref()));
            ExitCode::FAILURE
        }
    }
}

fn block_on(command: impl Future<Output = Result<ExitCode, Box<dyn Error>>>) -> Result<ExitCode, Box<dyn Error>> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(command)
}

/// An error with all its causes in one line.
fn sentence(error: &dyn Error) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        line = format!("{line}: {error}");
        cause = error.source();
    }
    line
}

/// A table for people: a line an entry, without borders.
fn table<const COLUMNS: usize>(head: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_preset(comfy_table::presets::NOTHING).set_header(head);
    table
}

/// Strangers wrote parts of what is shown, and a terminal obeys control characters.
fn printable(text: &str) -> String {
    text.replace(char::is_control, " ")
}
