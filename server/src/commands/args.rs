//! Arguments that several commands have.

use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;

use invoices_service::config::Config;
use invoices_service::{MailAddress, Store, UserId, logging};

/// Which settings a command uses.
#[derive(clap::Args)]
pub struct SettingsArgs {
    /// The settings file [default: invoices.toml, else /etc/invoices/invoices.toml]
    ///
    /// `invoices.example.toml` documents every setting. Variables such as `INVOICES__SERVER__ADDRESS` override the file.
    #[arg(long, value_name = "FILE", env = "INVOICES_CONFIG")]
    pub config: Option<PathBuf>,
}

impl SettingsArgs {
    /// Reads the settings and starts logging.
    pub fn load(&self) -> Result<Config, Box<dyn Error>> {
        let config = Config::load(self.config.as_deref())?;
        logging::start(&config.log)?;
        Ok(config)
    }
}

/// A user, as an e-mail address or an id.
#[derive(Clone, Debug)]
pub enum UserArg {
    /// `user_67e55044-10b1-426f-9247-bb680e5fe0c8`.
    Id(UserId),
    /// `alva@example.com`, in upper or lower case.
    Email(MailAddress),
}

impl FromStr for UserArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let id = text.parse().map(UserArg::Id);
        id.or_else(|_| text.parse().map(UserArg::Email))
            .map_err(|_| "neither an e-mail address nor a user's id")
    }
}

impl UserArg {
    /// The user's id. An error if there is no such user.
    pub async fn find(&self, store: &Store) -> Result<UserId, Box<dyn Error>> {
        let found = match self {
            UserArg::Id(id) => store.user(*id).await?,
            UserArg::Email(email) => store.user_by_email(&email.to_string()).await?,
        };
        Ok(found.ok_or("there is no such user")?.user_id)
    }
}

/// The id of the user that a filter names, if it names one.
pub async fn find_user(user: Option<&UserArg>, store: &Store) -> Result<Option<UserId>, Box<dyn Error>> {
    match user {
        Some(user) => Ok(Some(user.find(store).await?)),
        None => Ok(None),
    }
}
