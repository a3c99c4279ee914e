//! From settings to a running service. The only room that names a concrete adapter.

mod engines;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use dropshot::HttpServer;
use invoices_api::{RouterHandle, RouterSettings};
use invoices_app::{App, Ports, Worker, schedule};
use invoices_db::Store;
use invoices_domain::Catalogue;
use invoices_domain::ports::{Clock, SystemClock};
use invoices_gmail::{Gmail, GmailSettings};
use tokio::task::JoinSet;
use tokio_cron_scheduler::{Job, JobScheduler};
use tokio_util::sync::CancellationToken;

pub use engines::{inbox, provision};

use crate::config::{Config, Role};
use crate::http::{Api, Context};
use crate::operations::{Operations, Requests};
use crate::reader::IsolatingReader;

/// How often the schedule is looked at. What is due then is the schedule's own affair.
const TICK: &str = "*/15 * * * * *";
/// The router's limit lies this much after what the use cases themselves wait.
const GRACE: Duration = Duration::from_secs(30);
/// How long giving back jobs may take at shutdown.
const GIVE_BACK: Duration = Duration::from_secs(5);

/// Why the service could not start, in words for the operator.
#[derive(Debug, thiserror::Error)]
#[error("failed to {what}")]
pub struct StartError {
    what: &'static str,
    #[source]
    source: Box<dyn std::error::Error + Send + Sync>,
}

fn failed<E: Into<Box<dyn std::error::Error + Send + Sync>>>(what: &'static str) -> impl FnOnce(E) -> StartError {
    move |source| StartError {
        what,
        source: source.into(),
    }
}

/// The categories of this build with the operator's vendors.
pub fn catalogue(config: &Config) -> Result<Catalogue, StartError> {
    let built_in = invoices_parsers::catalogue().map_err(failed("collect the parsers"))?;
    match config.vendors().map_err(failed("read the vendors file"))? {
        None => Ok(built_in),
        Some(vendors) if config.retail.replace_vendors => built_in.with_only_vendors(vendors),
        Some(vendors) => built_in.with_vendors(vendors),
    }
    .map_err(failed("use the vendors file"))
}

/// Finds everything in the settings that can't be used. Opens and makes nothing.
pub fn check(config: &Config) -> Vec<StartError> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let faults = config
        .check()
        .into_iter()
        .map(|error| failed("use the settings")(error));
    let catalogue = catalogue(config).err();
    let gmail = Gmail::new(mail(config), clock).err();
    faults
        .chain(catalogue)
        .chain(gmail.map(failed("use the mail provider's settings")))
        .collect()
}

/// This process's part of what the mail provider may be asked.
fn mail(config: &Config) -> GmailSettings {
    let mail = config.mail.clone();
    GmailSettings {
        quota: mail.quota.clone().share(config.server.replicas),
        ..mail
    }
}

/// Opens the database of the settings and brings its tables up to date.
pub async fn store(config: &Config) -> Result<Store, StartError> {
    std::fs::create_dir_all(&config.data).map_err(failed("make the data folder"))?;
    let store = Store::open(&config.database())
        .await
        .map_err(failed("open the database"))?;
    for migration in store.migrate().await.map_err(failed("migrate the database"))? {
        tracing::info!(migration, "the database was migrated");
    }
    Ok(store)
}

/// The use cases on the engines that the settings name. Starts nothing.
pub async fn app(config: &Config) -> Result<App, StartError> {
    app_at(config, Arc::new(SystemClock)).await
}

/// The same with another clock.
pub async fn app_at(config: &Config, clock: Arc<dyn Clock>) -> Result<App, StartError> {
    app_with(config, clock, |_| {}).await
}

/// The same with ports that `change` has changed: tests put their own before an engine.
pub async fn app_with(
    config: &Config,
    clock: Arc<dyn Clock>,
    change: impl FnOnce(&mut Ports),
) -> Result<App, StartError> {
    let catalogue = catalogue(config)?;
    if let Some(error) = config.check().into_iter().next() {
        return Err(failed("use the settings")(error));
    }
    let settings = config.app().map_err(failed("use the settings"))?;
    let gmail = Gmail::new(mail(config), Arc::clone(&clock)).map_err(failed("use the mail provider's settings"))?;
    let gmail = Arc::new(gmail);
    let engines = engines::open(config).await?;
    let mut ports = Ports {
        store: store(config).await?,
        objects: engines.objects,
        secrets: engines.secrets,
        mailbox: Arc::clone(&gmail) as _,
        identity: gmail,
        topic: engines.topic,
        reader: Arc::new(IsolatingReader::new(config.reader.clone()).map_err(failed("find the program that reads"))?),
        clock,
    };
    change(&mut ports);
    App::new(ports, catalogue, settings).map_err(failed("use the settings"))
}

