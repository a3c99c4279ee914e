//! `invoices doctor` of an installation on PostgreSQL and AWS.

use std::collections::BTreeMap;
use std::process::{Command, Output};

use aws_sdk_s3::types::{Delete, ObjectIdentifier};
use invoices_sandbox::{Sandbox, SandboxSettings};
use invoices_tests::support::cloud::Cloud;
use invoices_tests::support::database::Database;
use invoices_tests::support::program::{mailbox, program};
use invoices_tests::support::replica::Replica;
use serde_json::Value;
use tempfile::TempDir;

/// The settings of an installation that has served before.
struct Installation {
    settings: Vec<(&'static str, String)>,
    folder: TempDir,
    cloud: Cloud,
}

impl Installation {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
        let cloud = Cloud::start().await;
        let mut settings = cloud.variables();
        settings.extend(mailbox(&sandbox));
        settings.push((
            "INVOICES__DATABASE__URL",
            Database::Postgres.create(folder.path()).await,
        ));
        let replica = Replica::start(folder.path(), &settings).await;
        replica.connects(&sandbox).await;
        replica.stop().await;
        Installation {
            settings,
            folder,
            cloud,
        }
    }

    fn examine(&self) -> Output {
        Command::new(program())
            .args(["doctor", "--json"])
            .current_dir(self.folder.path())
            .env_remove("INVOICES_CONFIG")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .output()
            .unwrap()
    }

    /// The state of each check with what was found.
    fn findings(&self) -> BTreeMap<String, (String, String)> {
        let output = self.examine();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let findings: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let findings = findings.iter().map(|finding| {
            (
                text(&finding["name"]),
                (text(&finding["state"]), text(&finding["message"])),
            )
        });
        findings.collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_reads_the_stores_of_aws_and_names_what_is_gone() {
    let mut installation = Installation::new().await;
    let findings = installation.findings();
    for check in ["database", "migrations", "queue", "objects", "secrets"] {
        assert_eq!(findings[check].0, "ok", "{check}: {findings:?}");
    }
    let (_, objects) = &findings["objects"];
    assert!(objects.contains(&installation.cloud.wanted.bucket), "{objects}");

    empty(&installation.cloud).await;
    let findings = installation.findings();
    assert_eq!(findings["objects"].0, "fault", "{findings:?}");
    assert_eq!(findings["secrets"].0, "ok", "{findings:?}");

    // Nothing listens there.
    for (name, value) in &mut installation.settings {
        if *name == "INVOICES__AWS__ENDPOINT_URL" {
            *value = "http://127.0.0.1:9".into();
        }
    }
    let findings = installation.findings();
    assert_eq!(findings["secrets"].0, "fault", "{findings:?}");
    assert_eq!(findings["database"].0, "ok", "{findings:?}");
    assert_eq!(installation.examine().status.code(), Some(1));
}

/// Deletes the bucket with its objects.
async fn empty(cloud: &Cloud) {
    let (s3, bucket) = (cloud.s3(), &cloud.wanted.bucket);
    let keys = cloud.keys().await.into_iter();
    let keys: Vec<_> = keys
        .map(|key| ObjectIdentifier::builder().key(key).build().unwrap())
        .collect();
    if !keys.is_empty() {
        let keys = Delete::builder().set_objects(Some(keys)).build().unwrap();
        s3.delete_objects().bucket(bucket).delete(keys).send().await.unwrap();
    }
    s3.delete_bucket().bucket(bucket).send().await.unwrap();
}
