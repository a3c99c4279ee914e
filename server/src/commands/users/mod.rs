//! `invoices users`.

mod acts;
mod credentials;
mod delete;
mod invitations;
mod list;
mod show;

use clap::{Args, Subcommand};

use crate::commands::output::Outcome;

/// List and show users, delete them, reset passwords, log out, invite
///
/// The commands work whether or not the service is running. Changes are logged in `invoices users log`, with the operator's
/// login name.
#[derive(Args)]
pub struct Users {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::ListUsers),
    Show(show::Show),
    Delete(delete::Delete),
    ResetPassword(credentials::ResetPassword),
    LogOut(credentials::LogOut),
    Invite(invitations::Invite),
    Uninvite(invitations::Uninvite),
    Invitations(invitations::Invitations),
    Log(acts::Log),
}

impl Users {
    pub async fn run(self) -> Outcome {
        match self.command {
            Command::List(command) => Box::pin(command.run()).await,
            Command::Show(command) => Box::pin(command.run()).await,
            Command::Delete(command) => Box::pin(command.run()).await,
            Command::ResetPassword(command) => Box::pin(command.run()).await,
            Command::LogOut(command) => Box::pin(command.run()).await,
            Command::Invite(command) => Box::pin(command.run()).await,
            Command::Uninvite(command) => Box::pin(command.run()).await,
            Command::Invitations(command) => Box::pin(command.run()).await,
            Command::Log(command) => Box::pin(command.run()).await,
        }
    }
}
