//! Deleting an account: a job that the request waits for, and that is tried again until it is done.

use chrono::{DateTime, Utc};
use invoices_db::{Job, JobState, NewJob, Operator};
use invoices_domain::ports::{Dependency, DependencyError};
use invoices_domain::{PasswordChange, UserId};
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::job::sweep;
use crate::job::{DeletionFailure, OfUser, Work, user_lane};
use crate::random;
use crate::settings::POLL;
use crate::user::administration::no_such_user;

impl App {
    /// Deletes everything of a user. From the moment the job is enqueued the user counts as deleted everywhere; asking again
    /// joins the job and, after a failure, finishes it. The wait ends early when the caller has hung up; the job continues.
    pub async fn delete_account(&self, user: UserId, hung_up: &CancellationToken) -> Result<(), Error> {
        let now = self.now();
        let order = deletion_job(user, now);
        let job = self.store().start_deletion(user, order, None, now).await?;
        let job = job.ok_or_else(Error::no_account)?;
        self.wait_for_deletion(job, hung_up).await
    }

    /// [`App::delete_account`] by an operator.
    pub async fn delete_user(&self, user: UserId, by: Operator, stop: &CancellationToken) -> Result<(), Error> {
        let now = self.now();
        let order = deletion_job(user, now);
        let job = self.store().start_deletion(user, order, Some(by), now).await?;
        self.wait_for_deletion(job.ok_or_else(no_such_user)?, stop).await
    }

    async fn wait_for_deletion(&self, job: Job, hung_up: &CancellationToken) -> Result<(), Error> {
        self.wake_workers();
        let deadline = Instant::now() + self.settings().deletion_wait;
        let mut finished = self.0.finished.subscribe();
        // Claiming a job counts an attempt. If one runs already, its failure is this request's answer, too.
        let earlier_attempts = job.attempts - i32::from(job.state == JobState::Running);
        loop {
            let Some(row) = self.store().job(job.id).await? else {
                // The job's row outlives the user's; without it nothing is left to wait for.
                return Ok(());
            };
            match row.state {
                JobState::Done => return Ok(()),
                // The job is tried again later; this request does not wait for that.
                JobState::Ready if row.attempts > earlier_attempts => return Err(last_failure(&row)),
                JobState::Dead => return Err(last_failure(&row)),
                JobState::Ready | JobState::Running => {}
            }
            if Instant::now() >= deadline || hung_up.is_cancelled() {
                return Err(DependencyError::new(Dependency::Database, "the deletion still runs").into());
            }
            let next_look = deadline.min(Instant::now() + POLL);
            tokio::select! {
                biased;
                () = hung_up.cancelled() => {}
                _ = timeout_at(next_look, finished.changed()) => {}
            }
        }
    }
}

fn deletion_job(user: UserId, now: DateTime<Utc>) -> NewJob {
    // The key is new each time, so that a dead job does not prevent another; a live one is joined.
    let key = format!("{user}@{}", random::uuid());
    NewJob {
        lane: Some(user_lane(user)),
        join_key: Some(format!("delete:{user}")),
        ..Work::DeleteAccount(OfUser { user }).job(key, now)
    }
}

/// What the job's row keeps of a failed attempt.
pub(crate) fn failure(job: &Job, error: &Error) -> DeletionFailure {
    let dependency = match error {
        Error::Dependency(error) => Some(error.which),
        _ => None,
    };
    DeletionFailure {
        attempt: job.attempts,
        dependency,
    }
}

/// The failure of the last attempt, as the caller's error. An attempt that left none, since its process died or the
/// database failed, counts as the database's.
fn last_failure(job: &Job) -> Error {
    let failure = job
        .result
        .clone()
        .and_then(|result| serde_json::from_value::<DeletionFailure>(result).ok())
        .filter(|failure| failure.attempt == job.attempts);
    let which = failure.and_then(|failure| failure.dependency);
    let source = job.last_error.clone().unwrap_or_default();
    DependencyError::new(which.unwrap_or(Dependency::Database), source).into()
}

/// Objects, tokens, rows; the user's row goes last. Every step may run again.
pub(crate) async fn delete_account(app: &App, job: &Job, user: UserId) -> Result<(), Error> {
    app.ports().objects.delete_user(user).await?;
    crash::point(Point::ObjectsErased);
    // The tokens are needed for it, so it starts before they are gone.
    if let Ok(known) = app.known_mail_accounts(user).await {
        for secret in known.as_slice() {
            app.revoke_in_background(user, secret.clone());
        }
    }
    app.ports().secrets.delete_mail_accounts(user).await?;
    let all = PasswordChange::ForgetAll;
    app.ports().secrets.change_pdf_passwords(user, all).await?;
    crash::point(Point::TokensErased);
    app.store().erase_jobs(user, job.id).await?;
    loop {
        let erased = app.store().erase_some(user).await?;
        crash::point(Point::SomeRowsErased);
        if erased == 0 {
            break;
        }
    }
    app.store().erase_user(user, job.id).await?;
    crash::point(Point::RowsErased);
    sweep::truncate_log(app).await;
    tracing::info!(%user, "deleted an account");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::payload;
    use invoices_db::JobKind;
    use serde_json::{Value, json};

    fn job(attempts: i32, result: Option<Value>) -> Job {
        Job {
            id: serde_json::from_value(json!(1)).unwrap(),
            kind: JobKind::DeleteAccount.into(),
            key: "user@1".into(),
            user: None,
            lane: None,
            join_key: None,
            payload: Value::Null,
            state: JobState::Ready,
            attempts,
            lost_leases: 0,
            run_at: DateTime::UNIX_EPOCH,
            owner: None,
            lease_until: None,
            last_error: Some("The database failed. Try again later.".into()),
            result,
            created_at: DateTime::UNIX_EPOCH,
            finished_at: None,
            trace_parent: None,
        }
    }

    fn shown(job: &Job) -> Dependency {
        match last_failure(job) {
            Error::Dependency(error) => error.which,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_failure_names_the_dependency_of_its_own_attempt() {
        let error = Error::from(DependencyError::new(Dependency::SecretStore, "no answer"));
        let result = Some(payload(&failure(&job(2, None), &error)));
        assert_eq!(shown(&job(2, result.clone())), Dependency::SecretStore);
        assert_eq!(
            shown(&job(3, result)),
            Dependency::Database,
            "an earlier attempt's result"
        );
        assert_eq!(shown(&job(1, None)), Dependency::Database);
        let defect = payload(&failure(&job(1, None), &Error::internal("a defect")));
        assert_eq!(shown(&job(1, Some(defect))), Dependency::Database);
    }
}
