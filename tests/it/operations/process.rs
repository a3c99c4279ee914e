//! The program as a process, with a mailbox.

use chrono::{TimeDelta, Utc};
use invoices_sandbox::{Endpoint, Sandbox, SandboxHandle, SandboxSettings};
use invoices_tests::support::answer::Answer;
use invoices_tests::support::certificate::Certificate;
use invoices_tests::support::mails::grocery;
use invoices_tests::support::program::mailbox;
use invoices_tests::support::proxy::Backend;
use invoices_tests::support::replica::Replica;
use invoices_tests::support::wait::{until, within};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A process with a mailbox and health checks.
pub struct Process {
    pub replica: Replica,
    pub sandbox: SandboxHandle,
    /// It runs in it.
    pub folder: TempDir,
    operations: u16,
}

impl Process {
    pub async fn start(settings: &[(&'static str, &str)]) -> Self {
        Process::start_in(tempfile::tempdir().unwrap(), settings).await
    }

    /// With TLS and this certificate.
    pub async fn start_with_tls(certificate: &Certificate, settings: &[(&'static str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = certificate.write(folder.path());
        let files = files.iter().map(|(name, file)| (*name, file.as_str()));
        let settings: Vec<_> = files.chain(settings.iter().copied()).collect();
        Process::start_in(folder, &settings).await
    }

    pub async fn start_in(folder: TempDir, settings: &[(&'static str, &str)]) -> Self {
        let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
        let Backend { operations, .. } = Backend::free();
        let mut all = mailbox(&sandbox);
        // A secret or the file with it, not both.
        all.retain(|(name, _)| !settings.iter().any(|(other, _)| other.starts_with(name)));
        all.push(("INVOICES__OPERATIONS__ADDRESS", format!("127.0.0.1:{operations}")));
        all.extend(settings.iter().map(|(name, value)| (*name, (*value).to_owned())));
        Process {
            replica: Replica::start(folder.path(), &all).await,
            sandbox,
            folder,
            operations,
        }
    }

    pub async fn readiness(&self) -> (u16, Value) {
        let url = format!("http://127.0.0.1:{}/readyz", self.operations);
        let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
        let answer = http.get(url).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    pub async fn metrics(&self) -> String {
        let url = format!("http://127.0.0.1:{}/metrics", self.operations);
        let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
        http.get(url).send().await.unwrap().text().await.unwrap()
    }

    /// Waits until health checks see that the process stops.
    pub async fn turns(&self) -> Value {
        until("/readyz to turn", async || self.readiness().await.0 == 503).await;
        self.readiness().await.1
    }

    /// Orders an ingest whose messages the provider holds back, and waits until it runs.
    pub async fn ingests(&self, token: &str) -> tokio::task::JoinHandle<Answer> {
        let received = Utc::now() - TimeDelta::days(20);
        self.sandbox.add(&grocery(received, "204118", "100,00"));
        let request = self.replica.post("/v1/invoices/retail/ingest", token, &json!({}));
        let ingest = tokio::spawn(Answer::to(request));
        within("a fetch", self.sandbox.wait_for_calls(Endpoint::Fetch, 1)).await;
        ingest
    }
}
