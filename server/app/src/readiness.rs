//! Whether the dependencies of requests and jobs are ready.

use std::time::Duration;

use invoices_domain::ports::BoxError;

use crate::app::App;

/// A dependency that does not answer within this time is not ready.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A dependency, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name.
    pub of: &'static str,
    /// What is wrong, for operators: it can name hosts and files.
    pub problem: Option<String>,
}

impl App {
    /// Checks that the database, the object storage and the secret store can be read and written. The mail provider is not checked: without it the
    /// service still serves what is stored.
    pub async fn readiness(&self) -> Vec<Check> {
        let ports = self.ports();
        let database = check("database", ports.store.check_writable());
        let migrations = check("migrations", async {
            let migrations = ports.store.migrations().await?;
            match migrations.pending.as_slice() {
                [] => Ok::<_, BoxError>(()),
                names => Err(format!("not yet run: {}", names.join(", ")).into()),
            }
        });
        let objects = check("objects", ports.objects.check());
        let secrets = check("secrets", ports.secrets.check());
        let (database, migrations, objects, secrets) = tokio::join!(database, migrations, objects, secrets);
        vec![database, migrations, objects, secrets]
    }
}

async fn check<T, E: Into<BoxError>>(of: &'static str, query: impl Future<Output = Result<T, E>>) -> Check {
    let problem = match tokio::time::timeout(TIMEOUT, query).await {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => {
            let error: BoxError = error.into();
            let mut text = error.to_string();
            let mut cause = error.source();
            while let Some(error) = cause {
                text = format!("{text}: {error}");
                cause = error.source();
            }
            Some(text)
        }
        Err(_) => Some(format!("no answer within {} s", TIMEOUT.as_secs())),
    };
    Check { of, problem }
}