/// A running service.
pub struct Service {
    /// Only with the role of answering requests.
    api: Option<(HttpServer<Context>, RouterHandle)>,
    operations: Option<Operations>,
    stop: CancellationToken,
    abandon: CancellationToken,
    loops: JoinSet<()>,
    scheduler: Option<JobScheduler>,
    shutdown: Duration,
}

impl Service {
    /// Starts what the roles ask for; without workers and schedule if `loops` is false: tests run jobs themselves.
    pub async fn start(config: &Config, app: App, loops: bool) -> Result<Self, StartError> {
        let roles = config.roles().map_err(failed("use the settings"))?;
        let requests = Requests::default();
        let mut service = Service {
            api: None,
            operations: None,
            stop: CancellationToken::new(),
            abandon: CancellationToken::new(),
            loops: JoinSet::new(),
            scheduler: None,
            shutdown: Duration::from_secs(config.server.shutdown_seconds),
        };
        let mut workers = Vec::new();
        if loops && roles.contains(&Role::Worker) {
            for _ in 0..config.pipeline.workers.max(1) {
                let (worker, stop) = (
                    Worker::new(app.clone()).abandoning(service.abandon.clone()),
                    service.stop.clone(),
                );
                workers.push(service.loops.spawn(async move { worker.run(stop).await }));
            }
        }
        if loops
            && roles.contains(&Role::Worker)
            && let Some(inbox) = inbox(config).await?
        {
            let (app, stop) = (app.clone(), service.stop.clone());
            let created = move |key| {
                let app = app.clone();
                async move { app.object_created(key).await }
            };
            service.loops.spawn(async move { inbox.run(stop, created).await });
        }
        if loops && roles.contains(&Role::Schedule) {
            service.scheduler = Some(ticking(app.clone()).await.map_err(failed("start the schedule"))?);
        }
        if let Some(address) = config.operations.address {
            let operations = Operations::start(address, app.clone(), requests.clone(), workers);
            service.operations = Some(operations.map_err(failed("listen for operators"))?);
        }
        if roles.contains(&Role::Api) {
            let settings = RouterSettings {
                timeout: Duration::from_secs(config.server.request_timeout_seconds),
                ingest_timeout: Duration::from_secs(config.server.ingest_timeout_seconds) + GRACE,
                ..RouterSettings::default()
            };
            let router = invoices_api::Router::new::<Api>(settings).observed(requests.observer());
            let api = router.start(Context::new(app, config.proxies()), config.server.address);
            service.api = Some(api.map_err(failed("listen"))?);
        }
        Ok(service)
    }

    /// Where it answers requests, if that is one of its roles.
    pub fn address(&self) -> Option<SocketAddr> {
        self.api.as_ref().map(|(server, _)| server.local_addr())
    }

    /// Where it answers operators, if they asked for it.
    pub fn operations(&self) -> Option<SocketAddr> {
        self.operations.as_ref().map(Operations::address)
    }

    /// Refuses new requests, finishes those in flight and the jobs that run, and ends. A job that does not end in time is
    /// given back: another worker goes on with it.
    pub async fn stop(mut self) {
        if let Some(operations) = &self.operations {
            operations.stopping();
        }
        if let Some((_, router)) = &self.api {
            router.close();
        }
        self.stop.cancel();
        if let Some(mut scheduler) = self.scheduler.take()
            && let Err(error) = scheduler.shutdown().await
        {
            tracing::warn!(%error, "the schedule did not stop in order");
        }
        let drained = tokio::time::timeout(self.shutdown, async {
            if let Some((_, router)) = &self.api {
                router.drained().await;
            }
            while self.loops.join_next().await.is_some() {}
        });
        if drained.await.is_err() {
            tracing::warn!("not everything ended in time; jobs are given back and picked up later");
            self.abandon.cancel();
            // Giving back is one statement a job; a database that does not answer even then must not keep the process.
            let given_back = async { while self.loops.join_next().await.is_some() {} };
            if tokio::time::timeout(GIVE_BACK, given_back).await.is_err() {
                tracing::warn!("jobs could not be given back; their leases run out");
            }
        }
        if let Some((server, _)) = self.api
            && let Err(error) = server.close().await
        {
            tracing::warn!(error, "the server did not stop in order");
        }
        if let Some(operations) = self.operations
            && let Err(error) = operations.stop().await
        {
            tracing::warn!(error, "the operators' server did not stop in order");
        }
    }
}

/// Ticks that only look whether something is due.
async fn ticking(app: App) -> Result<JobScheduler, tokio_cron_scheduler::JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    let tick = Job::new_async(TICK, move |_, _| {
        let app = app.clone();
        Box::pin(async move {
            if let Err(error) = schedule::run_due(&app).await {
                tracing::warn!(%error, "the schedule could not be looked at; the next tick tries again");
            }
        })
    })?;
    scheduler.add(tick).await?;
    scheduler.start().await?;
    Ok(scheduler)
}
