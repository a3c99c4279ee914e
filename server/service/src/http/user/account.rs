//! The profile and the usage of an account, as the API shows them, and the export.

use invoices_api::caller::Person;
use invoices_api::user::{AccountUsage, UserProfile};
use invoices_app::{App, Error};
use invoices_db::User;
use invoices_domain::UserId;

/// What an account says of the user.
pub fn person(user: User) -> Person {
    Person {
        created_on: user.created_at.date_naive(),
        name: user.name,
        email: user.email,
    }
}

pub async fn profile(app: &App, user: UserId, person: Person) -> Result<UserProfile, Error> {
    Ok(UserProfile {
        name: person.name,
        email: person.email,
        created_on: person.created_on,
        mail_account_connected: app.is_mail_connected(user).await?,
    })
}

pub async fn usage(app: &App, user: UserId) -> Result<AccountUsage, Error> {
    let (used, limits) = (app.usage(user).await?, &app.settings().limits);
    Ok(AccountUsage {
        stored_bytes: used.bytes,
        stored_bytes_limit: limits.bytes(),
        messages: used.messages,
        messages_limit: limits.messages(),
    })
}
