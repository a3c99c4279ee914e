//! A user as an operator names it.

use std::error::Error;
use std::str::FromStr;

use invoices_db::Store;
use invoices_domain::{MailAddress, UserId};

/// An e-mail address that somebody signed up with, or a user's id.
#[derive(Clone, Debug)]
pub enum User {
    /// `user_67e55044-10b1-426f-9247-bb680e5fe0c8`.
    Id(UserId),
    /// `alva@example.com`, in any case.
    Email(MailAddress),
}

impl FromStr for User {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let id = text.parse().map(User::Id);
        id.or_else(|_| text.parse().map(User::Email))
            .map_err(|_| "neither an e-mail address nor a user's id")
    }
}

impl User {
    /// The id of the user; an error where nobody is so called.
    pub async fn find(&self, store: &Store) -> Result<UserId, Box<dyn Error>> {
        let found = match self {
            User::Id(id) => store.user(*id).await?,
            User::Email(email) => store.user_by_email(&email.to_string()).await?,
        };
        Ok(found.ok_or("there is no such user")?.user_id)
    }
}
