//! Whether everything that requests and jobs need does its work.

use std::time::Duration;

use invoices_domain::ports::BoxError;
use invoices_domain::{FileName, ObjectKey, UserId};

use crate::app::App;

/// A dependency that says nothing for so long is not ready.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a service needs, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What.
    pub of: &'static str,
    /// What is wrong, for operators: it can name hosts and files.
    pub problem: Option<String>,
}

impl App {
    /// Asks the database, the object storage and the secret store. The mail provider is not asked: without it a service
    /// still serves what it has.
    pub async fn readiness(&self) -> Vec<Check> {
        let ports = self.ports();
        // Nobody has this id, so nothing is found; that a store can say so is what is asked.
        let nobody = UserId::random();
        let key = FileName::of_attachment("readiness").map(|file| ObjectKey::Rental { user: nobody, file });
        let database = check("database", ports.store.ping());
        let migrations = check("migrations", async {
            let pending = ports.store.missing_migrations().await?;
            match pending.as_slice() {
                [] => Ok::<_, BoxError>(()),
                names => Err(format!("not yet run: {}", names.join(", ")).into()),
            }
        });
        let objects = check("objects", async {
            match &key {
                Some(key) => ports.objects.get(key).await.map(drop),
                None => Ok(()),
            }
        });
        let secrets = check("secrets", ports.secrets.get(nobody));
        let (database, migrations, objects, secrets) = tokio::join!(database, migrations, objects, secrets);
        vec![database, migrations, objects, secrets]
    }
}

async fn check<T, E: Into<BoxError>>(of: &'static str, asked: impl Future<Output = Result<T, E>>) -> Check {
    let problem = match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => {
            let error: BoxError = error.into();
            let mut words = error.to_string();
            let mut cause = error.source();
            while let Some(error) = cause {
                words = format!("{words}: {error}");
                cause = error.source();
            }
            Some(words)
        }
        Err(_) => Some(format!("no answer within {} s", PATIENCE.as_secs())),
    };
    Check { of, problem }
}
