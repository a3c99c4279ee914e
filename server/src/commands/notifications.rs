//! `invoices notifications`.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use invoices_service::start::open_store;

use super::args::{SettingsArgs, UserArg, find_user};
use super::output::table;

/// List notifications
#[derive(clap::Args)]
pub struct Notifications {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only notifications of this user: an e-mail address or an id
    #[arg(long)]
    user: Option<UserArg>,

    /// The maximum number of notifications, the newest first
    #[arg(long, default_value_t = 50)]
    limit: i64,
}

impl Notifications {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let store = open_store(&config).await?;
        let user = find_user(self.user.as_ref(), &store).await?;
        let mut table = table(["created", "user", "state", "message"]);
        for row in store.notifications(user, self.limit).await? {
            let created = row.created_at.format("%Y-%m-%d %H:%M:%S").to_string();
            table.add_row([
                created,
                row.user_id.to_string(),
                format!("{:?}", row.state).to_lowercase(),
                row.message,
            ]);
        }
        writeln!(io::stdout(), "{table}")?;
        Ok(ExitCode::SUCCESS)
    }
}
