//! The HTTP server, health checks, logs and traces.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

use crate::value::{HttpUrl, Seconds, Secret};

section! {
    /// The HTTP server.
    ServerSettings {
        /// The address to listen on. Port 0 selects a free port. Use a proxy for compression and for a limit on connections.
        address: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080));
        /// The time limit of a request that is not an ingest. Lists take milliseconds, so a request that reaches it is a bug.
        request_timeout_seconds: Seconds = Seconds::new(60), constant();
        /// The time limit for the response to an ingest. An ingest that takes longer continues after the response. The SDK
        /// and the CLI wait six minutes.
        ingest_timeout_seconds: Seconds = Seconds::new(300), range(1..=3_600, "callers and proxies don't wait for hours");
        /// On SIGTERM: how long requests are still accepted, while /readyz returns 503. It must be longer than a proxy needs to
        /// notice. Ctrl-C and a second signal end it. Unset: 5 with several replicas, otherwise 0.
        drain_seconds: Option<Seconds> = None, range(0..=3_600, "a supervisor kills a process that takes longer"), example(5);
        /// After that: the time for requests and jobs to finish. At half of it, requests that wait for an ingest are answered.
        shutdown_seconds: Seconds = Seconds::new(30),
            range(1..=3_600, "jobs need time to finish, and a supervisor kills a process that takes longer");
        /// The number of processes that share the database. Limits on logins are divided by it. Above 1, the database must be
        /// PostgreSQL, and a folder of originals or secrets is an error unless `shared_folders` is set.
        replicas: u32 = 1, range(1..=1_000, "this process is one of them");
        /// The networks of trusted proxies. Limits apply to the client address in a trusted proxy's header, otherwise to the
        /// connecting address.
        trusted_proxies: Vec<IpNet> = Vec::new(), example(["10.0.0.0/8", "fd00::/8"]);
        /// The header with the client address that proxies set: "x-forwarded-for" or "forwarded" (RFC 7239).
        forwarded_header: ForwardedHeader = ForwardedHeader::default();
        /// The origins of pages that can call the API from browsers (CORS): scheme, host and, if it isn't the default, the
        /// port. Wildcards are refused. Callers authenticate with access tokens; cookies are never allowed.
        allowed_origins: Vec<String> = Vec::new(), example(["https://app.example.com"]);
        /// The certificate of the API, followed by the intermediate certificates (PEM). Unset: the API is served over plain
        /// HTTP, for a proxy with TLS. SIGHUP reloads it and its key.
        tls_cert: Option<PathBuf> = None, example("/etc/invoices/tls/fullchain.pem");
        /// The key of that certificate (PEM). Only its owner and group may be able to read it.
        tls_key: Option<PathBuf> = None, example("/etc/invoices/tls/privkey.pem");
        /// Whether all replicas share the same folders, like processes on one machine.
        shared_folders: bool = false;
        /// What this process does: answer requests ("api"), run jobs ("worker"), enqueue scheduled runs ("schedule"). With only
        /// "api", requests wait for workers of other processes. If several processes have the role "schedule", each run is
        /// enqueued once.
        roles: Vec<Role> = Role::ALL.to_vec(), example(["api", "worker"]);
    }
}

/// The drain of one of several replicas. Proxies ask for health every second or two.
const DRAIN: Duration = Duration::from_secs(5);

impl ServerSettings {
    /// How long requests are still taken after SIGTERM. With several replicas a proxy notices meanwhile that this one stops; a
    /// single process has nothing to wait for.
    pub fn drain(&self) -> Duration {
        let default = if self.replicas > 1 { DRAIN } else { Duration::ZERO };
        self.drain_seconds.map_or(default, |seconds| *seconds)
    }

    /// This process's part of a limit that all replicas share.
    pub fn share(&self, limit: u32) -> u32 {
        (limit / self.replicas.max(1)).max(1)
    }
}

/// The header in which a proxy names the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`: addresses separated by commas.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239): its `for` parameters.
    Forwarded,
}

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Answers requests. Workers run their jobs.
    Api,
    /// Runs jobs.
    Worker,
    /// Enqueues scheduled runs. If several processes have this role, each run is enqueued once.
    Schedule,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 3] = [Role::Api, Role::Worker, Role::Schedule];
}

section! {
    /// Health checks and metrics.
    OperationsSettings {
        /// The address of /healthz, /readyz and /metrics, over HTTP without authentication. Unset: disabled.
        address: Option<SocketAddr> = None, example("127.0.0.1:9100");
    }
}

section! {
    /// Logs. They go to standard error.
    LogSettings {
        /// The filter of tracing: "info", or "info,invoices_app=debug". SIGHUP reloads it: see docs/operations.md, "Settings
        /// that are reloaded".
        filter: String = "info".into();
        /// "text" or "json".
        format: LogFormat = LogFormat::Text;
    }
}

/// The format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

section! {
    /// Traces by OTLP.
    TracesSettings {
        /// The address of an OpenTelemetry collector, which receives spans by OTLP over HTTP at /v1/traces. The build needs the
        /// feature "otlp".
        endpoint: Option<HttpUrl> = None, example("http://127.0.0.1:4318");
        /// The bearer token for the collector.
        token: Option<Secret> = None, example("…"), file("/run/secrets/traces");
        /// The fraction of traces that is exported.
        sampled: f64 = 1.0, range(0..=1, "it is a fraction");
    }
}
