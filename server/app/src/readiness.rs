//! Whether this process can answer requests, and the states of what only some of them need.

use std::iter;
use std::time::Duration;

use invoices_domain::ports::BoxError;

use crate::app::App;

/// A database that does not answer within this time is not ready. A proxy's check must wait longer.
const READY_LIMIT: Duration = Duration::from_secs(2);
/// A dependency that does not answer within this time counts as failed.
const LIMIT: Duration = Duration::from_secs(5);

/// A dependency, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name.
    pub of: &'static str,
    /// What is wrong, for operators: it can name hosts and files.
    pub problem: Option<String>,
}

impl App {
    /// Checks what every request needs: a database that can be written, with the tables of this program, and whose file no query
    /// has found damaged.
    pub async fn readiness(&self) -> Vec<Check> {
        let store = self.store();
        let database = check("database", READY_LIMIT, store.check_writable());
        let migrations = check("migrations", READY_LIMIT, async {
            let migrations = store.migrations().await?;
            match migrations.pending.as_slice() {
                [] => Ok::<_, BoxError>(()),
                names => Err(format!("not yet run: {}", names.join(", ")).into()),
            }
        });
        let (mut database, migrations) = tokio::join!(database, migrations);
        if let Some(problem) = store.damage() {
            database.problem = Some(format!(
                "the database file is damaged: {problem}; see \"A damaged database\" in docs/operations.md"
            ));
        }
        vec![database, migrations]
    }

    /// Checks what only some requests and jobs need: the object storage and the secret store. The state of the mail provider is
    /// that of its last call.
    pub async fn dependencies(&self) -> Vec<Check> {
        let ports = self.ports();
        let objects = check("objects", LIMIT, ports.objects.check());
        let secrets = check("secrets", LIMIT, ports.secrets.check());
        let (objects, secrets) = tokio::join!(objects, secrets);
        let provider = Check {
            of: "provider",
            problem: (ports.provider_problem)(),
        };
        vec![objects, secrets, provider]
    }
}

async fn check<T, E: Into<BoxError>>(
    of: &'static str,
    limit: Duration,
    query: impl Future<Output = Result<T, E>>,
) -> Check {
    let problem = match tokio::time::timeout(limit, query).await {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => {
            let error: BoxError = error.into();
            let causes = iter::successors(error.source(), |&cause| cause.source());
            Some(causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}")))
        }
        Err(_) => Some(format!("no answer within {} s", limit.as_secs())),
    };
    Check { of, problem }
}
