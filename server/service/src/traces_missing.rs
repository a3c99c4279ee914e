//! In place of `traces.rs` in a build without the feature `otlp`.

use invoices_domain::{Engine, MissingEngine};
use invoices_settings::TracesSettings;
use tracing_subscriber::layer::Identity;

/// No export.
#[derive(Default)]
pub struct Traces {}

#[expect(clippy::unused_self, reason = "the same signatures as in `traces.rs`")]
impl Traces {
    /// An error if the settings ask for an export.
    pub fn start(settings: &TracesSettings) -> Result<Self, MissingEngine> {
        match settings.endpoint {
            Some(_) => Err(MissingEngine(Engine::Otlp)),
            None => Ok(Traces {}),
        }
    }

    pub(crate) const fn layer(&self) -> Option<Identity> {
        None
    }

    /// Does nothing.
    #[expect(clippy::unused_async, reason = "the same signatures as in `traces.rs`")]
    pub async fn stop(self) {}
}
