//! A running service.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dropshot::{HttpServer, RawTlsConfig};
use futures::future::BoxFuture;
use invoices_api::{RouterHandle, RouterSettings};
use invoices_app::job::schedule;
use invoices_app::{App, Error, Worker};
use invoices_settings::{Config, Role};
use tokio::task::{AbortHandle, JoinSet};
use tokio_util::sync::CancellationToken;

use super::error::{StartError, failed};
use super::listener;
use super::object_events::ObjectEvents;
use super::silent::{self, Callers};
use super::workers::workers;
use super::{scheduler, settings};
use crate::certificate::{self, ServedCertificate};
use crate::http::{Api, Context, page};
use crate::operations::{Operations, Requests};

/// The router's time limit of an ingest is this much longer than that of the use case.
const INGEST_GRACE: Duration = Duration::from_secs(30);
/// The time limit for releasing the leases of unfinished jobs at shutdown.
const RELEASE_LIMIT: Duration = Duration::from_secs(5);

/// What runs a service's workers, schedule and reading of object events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// The service, in the background.
    Service,
    /// The caller, with [`Service::workers`], [`Service::tick`] and [`Service::object_events`]. Tests decide so what happens when.
    Caller,
}

/// A running service.
pub struct Service {
    /// `None` for plain HTTP.
    certificate: Option<Arc<ServedCertificate>>,
    /// `None` without the role `api`.
    api: Option<(HttpServer<Context>, RouterHandle)>,
    operations: Option<Operations>,
    stop: CancellationToken,
    abandon: CancellationToken,
    workers: Vec<Arc<Worker>>,
    /// `None` without the role `worker`, or without a queue.
    object_events: Option<Arc<ObjectEvents>>,
    /// The use cases whose runs the schedule enqueues. `None` without the role `schedule`.
    scheduled: Option<App>,
    loops: JoinSet<()>,
    drain: Duration,
    shutdown: Duration,
}

