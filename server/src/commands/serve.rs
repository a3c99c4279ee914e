//! `invoices serve`.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use invoices_app::crash;
use tokio::signal::unix::{SignalKind, signal};

use super::SettingsArgs;
use invoices_service::start::{self, Service};

/// Serve the API, run jobs and schedules
///
/// With no settings at all it listens on 127.0.0.1:8080 and keeps everything in ./data. It stops on
/// SIGTERM or Ctrl-C, once requests in flight and running jobs are finished.
#[derive(clap::Args)]
pub struct Serve {
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Serve {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let started = Instant::now();
        let config = self.settings.load()?;
        crash::arm()?;
        // Asked for before anything runs, so that an early signal is not missed.
        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        let app = start::app(&config).await?;
        if config.rental.landlords.is_empty() {
            tracing::warn!("no landlord is configured: rental ingests will find nothing (rental.landlords)");
        }
        if config.mail.client_id.is_none() {
            tracing::warn!(
                "no OAuth client is configured: mail accounts work until their access token expires (mail.client_id)"
            );
        }
        let service = Service::start(&config, app, true).await?;
        if let Some(address) = service.operations() {
            tracing::info!(%address, "answering /healthz, /readyz and /metrics");
        }
        match service.address() {
            Some(address) => tracing::info!(%address, elapsed = ?started.elapsed(), "ready"),
            None => tracing::info!(elapsed = ?started.elapsed(), "ready, without answering requests (server.roles)"),
        }
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
        service.stop().await;
        tracing::info!("stopped");
        Ok(ExitCode::SUCCESS)
    }
}
