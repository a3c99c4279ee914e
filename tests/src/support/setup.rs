//! What only tests choose of a service: its settings, clock, name server and reader.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use invoices_app::App;
use invoices_domain::ports::Reader;
use invoices_domain::webhook::Webhooks;
use invoices_local::{Lookup, WebhookSender};
use invoices_sandbox::SandboxHandle;
use invoices_service::reader::ReaderPool;
use invoices_service::settings::{Config, Milliseconds, ReaderSettings, Seconds};
use invoices_service::start::AppParts;

use super::clock::TestClock;
use super::program::program;

/// The use cases at the time of a test.
pub async fn app(config: &Config, clock: &Arc<TestClock>) -> App {
    parts(config, clock).await.build().unwrap()
}

/// Their parts.
pub async fn parts(config: &Config, clock: &Arc<TestClock>) -> AppParts {
    let mut parts = AppParts::open(config, clock.clone()).await.unwrap();
    parts.ports.reader = reader(&config.reader);
    parts.ports.webhooks = webhook_sender(config);
    parts
}

/// A sender that asks no name server.
fn webhook_sender(config: &Config) -> Arc<dyn Webhooks> {
    Arc::new(WebhookSender::with_lookup(config.webhooks.clone(), Arc::new(Names)))
}

/// Two names of this machine, and no others.
struct Names;

#[async_trait]
impl Lookup for Names {
    async fn lookup(&self, name: &str) -> std::io::Result<Vec<IpAddr>> {
        match name {
            "localhost" | "receiver.example.com" => Ok(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]),
            _ => Err(std::io::ErrorKind::NotFound.into()),
        }
    }
}

/// A reader with these settings. Worlds with the usual settings share one, since starting a reader takes longer than most
/// tests.
fn reader(settings: &ReaderSettings) -> Arc<dyn Reader> {
    static SHARED: LazyLock<Arc<ReaderPool>> = LazyLock::new(|| Arc::new(ReaderPool::new(usual_reader()).unwrap()));
    if *settings == usual_reader() {
        return SHARED.clone();
    }
    Arc::new(ReaderPool::new(settings.clone()).unwrap())
}

fn usual_reader() -> ReaderSettings {
    ReaderSettings {
        program: Some(program()),
        ..ReaderSettings::default()
    }
}

/// The settings that all worlds have in common.
pub fn configure(config: &mut Config, sandbox: &SandboxHandle) {
    config.server.address = "127.0.0.1:0".parse().unwrap();
    config.database.connections = 4;
    config.mail.provider_url = Some(sandbox.base_url().parse().unwrap());
    config.mail.use_provider();
    config.mail.callback_url = Some("https://invoices.example.com/v1/auth/mail/callback".parse().unwrap());
    config.mail.client_id = Some(sandbox.client().0.to_owned());
    config.mail.client_secret = Some(sandbox.client().1.to_owned().into());
    config.mail.retry_pause_milliseconds = Milliseconds::new(1);
    // All users of a world share one mailbox, and no test waits for the next minute's quota.
    config.mail.quota.user_units_per_minute = config.mail.quota.project_units_per_minute;
    config.rental.landlords =
        serde_json::from_str(r#"[{"sender": "hyra@landlord.example.com", "subject": "Hyresavi"}]"#).unwrap();
    config.auth.attempts_per_minute = 10_000;
    config.auth.connections_per_minute = 10_000;
    // Only the test of the delay waits for it.
    config.auth.max_login_delay_seconds = Seconds::new(0);
    config.reader = usual_reader();
}
