//! The operator who runs a command.

use std::env;

use invoices_db::Operator;
use nix::unistd::{User, getuid};

/// The login name of this process's user. A user of `sudo` is named first.
pub fn operator() -> Operator {
    let uid = getuid();
    let user = User::from_uid(uid).ok().flatten();
    let own = user.map_or_else(|| format!("uid {uid}"), |user| user.name);
    let by_sudo = env::var("SUDO_USER")
        .ok()
        .filter(|name| !name.is_empty() && *name != own);
    Operator(match by_sudo {
        Some(name) => format!("{name} (as {own})"),
        None => own,
    })
}
