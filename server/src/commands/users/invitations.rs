//! `invoices users invite`, `uninvite` and `invitations`.

use std::io::{self, Write};
use std::process::ExitCode;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_db::{Invitation, InvitationFilter, InvitationState};
use invoices_service::{MailAddress, SignUp};
use secrecy::ExposeSecret;
use serde_json::json;

use crate::commands::args::{SettingsArgs, UserArg, open_app, open_migrated};
use crate::commands::listing::{ListArgs, Listing};
use crate::commands::operator::operator;
use crate::commands::output::{Outcome, minutes, parse_state};

/// The longest time for which an invitation is valid.
const MAX_DAYS: i64 = 365;

/// Invite someone to sign up, if `accounts.sign_up` is "invite"
///
/// Prints a code, which is not shown again, or e-mails it to the address. It is valid once, for a sign-up with this address. An
/// earlier invitation of the address is withdrawn.
#[derive(clap::Args)]
pub struct Invite {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The e-mail address
    address: MailAddress,

    /// How long the invitation is valid, in minutes, hours or days: 30m, 12h, 7d
    #[arg(long, value_name = "TIME", default_value = "7d", value_parser = time)]
    expires: TimeDelta,

    /// E-mail the code to the address through the mail server in `[email]`, instead of printing it
    #[arg(long)]
    mail: bool,
}

impl Invite {
    pub async fn run(self) -> Outcome {
        let app = open_app(&self.settings.load()?).await?;
        if app.settings().accounts.sign_up != SignUp::Invite {
            eprintln!("invoices: warning: accounts.sign_up is not \"invite\", so the invitation has no effect yet");
        }
        if self.mail {
            let expires_at = app.invite_by_mail(&self.address, self.expires, operator()).await?;
            eprintln!(
                "invoices: mailed a code to {}, valid until {} UTC",
                self.address,
                minutes(expires_at)
            );
            return Ok(ExitCode::SUCCESS);
        }
        let issued = app.invite(&self.address, self.expires, operator()).await?;
        eprintln!(
            "invoices: {} can sign up with this code until {} UTC",
            self.address,
            minutes(issued.expires_at)
        );
        writeln!(io::stdout(), "{}", issued.code.expose_secret())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn time(text: &str) -> Result<TimeDelta, String> {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let amount: Option<i64> = number.parse().ok().filter(|amount| *amount > 0);
    let time = amount.and_then(|amount| match &text[number.len()..] {
        "m" => TimeDelta::try_minutes(amount),
        "h" => TimeDelta::try_hours(amount),
        "d" => TimeDelta::try_days(amount),
        _ => None,
    });
    time.filter(|time| *time <= TimeDelta::days(MAX_DAYS))
        .ok_or_else(|| format!("it must be a time such as 30m, 12h or 7d, at most {MAX_DAYS}d"))
}

/// Withdraw the invitation of an address
#[derive(clap::Args)]
pub struct Uninvite {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The e-mail address
    address: MailAddress,
}

impl Uninvite {
    pub async fn run(self) -> Outcome {
        let app = open_app(&self.settings.load()?).await?;
        app.uninvite(&self.address, operator()).await?;
        writeln!(io::stdout(), "{} is no longer invited", self.address)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// List invitations: open, used, expired
#[derive(clap::Args)]
pub struct Invitations {
    /// Only invitations in this state: open, used, expired
    #[arg(long, value_parser = parse_state::<InvitationState>)]
    state: Option<InvitationState>,

    #[command(flatten)]
    list: ListArgs,
}

impl Invitations {
    pub async fn run(self) -> Outcome {
        let (config, created) = self.list.load()?;
        let store = open_migrated(&config).await?;
        let now = Utc::now();
        let page = async |last: Option<&Listed>, size| {
            let filter = InvitationFilter {
                user: self.list.user.as_ref().and_then(UserArg::id),
                email: self.list.user.as_ref().and_then(UserArg::email),
                state: self.state,
                created,
                after: last.map(|last| last.invitation.id),
            };
            let rows = store.invitations(filter, size, now).await?.into_iter();
            Ok(rows.map(|invitation| Listed { invitation, now }).collect())
        };
        self.list.print(&INVITATIONS, page).await
    }
}

/// An invitation at the time of the list.
struct Listed {
    invitation: Invitation,
    now: DateTime<Utc>,
}

const INVITATIONS: Listing<Listed> = Listing {
    columns: &[
        ("created", |listed| minutes(listed.invitation.created_at)),
        ("address", |listed| listed.invitation.email.clone()),
        ("state", |listed| listed.invitation.state(listed.now).to_string()),
        ("expires", |listed| minutes(listed.invitation.expires_at)),
        ("used", |listed| {
            listed.invitation.used_at.map(minutes).unwrap_or_default()
        }),
        ("user", |listed| {
            listed
                .invitation
                .user_id
                .map(|user| user.to_string())
                .unwrap_or_default()
        }),
    ],
    right: &[],
    fields: &[
        ("created_at", |listed| json!(listed.invitation.created_at)),
        ("email", |listed| json!(listed.invitation.email)),
        ("state", |listed| json!(listed.invitation.state(listed.now).to_string())),
        ("expires_at", |listed| json!(listed.invitation.expires_at)),
        ("used_at", |listed| json!(listed.invitation.used_at)),
        ("user_id", |listed| {
            json!(listed.invitation.user_id.map(|user| user.to_string()))
        }),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_number_and_a_unit() {
        assert_eq!(time("30m"), Ok(TimeDelta::minutes(30)));
        assert_eq!(time("12h"), Ok(TimeDelta::hours(12)));
        assert_eq!(time("7d"), Ok(TimeDelta::days(7)));
        for wrong in [
            "",
            "7",
            "d",
            "0d",
            "-1d",
            "366d",
            "7 d",
            "7y",
            "99999999999999999999d",
            "7å",
        ] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
