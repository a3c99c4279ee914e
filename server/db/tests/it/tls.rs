//! Connections to a PostgreSQL on another machine need a certificate for its name.
//!
//! The server runs at 127.0.0.1, and the address gives it the name of another machine.

use std::path::PathBuf;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use invoices_db::{DatabaseSettings, Store, StoreError};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tempfile::TempDir;
use test_servers::Certificate;
use test_servers::postgres::Postgres;

const NAME: &str = "db.example.com";

/// A certificate authority, and the file with its certificate.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    file: PathBuf,
}

impl Authority {
    fn new(folder: &TempDir, name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut parameters = CertificateParams::default();
        parameters.distinguished_name.push(DnType::CommonName, name);
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = parameters.self_signed(&key).unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, certificate.pem()).unwrap();
        let issuer = Issuer::new(parameters, key);
        Authority { issuer, file }
    }

    fn issue_for(&self, name: &str) -> Certificate {
        let key = KeyPair::generate().unwrap();
        let mut parameters = CertificateParams::new([name.to_owned()]).unwrap();
        parameters.distinguished_name.push(DnType::CommonName, name);
        let certificate = parameters.signed_by(&key, &self.issuer).unwrap();
        Certificate {
            certificate: certificate.pem(),
            key: key.serialize_pem(),
        }
    }
}

/// Settings for a server with this name.
fn settings(server: &Postgres, name: &str, authority: Option<&Authority>) -> DatabaseSettings {
    let port = server.port().unwrap();
    DatabaseSettings {
        ca_file: authority.map(|authority| authority.file.clone()),
        password: Some("hunter2".into()),
        connections: 1,
        connect_timeout: Duration::from_secs(2),
        ..DatabaseSettings::new(format!("postgres://invoices@{name}:{port}/postgres?hostaddr=127.0.0.1"))
    }
}

/// The number of encrypted connections to the server.
fn encrypted(server: &Postgres) -> i64 {
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        count: i64,
    }
    let mut connection = PgConnection::establish(&server.url()).unwrap();
    let query = sql_query("SELECT count(*) AS count FROM pg_stat_ssl WHERE ssl");
    query.get_result::<Count>(&mut connection).unwrap().count
}

/// The error of a connection that fails.
async fn connection_error(settings: &DatabaseSettings) -> String {
    match Store::open(settings).await {
        Err(StoreError::Connect(error)) => error.to_string(),
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("it was opened"),
    }
}

// Shows: Threats | The database's traffic is read or changed on the way | the certificate of a PostgreSQL on another machine is verified
#[tokio::test]
async fn a_remote_server_needs_a_certificate_for_its_name() {
    let folder = TempDir::new().unwrap();
    let (ours, others) = (
        Authority::new(&folder, "ours.pem"),
        Authority::new(&folder, "others.pem"),
    );
    let server = Postgres::with_tls(&ours.issue_for(NAME)).unwrap();
    PgConnection::establish(&server.url())
        .unwrap()
        .batch_execute("CREATE ROLE invoices LOGIN")
        .unwrap();

    let store = Store::open(&settings(&server, NAME, Some(&ours))).await.unwrap();
    store.ping().await.unwrap();
    assert_eq!(encrypted(&server), 1);
    drop(store);

    let stranger = connection_error(&settings(&server, NAME, Some(&others))).await;
    assert!(stranger.contains("certificate verify failed"), "{stranger}");
    let unknown = connection_error(&settings(&server, NAME, None)).await;
    assert!(unknown.contains("certificate verify failed"), "{unknown}");
    let another = connection_error(&settings(&server, "else.example.com", Some(&ours))).await;
    assert!(another.contains("does not match host name"), "{another}");

    // A weaker mode is refused unless verification is switched off.
    for mode in ["disable", "require"] {
        let mut less = settings(&server, NAME, None);
        less.url = format!("{}&sslmode={mode}", less.url);
        let refused = Store::open(&less).await;
        assert!(matches!(refused, Err(StoreError::InsecureSslMode(stated)) if stated == mode));
        less.verify_tls = false;
        let store = Store::open(&less).await.unwrap();
        store.ping().await.unwrap();
    }
}
