//! Arguments that several commands have.

use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;

use invoices_db::Store;
use invoices_service::settings::Config;
use invoices_service::start::{self, open_store};
use invoices_service::{App, MailAddress, Traces, UserId, logging};
use tokio_util::sync::CancellationToken;

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
        logging::start(&config.log, &Traces::default())?;
        Ok(config)
    }

    /// Reads the settings and logs only warnings and errors, for a command that shows its progress.
    pub fn load_quietly(&self) -> Result<Config, Box<dyn Error>> {
        let mut config = Config::load(self.config.as_deref())?;
        "warn".clone_into(&mut config.log.filter);
        logging::start(&config.log, &Traces::default())?;
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
    /// The id, if the user is given by it.
    pub fn id(&self) -> Option<UserId> {
        match self {
            UserArg::Id(id) => Some(*id),
            UserArg::Email(_) => None,
        }
    }

    /// The address, if the user is given by it.
    pub fn email(&self) -> Option<String> {
        match self {
            UserArg::Id(_) => None,
            UserArg::Email(email) => Some(email.to_string()),
        }
    }

    /// The user's id. An error if there is no such user.
    pub async fn find(&self, store: &Store) -> Result<UserId, Box<dyn Error>> {
        let found = match self {
            UserArg::Id(id) => store.user(*id).await?,
            UserArg::Email(email) => store.user_by_email(&email.to_string()).await?,
        };
        Ok(found.ok_or("there is no such user")?.user_id)
    }
}

/// Opens the database. A command must not create it as a side effect.
pub async fn open_existing(config: &Config) -> Result<Store, Box<dyn Error>> {
    match start::sqlite_file(config).filter(|file| !file.exists()) {
        Some(file) => Err(format!(
            "there is no database at {}: run the command where the service runs, or name its settings with --config",
            file.display()
        )
        .into()),
        None => Ok(open_store(config).await?),
    }
}

/// Opens the database. A command must not migrate it as a side effect: it is an error if migrations are pending.
pub async fn open_migrated(config: &Config) -> Result<Store, Box<dyn Error>> {
    let store = open_existing(config).await?;
    if store.migrations().await?.pending.is_empty() {
        Ok(store)
    } else {
        Err("the database is not up to date: run `invoices migrate`, or the service, first".into())
    }
}

/// The use cases on a database that is up to date.
pub async fn open_app(config: &Config) -> Result<App, Box<dyn Error>> {
    open_migrated(config).await?;
    Ok(start::app(config).await?)
}

/// The id of the user that a filter names, if it names one.
pub async fn find_user(user: Option<&UserArg>, store: &Store) -> Result<Option<UserId>, Box<dyn Error>> {
    match user {
        Some(user) => Ok(Some(user.find(store).await?)),
        None => Ok(None),
    }
}

/// A token that is cancelled by Ctrl-C.
pub fn interrupted() -> CancellationToken {
    let interrupted = CancellationToken::new();
    let stop = interrupted.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.cancel();
        }
    });
    interrupted
}
