//! `invoices users log`.

use invoices_db::{Act, ActFilter, LoggedAct};
use serde_json::json;

use crate::commands::args::{UserArg, open_migrated};
use crate::commands::listing::{ListArgs, Listing};
use crate::commands::output::{Outcome, minutes, parse_state};

/// List what operators did to users
///
/// Prints one line per act: the time, the operator, the act and the user. The address is removed when the user is deleted; the
/// id stays.
#[derive(clap::Args)]
pub struct Log {
    /// Only these acts: delete, reset-password, log-out, invite, uninvite, release
    #[arg(long, value_parser = parse_state::<Act>)]
    act: Option<Act>,

    #[command(flatten)]
    list: ListArgs,
}

impl Log {
    pub async fn run(self) -> Outcome {
        let (config, done) = self.list.load()?;
        let store = open_migrated(&config).await?;
        let page = async |last: Option<&LoggedAct>, size| {
            let filter = ActFilter {
                user: self.list.user.as_ref().and_then(UserArg::id),
                email: self.list.user.as_ref().and_then(UserArg::email),
                act: self.act,
                done,
                after: last.map(|last| last.id),
            };
            Ok(store.acts(filter, size).await?)
        };
        self.list.print(&ACTS, page).await
    }
}

const ACTS: Listing<LoggedAct> = Listing {
    columns: &[
        ("done", |act| minutes(act.done_at)),
        ("operator", |act| act.operator.clone()),
        ("act", |act| act.act.to_string()),
        ("user", |act| {
            act.user_id.map(|user| user.to_string()).unwrap_or_default()
        }),
        ("address", |act| act.email.clone().unwrap_or_default()),
        ("detail", |act| act.detail.clone().unwrap_or_default()),
    ],
    right: &[],
    fields: &[
        ("done_at", |act| json!(act.done_at)),
        ("operator", |act| json!(act.operator)),
        ("act", |act| json!(act.act.to_string())),
        ("user_id", |act| json!(act.user_id.map(|user| user.to_string()))),
        ("email", |act| json!(act.email)),
        ("detail", |act| json!(act.detail)),
    ],
};
