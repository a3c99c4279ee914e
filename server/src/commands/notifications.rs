//! `invoices notifications`.

use std::error::Error;
use std::process::ExitCode;

use comfy_table::Table;
use invoices_db::Store;
use invoices_domain::UserId;

use super::SettingsArgs;

/// List the notifications that users were sent
#[derive(clap::Args)]
pub struct Notifications {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only those of one user, such as user_67e55044-10b1-426f-9247-bb680e5fe0c8
    #[arg(long)]
    user: Option<UserId>,

    /// At most so many, the newest first
    #[arg(long, default_value_t = 50)]
    limit: i64,
}

impl Notifications {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let store = Store::open(&config.database()).await?;
        let mut table = Table::new();
        table
            .load_preset(comfy_table::presets::NOTHING)
            .set_header(["created", "user", "state", "message"]);
        for row in store.notifications(self.user, self.limit).await? {
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
