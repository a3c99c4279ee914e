//! `invoices users list`.

use invoices_db::{UserFilter, UserState};
use invoices_service::ListedAccount;
use serde_json::json;

use crate::commands::args::{find_user, open_app};
use crate::commands::listing::{ListArgs, Listing};
use crate::commands::output::{Outcome, minutes, parse_state};

/// List users
///
/// Prints one line per user: the time of sign-up, the id, the address, the name, whether a mail account is connected, and the
/// number of invoices.
#[derive(clap::Args)]
pub struct ListUsers {
    /// Only users in this state: live, deleting
    #[arg(long, value_parser = parse_state::<UserState>)]
    state: Option<UserState>,

    #[command(flatten)]
    list: ListArgs,
}

impl ListUsers {
    pub async fn run(self) -> Outcome {
        let (config, created) = self.list.load()?;
        let app = open_app(&config).await?;
        let user = find_user(self.list.user.as_ref(), app.store()).await?;
        let page = async |last: Option<&ListedAccount>, size| {
            let filter = UserFilter {
                user,
                state: self.state,
                created,
                after: last.map(|last| (last.user.created_at, last.user.user_id)),
            };
            Ok(app.users(filter, size).await?)
        };
        self.list.print(&USERS, page).await
    }
}

/// Live, or being deleted.
pub(super) fn state(account: &ListedAccount) -> UserState {
    match account.user.deleting_at {
        Some(_) => UserState::Deleting,
        None => UserState::Live,
    }
}

const USERS: Listing<ListedAccount> = Listing {
    columns: &[
        ("created", |account| minutes(account.user.created_at)),
        ("user", |account| account.user.user_id.to_string()),
        ("address", |account| account.user.email.clone()),
        ("name", |account| account.user.name.clone()),
        ("mail account", |account| {
            if account.mail_account_connected {
                "connected".into()
            } else {
                String::new()
            }
        }),
        ("invoices", |account| account.invoices.to_string()),
        ("state", |account| state(account).to_string()),
    ],
    right: &[],
    fields: &[
        ("created_at", |account| json!(account.user.created_at)),
        ("user_id", |account| json!(account.user.user_id.to_string())),
        ("email", |account| json!(account.user.email)),
        ("name", |account| json!(account.user.name)),
        ("mail_account_connected", |account| {
            json!(account.mail_account_connected)
        }),
        ("invoices", |account| json!(account.invoices)),
        ("state", |account| json!(state(account).to_string())),
    ],
};
