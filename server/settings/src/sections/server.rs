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
        /// The address to listen on. Port 0 is any free port. Use a proxy for compression and for a limit on connections.
        address: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080));
        /// The time limit of a request that is not an ingest. Lists take milliseconds, so what reaches it is a defect.
        request_timeout_seconds: Seconds = Seconds::new(60), constant();
        /// An ingest is answered within this time. If it takes longer, it continues after the answer.
        ingest_timeout_seconds: Seconds = Seconds::new(300), range(1..=3_600);
        /// On SIGTERM: how long requests are still taken, while /readyz answers 503. It must be longer than a proxy needs to
        /// notice. Ctrl-C and a second signal end it. Unset: 5 with several replicas, else 0, because a single process has no
        /// other to send requests to.
        drain_seconds: Option<Seconds> = None, range(0..=3_600), example(5);
        /// After that: how long requests and jobs may take to finish. At half of it, requests that wait for an ingest are
        /// answered.
        shutdown_seconds: Seconds = Seconds::new(30), range(1..=3_600);
        /// The number of processes that share the database. Limits on logins are divided by it. Above 1 the database must be
        /// PostgreSQL, and a folder of originals or secrets is an error: it is not shared.
        replicas: u32 = 1, range(1..=1_000);
        /// The networks of trusted proxies. Limits count the client that a trusted proxy names. Without trusted proxies they
        /// count the address that connects.
        trusted_proxies: Vec<IpNet> = Vec::new(), example(["10.0.0.0/8", "fd00::/8"]);
        /// The header in which proxies name the client: "x-forwarded-for" or "forwarded" (RFC 7239).
        forwarded_header: ForwardedHeader = ForwardedHeader::default();
        /// The origins of pages that may call the API from browsers (CORS): scheme, host and, if it is not the scheme's own, the
        /// port. Wildcards are refused. Callers are known by their access tokens: cookies are never allowed.
        allowed_origins: Vec<String> = Vec::new(), example(["https://app.example.com"]);
        /// The certificate of the API, followed by those of the authorities between it and the root (PEM). Unset: the API is
        /// served over plain HTTP, for a proxy with TLS. SIGHUP reads it and its key anew.
        tls_cert: Option<PathBuf> = None, example("/etc/invoices/tls/fullchain.pem");
        /// The key of that certificate (PEM). Others than its owner and group must not be able to read it.
        tls_key: Option<PathBuf> = None, example("/etc/invoices/tls/privkey.pem");
        /// Whether all replicas share the same folders, as processes of one machine do.
        shared_folders: bool = false;
        /// What this process does: answer requests ("api"), run jobs ("worker"), enqueue scheduled runs ("schedule"). With "api"
        /// alone, requests wait for workers of other processes. If several processes have the role "schedule", each run is
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
        /// The address of /healthz, /readyz and /metrics, over HTTP without authentication. Unset: they are off.
        address: Option<SocketAddr> = None, example("127.0.0.1:9100");
    }
}

section! {
    /// Logs. They go to standard error.
    LogSettings {
        /// The filter of tracing: "info", or "info,invoices_app=debug". SIGHUP reads it anew, as it does secrets: see
        /// docs/operations.md, "Settings that are read anew".
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
        /// The address of an OpenTelemetry collector, which gets spans by OTLP over HTTP at /v1/traces below it. The build needs
        /// the feature "otlp".
        endpoint: Option<HttpUrl> = None, example("http://127.0.0.1:4318");
        /// The bearer token that the collector asks for.
        token: Option<Secret> = None, example("…"), file("/run/secrets/traces");
        /// The part of the traces that is exported.
        sampled: f64 = 1.0, range(0..=1);
    }
}
