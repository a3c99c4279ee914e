//! `invoices notifications`.

use std::error::Error;
use std::process::ExitCode;

use invoices_db::Store;

use super::{SettingsArgs, User, table};

/// List the notifications that users were sent
#[derive(clap::Args)]
pub struct Notifications {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only those of one user: an e-mail address or an id
    #[arg(long)]
    user: Option<User>,

    /// At most so many, the newest first
    #[arg(long, default_value_t = 50)]
    limit: i64,
}

impl Notifications {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let store = Store::open(&config.database()).await?;
        let user = match self.user {
            Some(user) => Some(user.find(&store).await?),
            None => None,
        };
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
        println!("{table}");
        Ok(ExitCode::SUCCESS)
    }
}
