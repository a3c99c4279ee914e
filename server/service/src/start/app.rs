//! The use cases over the adapters that the settings name.

use std::sync::Arc;

use futures::future::BoxFuture;
use invoices_app::{App, Ports, Settings};
use invoices_domain::Catalogue;
use invoices_domain::ports::{Clock, SystemClock};
use invoices_settings::Config;

use super::adapters::{self, Renewable};
use super::data::secure_data;
use super::error::{StartError, failed};
use super::settings;
use crate::logging;

/// The categories of this build with the operator's vendors.
pub fn catalogue(config: &Config) -> Result<Catalogue, StartError> {
    let built_in = invoices_parsers::catalogue().map_err(failed("collect the parsers"))?;
    match settings::vendors(config).map_err(failed("read the vendors file"))? {
        None => Ok(built_in),
        Some(vendors) if config.retail.replace_vendors => built_in.with_only_vendors(vendors),
        Some(vendors) => built_in.with_vendors(vendors),
    }
    .map_err(failed("use the vendors file"))
}

/// Finds every invalid setting. Opens and creates nothing.
pub fn check(config: &Config) -> Vec<StartError> {
    let filter = logging::filter(&config.log).err();
    let filter = filter.map(failed("read log.filter"));
    let invalid = settings::check(config).into_iter();
    let invalid = invalid.map(|error| failed("use the settings")(error));
    let catalogue = catalogue(config).err();
    filter
        .into_iter()
        .chain(invalid)
        .chain(catalogue)
        .chain(adapters::check_gmail(config))
        .chain(adapters::check_imap(config))
        .collect()
}

/// The use cases with the system's clock. Opens the database and all adapters, starts nothing.
pub async fn app(config: &Config) -> Result<App, StartError> {
    AppParts::open(config, Arc::<SystemClock>::default()).await?.build()
}

/// The dependencies of the use cases.
pub struct AppParts {
    /// The adapters that the settings name.
    pub ports: Ports,
    /// The adapters whose secrets [`Reload`](super::Reload) replaces.
    pub renewable: Renewable,
    catalogue: Catalogue,
    settings: Settings,
}

impl AppParts {
    /// Opens the database and all adapters. If a setting is invalid, it opens none.
    pub fn open(config: &Config, clock: Arc<dyn Clock>) -> BoxFuture<'_, Result<Self, StartError>> {
        Box::pin(AppParts::open_all(config, clock))
    }

    async fn open_all(config: &Config, clock: Arc<dyn Clock>) -> Result<Self, StartError> {
        let catalogue = catalogue(config)?;
        if let Some(error) = settings::check(config).into_iter().next() {
            return Err(failed("use the settings")(error));
        }
        // Before anything is read or created.
        secure_data(config)?;
        let settings = settings::app(config).map_err(failed("use the settings"))?;
        let (ports, renewable) = adapters::ports(config, clock).await?;
        let clock = invoices_app::clock::correct(&*ports.clock, &ports.store).await;
        clock.map_err(failed("read the database's clock"))?;
        Ok(AppParts {
            ports,
            renewable,
            catalogue,
            settings,
        })
    }

    /// The use cases over these parts.
    pub fn build(self) -> Result<App, StartError> {
        App::new(self.ports, self.catalogue, self.settings).map_err(failed("use the settings"))
    }
}
