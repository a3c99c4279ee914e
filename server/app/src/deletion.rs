//! Deleting an account: a job that the request waits for, and that finishes whatever cuts it off.

use invoices_db::{Job, JobState, NewJob};
use invoices_domain::UserId;
use invoices_domain::ports::{Dependency, DependencyError};
use uuid::Uuid;

use crate::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::work::{self, DeleteAccount, kind, user_lane};

impl App {
    /// Deletes everything of a user. From the moment the job is enqueued the user counts as deleted everywhere;
    /// asking again joins the job and, after a failure, finishes it.
    pub async fn delete_account(&self, user: UserId) -> Result<(), Error> {
        let now = self.now();
        let job = NewJob {
            kind: kind::DELETE_ACCOUNT.into(),
            // New each time: a live one is joined, and one that was given up must not be the last word.
            key: format!("{user}@{}", Uuid::new_v4()),
            user: Some(user),
            lane: Some(user_lane(user)),
            join_key: Some(format!("delete:{user}")),
            payload: work::payload(&DeleteAccount { user }),
            run_at: now,
        };
        let Some(job) = self.store().start_deletion(user, job, now).await? else {
            return Err(Error::Unauthenticated("No account exists for this token.".into()));
        };
        self.wake_workers();
        let asked_at = tokio::time::Instant::now();
        let deadline = asked_at + self.settings().pipeline.deletion_wait;
        let mut finished = self.0.finished.subscribe();
        // Claiming counts an attempt: of a job that runs already this one's end is yet to come.
        let tried = job.attempts - i32::from(job.state == JobState::Running);
        loop {
            let row = self.store().job(job.id).await?;
            match row {
                // The job's row outlives the user; without either there is nothing left to wait for.
                None => return Ok(()),
                Some(row) if row.state == JobState::Done => return Ok(()),
                // A try that failed while this request waited is this request's answer; the job goes on by itself.
                Some(row) if row.state == JobState::Ready && row.attempts > tried => {
                    return Err(failed(row.last_error.as_deref()));
                }
                Some(row) if row.state == JobState::Dead => return Err(failed(row.last_error.as_deref())),
                Some(_) => {}
            }
            if tokio::time::Instant::now() >= deadline {
                return Err(failed(None));
            }
            let next_look = deadline.min(tokio::time::Instant::now() + self.settings().pipeline.poll);
            let _ = tokio::time::timeout_at(next_look, finished.changed()).await;
        }
    }
}

/// The dependency that a failed try names, for the caller; its log has the cause.
fn failed(said: Option<&str>) -> Error {
    let known = [Dependency::ObjectStore, Dependency::SecretStore];
    let which = known
        .into_iter()
        .find(|which| said.is_some_and(|said| said.contains(&which.to_string())));
    DependencyError::new(
        which.unwrap_or(Dependency::Database),
        said.unwrap_or("the deletion still runs").to_owned(),
    )
    .into()
}

/// Objects, tokens, rows; the user's row goes last. Every step may run again.
pub(crate) async fn delete_account(app: &App, job: &Job, order: &DeleteAccount) -> Result<(), Error> {
    app.ports().objects.delete_user(order.user).await?;
    crash::point(Point::ObjectsErased);
    app.ports().secrets.delete(order.user).await?;
    crash::point(Point::TokensErased);
    app.store().erase_user(order.user, job.id).await?;
    crash::point(Point::RowsErased);
    tracing::info!(user = %order.user, "deleted an account");
    Ok(())
}
