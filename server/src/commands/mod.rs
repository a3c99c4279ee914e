//! The program's commands.

mod args;
mod backup;
mod completions;
mod config;
mod corrections;
mod doctor;
mod health;
mod import;
mod jobs;
mod ledger;
mod listing;
mod manual;
mod migrate;
mod notifications;
mod operator;
mod output;
mod password;
mod provision;
mod reparse;
mod sandbox;
mod secrets;
mod serve;
mod trust;
mod users;
mod verify;
mod version;

use std::future::Future;
use std::pin::Pin;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};
use invoices_service::parsers::command::Parse;
use invoices_service::{panics, reader};

use output::Outcome;

/// Collects invoices from mailboxes and serves them over HTTP.
///
/// Try `invoices demo` first: it runs the whole service on a mailbox of invented messages and needs no account. `invoices
/// serve` starts the service.
#[derive(Parser)]
#[command(name = "invoices", version, long_version = version::VERSION.as_str(), max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Demo(invoices_demo::Demo),
    Parse(Parse),
    Import(import::Import),
    Reparse(reparse::Reparse),
    Sandbox(sandbox::SandboxCommand),
    Config(config::ConfigCommand),
    Doctor(doctor::Doctor),
    Verify(verify::Verify),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Secrets(secrets::Secrets),
    Migrate(migrate::Migrate),
    Provision(provision::Provision),
    Users(users::Users),
    Ledger(ledger::Ledger),
    Release(ledger::Release),
    Trust(trust::Trust),
    Jobs(jobs::Jobs),
    Corrections(corrections::Corrections),
    Notifications(notifications::Notifications),
    Health(health::Health),
    Completions(completions::Completions),
    Manual(manual::Manual),
    /// Read mails and documents for the service
    #[command(name = reader::CHILD, hide = true)]
    Reader,
}

/// Parses the command line and runs the command.
pub fn run() -> ExitCode {
    panics::install_hook();
    // All TLS connections use this provider. It fails only if one is installed already.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let outcome = match Cli::parse().command {
        Command::Serve(command) => block_on(Box::pin(command.run())),
        Command::Demo(command) => block_on(Box::pin(command.run())),
        Command::Parse(command) => command.run(),
        Command::Reader => reader::child::run().map(|()| ExitCode::SUCCESS),
        Command::Import(command) => block_on(Box::pin(command.run())),
        Command::Reparse(command) => block_on(Box::pin(command.run())),
        Command::Sandbox(command) => block_on(Box::pin(command.run())),
        Command::Config(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Verify(command) => block_on(Box::pin(command.run())),
        Command::Backup(command) => block_on(Box::pin(command.run())),
        Command::Restore(command) => block_on(Box::pin(command.run())),
        Command::Secrets(command) => command.run(),
        Command::Migrate(command) => block_on(Box::pin(command.run())),
        Command::Provision(command) => block_on(Box::pin(command.run())),
        Command::Users(command) => block_on(Box::pin(command.run())),
        Command::Ledger(command) => block_on(Box::pin(command.run())),
        Command::Release(command) => block_on(Box::pin(command.run())),
        Command::Trust(command) => block_on(Box::pin(command.run())),
        Command::Jobs(command) => block_on(Box::pin(command.run())),
        Command::Corrections(command) => block_on(Box::pin(command.run())),
        Command::Notifications(command) => block_on(Box::pin(command.run())),
        Command::Health(command) => block_on(Box::pin(command.run())),
        Command::Completions(command) => command.run(Cli::command()),
        Command::Manual(command) => command.run(Cli::command()),
    };
    match outcome {
        Ok(code) => code,
        Err(error) if output::is_closed(error.as_ref()) => ExitCode::from(output::CLOSED),
        Err(error) => {
            eprintln!("invoices: {}", output::error_line(error.as_ref()));
            output::exit_code(error.as_ref())
        }
    }
}

/// How long work on threads that block may go on after the command's end: a write that has begun ends.
const GRACE: Duration = Duration::from_secs(1);

/// Not generic, so that the runtime is compiled once and not for each command. Whatever still blocks a thread is cut off then, as by
/// the end of the process.
fn block_on(command: Pin<Box<dyn Future<Output = Outcome>>>) -> Outcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(command);
    runtime.shutdown_timeout(GRACE);
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blocked_thread_does_not_keep_the_program_from_ending() {
        let outcome = block_on(Box::pin(async {
            tokio::task::spawn_blocking(|| {
                loop {
                    std::thread::park();
                }
            });
            Ok(ExitCode::SUCCESS)
        }));
        assert!(outcome.is_ok());
    }
}
