//! `invoices health`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use super::args::SettingsArgs;
use super::output::Outcome;

/// Shorter than the limits of containers' health checks, which are 30 seconds and more.
const LIMIT: Duration = Duration::from_secs(5);

/// Check whether the running service is ready, as a container's health check
///
/// Requests /readyz at `operations.address` and exits with code 0 if the response is 200.
#[derive(clap::Args)]
pub struct Health {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Request /healthz instead: whether the process responds, whatever the state of its dependencies
    #[arg(long)]
    live: bool,
}

impl Health {
    pub async fn run(self) -> Outcome {
        let config = self.settings.load()?;
        let address = config.operations.address.ok_or("operations.address is not set")?;
        let path = if self.live { "healthz" } else { "readyz" };
        let client = reqwest::Client::builder().no_proxy().timeout(LIMIT).build()?;
        let answer = client
            .get(format!("http://{}/{path}", reachable(address)))
            .send()
            .await?;
        if answer.status().is_success() {
            return Ok(ExitCode::SUCCESS);
        }
        Err(format!("the answer is {}: {}", answer.status(), answer.text().await?.trim()).into())
    }
}

/// The address at which this machine reaches a server that listens on all of its addresses.
fn reachable(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(host, address.port())
}