impl Service {
    /// Starts what the roles of the settings ask for.
    pub fn start(config: &Config, app: App) -> BoxFuture<'_, Result<Self, StartError>> {
        Service::start_with(config, app, Loops::Service)
    }

    /// The same with loops that the caller may run.
    pub fn start_with(config: &Config, app: App, loops: Loops) -> BoxFuture<'_, Result<Self, StartError>> {
        // Boxed, like all that the program's crates await of this one: what is behind it is compiled here, and once.
        Box::pin(Service::start_roles(config, app, loops))
    }

    async fn start_roles(config: &Config, app: App, loops: Loops) -> Result<Self, StartError> {
        let roles = settings::roles(config).map_err(failed("use the settings"))?;
        let requests = Requests::default();
        let mut service = Service {
            certificate: None,
            api: None,
            operations: None,
            stop: CancellationToken::new(),
            abandon: CancellationToken::new(),
            workers: Vec::new(),
            object_events: None,
            scheduled: roles.contains(&Role::Schedule).then(|| app.clone()),
            loops: JoinSet::new(),
            drain: config.server.drain(),
            shutdown: *config.server.shutdown_seconds,
        };
        let is_api = roles.contains(&Role::Api);
        let tls = if is_api { service.start_tls(config)? } else { None };
        if roles.contains(&Role::Worker) {
            app.prepare_reader().await.map_err(failed("start the reader"))?;
            service.workers = workers(config, &app, &service.abandon);
            service.object_events = ObjectEvents::open(config, &app).await?.map(Arc::new);
        }
        service.start_schedule(loops).await?;
        let mut running = Vec::new();
        if loops == Loops::Service {
            service.keep_clock(app.clone());
            running = service.run_workers();
            if let Some(events) = service.object_events.clone() {
                let stop = service.stop.clone();
                service.loops.spawn(async move { events.run(stop).await });
            }
        }
        if let Some(address) = config.operations.address {
            let operations = Operations::start(address, app.clone(), requests.clone(), running);
            service.operations = Some(operations.map_err(failed("listen for operators"))?);
        }
        if is_api {
            let callers = Callers::default();
            let settings = RouterSettings {
                timeout: *config.server.request_timeout_seconds,
                ingest_timeout: *config.server.ingest_timeout_seconds + INGEST_GRACE,
                origins: settings::origins(config).map_err(failed("use the settings"))?,
                observer: Some(requests.observer()),
                arrival_observer: Some(callers.observer()),
                pages: Some(page),
            };
            let router = invoices_api::Router::new::<Api>(settings);
            let api = router.start(Context::new(app, settings::proxies(config)), config.server.address, tls);
            let (server, handle) = api.map_err(failed("listen"))?;
            let silent = silent::close(server.local_addr(), callers, service.stop.clone());
            service.loops.spawn(silent);
            service.api = Some((server, handle));
        }
        Ok(service)
    }

    /// Reads the certificate of the API, if the settings name one, before anything else starts.
    fn start_tls(&mut self, config: &Config) -> Result<Option<RawTlsConfig>, StartError> {
        const CERTIFICATE: &str = "use the certificate";
        let Some(files) = settings::certificate(config).map_err(failed(CERTIFICATE))? else {
            return Ok(None);
        };
        let certificate = files.read().map_err(failed(CERTIFICATE))?;
        if let Some(warning) = certificate::warning(&certificate) {
            tracing::warn!("{warning}");
        }
        let served = ServedCertificate::new(certificate);
        let tls = served.server_config().map_err(failed(CERTIFICATE))?;
        self.certificate = Some(served);
        Ok(Some(tls))
    }

    /// The certificate of the API. `None` for plain HTTP.
    pub(super) fn certificate(&self) -> Option<Arc<ServedCertificate>> {
        self.certificate.clone()
    }

    /// Whether the API serves TLS.
    pub fn has_tls(&self) -> bool {
        self.certificate.is_some()
    }

    /// Records from when on ticks are due, and starts to look for them unless the caller does.
    async fn start_schedule(&mut self, loops: Loops) -> Result<(), StartError> {
        let Some(app) = &self.scheduled else {
            return Ok(());
        };
        schedule::start(app).await.map_err(failed("start the schedule"))?;
        if loops == Loops::Service {
            self.loops.spawn(scheduler::run(app.clone(), self.stop.clone()));
        }
        Ok(())
    }

    fn keep_clock(&mut self, app: App) {
        let stop = self.stop.clone();
        self.loops.spawn(async move {
            stop.run_until_cancelled(app.keep_clock()).await;
        });
    }

    fn run_workers(&mut self) -> Vec<AbortHandle> {
        let start = |worker: &Arc<Worker>| {
            let (worker, stop) = (Arc::clone(worker), self.stop.clone());
            self.loops.spawn(async move { worker.run(stop).await })
        };
        self.workers.iter().map(start).collect()
    }

    /// The workers of the process. None without the role `worker`.
    pub fn workers(&self) -> &[Arc<Worker>] {
        &self.workers
    }

    /// Enqueues the runs that are due, as the schedule does all the time. Returns the number of jobs, 0 without the role `schedule`.
    pub async fn tick(&self) -> Result<usize, Error> {
        match &self.scheduled {
            Some(app) => schedule::run_due(app).await,
            None => Ok(0),
        }
    }

    /// What reads the events of new objects. `None` without the role `worker`, or if the settings name no queue.
    pub fn object_events(&self) -> Option<&ObjectEvents> {
        self.object_events.as_deref()
    }

    /// The address of the API. `None` without the role `api`.
    pub fn address(&self) -> Option<SocketAddr> {
        self.api.as_ref().map(|(server, _)| server.local_addr())
    }

    /// The address of health checks and metrics. `None` if they are off.
    pub fn operations(&self) -> Option<SocketAddr> {
        self.operations.as_ref().map(Operations::address)
    }

    /// Makes `/readyz` answer 503 and takes requests for `server.drain_seconds` more, so that a proxy notices before the port
    /// closes. Every answer closes its connection.
    pub async fn drain(&self) {
        self.announce_stop();
        if self.api.is_some() {
            tokio::time::sleep(self.drain).await;
        }
    }

    fn announce_stop(&self) {
        if let Some(operations) = &self.operations {
            operations.stopping();
        }
        if let Some((_, router)) = &self.api {
            router.close_connections();
        }
    }

    /// Closes the port, waits for requests and jobs in progress, and stops. The lease of a job that does not finish in time is
    /// released, so that another worker claims the job.
    pub fn stop(self) -> BoxFuture<'static, ()> {
        Box::pin(self.end())
    }

    async fn end(mut self) {
        self.announce_stop();
        let started = Instant::now();
        let router = self.api.as_ref().map(|(_, router)| router.clone());
        let mut requests = pin!(finish_requests(self.api.take()));
        // Workers run the jobs that requests wait for, and then need time to finish those of others.
        let are_finished = tokio::time::timeout(self.shutdown / 2, &mut requests).await.is_ok();
        if !are_finished {
            router.iter().for_each(RouterHandle::end_waits);
        }
        self.stop.cancel();
        let loops = &mut self.loops;
        let finished = tokio::time::timeout(self.shutdown.saturating_sub(started.elapsed()), async {
            if !are_finished {
                requests.as_mut().await;
            }
            while loops.join_next().await.is_some() {}
        });
        if finished.await.is_err() {
            tracing::warn!("requests or jobs did not finish in time; the leases of jobs are released");
            self.abandon.cancel();
            // Releasing takes one statement per job. A database that does not answer must not block the shutdown.
            let released = async { while self.loops.join_next().await.is_some() {} };
            if tokio::time::timeout(RELEASE_LIMIT, released).await.is_err() {
                tracing::warn!("failed to release the leases of jobs; they expire");
            }
        }
        if let Some(operations) = self.operations
            && let Err(error) = operations.stop().await
        {
            tracing::warn!(error, "failed to stop the operators' server");
        }
    }
}

/// Closes the port, refuses what comes on connections that are kept, and waits for the requests in progress.
async fn finish_requests(api: Option<(HttpServer<Context>, RouterHandle)>) {
    let Some((server, router)) = api else { return };
    router.close();
    listener::close(server.local_addr());
    // Also those whose caller is gone. The server is closed last: it closes the connections that are kept at once, and a request
    // that is on its way would get no answer.
    router.drained().await;
    if let Err(error) = server.close().await {
        tracing::warn!(error, "failed to stop the server");
    }
}
