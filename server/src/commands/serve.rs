//! `invoices serve`.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use invoices_service::settings::{Config, ignored_variables};
use invoices_service::start::{AppParts, Reload, Service, StartError, check_consistency, raise_descriptor_limit};
use invoices_service::{SystemClock, Traces, crash, logging};
use tokio::signal::unix::{SignalKind, signal};

use super::args::SettingsArgs;
use super::output::Outcome;

/// Serve the API, run jobs and the schedule
///
/// Without settings it listens on 127.0.0.1:8080 and stores its data in ./data. On SIGTERM it accepts requests for another
/// `server.drain_seconds`, waits for requests and jobs in progress, then stops. Ctrl-C or a second signal skips the first step.
/// On SIGHUP it reloads the log filter, the certificate and secrets.
#[derive(clap::Args)]
pub struct Serve {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Start although all originals or the whole database are missing
    #[arg(long)]
    accept_loss: bool,
}

/// The address of the page. A browser on this machine reaches it at the loopback address if the service listens at all.
fn page(address: SocketAddr, has_tls: bool) -> String {
    let scheme = if has_tls { "https" } else { "http" };
    if address.ip().is_unspecified() {
        format!("{scheme}://localhost:{}/", address.port())
    } else {
        format!("{scheme}://{address}/")
    }
}

/// Opens the database and all adapters, after a look at whether something is missing.
async fn open(config: &Config, accept_loss: bool) -> Result<AppParts, StartError> {
    if !accept_loss {
        check_consistency(config).await?;
    }
    AppParts::open(config, Arc::<SystemClock>::default()).await
}

impl Serve {
    pub async fn run(self) -> Outcome {
        let started = Instant::now();
        let file = self.settings.config;
        let config = Config::load(file.as_deref())?;
        let traces = Traces::start(&config.traces)?;
        let log = logging::start(&config.log, &traces)?;
        crash::arm()?;
        raise_descriptor_limit();
        for variable in ignored_variables() {
            tracing::warn!("{}", variable.warning());
        }
        // Installed before anything starts, so that an early signal is not missed.
        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        let mut hang_up = signal(SignalKind::hangup())?;
        let parts = open(&config, self.accept_loss).await?;
        let renewable = parts.renewable.clone();
        let app = parts.build()?;
        if config.rental.landlords.is_empty() {
            tracing::warn!("no landlord is configured: rental ingests will find nothing (rental.landlords)");
        }
        if config.mail.client_id.is_none() {
            tracing::warn!(
                "no OAuth client is configured: mail accounts work until their access token expires (mail.client_id)"
            );
        }
        let service = Service::start(&config, app.clone()).await?;
        if let Some(address) = service.operations() {
            tracing::info!(%address, "serving /healthz, /readyz and /metrics");
        }
        let elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        match service.address() {
            Some(address) => {
                tracing::info!(%address, tls = service.has_tls(), elapsed_ms, "ready");
                tracing::info!("open {} in a browser", page(address, service.has_tls()));
            }
            None => tracing::info!(elapsed_ms, "ready, without the role api (server.roles)"),
        }
        let reload = Arc::new(Reload::new(file, log, app, renewable, &service)?);
        let drains = loop {
            tokio::select! {
                _ = terminate.recv() => break true,
                _ = interrupt.recv() => break false,
                _ = hang_up.recv() => reload.run().await,
            }
        };
        if drains {
            tracing::info!("stopping; requests are accepted until the drain ends (server.drain_seconds)");
            tokio::select! {
                () = service.drain() => {}
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
        tracing::info!("stopping");
        service.stop().await;
        traces.stop().await;
        tracing::info!("stopped");
        Ok(ExitCode::SUCCESS)
    }
}
