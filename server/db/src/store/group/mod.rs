//! Transactions that wait for SQLite's one writer share a commit: to flush the log to the disk takes longer than most statements.
//! PostgreSQL does the same by itself, except for those of one user, which wait for the lock on the user's row until the one before
//! has flushed: `users.rs`.

pub mod users;

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use diesel::Connection;
use diesel::connection::{SimpleConnection, TransactionManager};
use diesel::result::Error;
use tokio::sync::oneshot;
use tracing::Span;

use crate::error::StoreError;
use crate::store::connection::{Db, Value, Work, match_backend, transaction};

/// Limits of a group in time and in transactions: the first transaction waits for the others.
const LONGEST: Duration = Duration::from_millis(5);
const MOST: usize = 64;
/// The same for one user's transactions on PostgreSQL, where each statement is a round trip. They delay no other user's.
#[cfg(feature = "postgres")]
const LONGEST_OF_USER: Duration = Duration::from_millis(25);
/// How long one thread commits group after group before another may use the connection.
const TURN: Duration = Duration::from_millis(200);

/// The transactions that wait for the writer, in the order in which they came.
#[derive(Clone, Default)]
pub(crate) struct Waiting(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    last: Ticket,
    members: VecDeque<(Ticket, Member)>,
}

type Manager = <Db as Connection>::TransactionManager;

/// Identifies a transaction that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ticket(u64);

/// How a transaction ended for its caller: what its work returned, or the panic that it ended with.
type Outcome = Result<Result<Value, StoreError>, Box<dyn Any + Send>>;

/// A transaction of a group.
pub(crate) struct Member {
    work: Option<Work>,
    done: Option<Outcome>,
    caller: oneshot::Sender<Outcome>,
    /// What is logged or enqueued there belongs to the caller's span.
    span: Span,
}

impl Member {
    /// Does its work, so that nothing remains of work that fails: in a savepoint, unless it is the first of its group. The savepoint
    /// stays open. Fails itself if the group can't continue.
    fn run(&mut self, db: &mut Db, is_first: bool, is_open: &mut bool) -> Result<(), StoreError> {
        let Some(work) = self.work.take() else {
            return Ok(());
        };
        if *is_open {
            // One round trip. By the name that diesel gave it, so that what diesel knows of its depth stays right.
            db.batch_execute("RELEASE SAVEPOINT diesel_savepoint_1; SAVEPOINT diesel_savepoint_1")?;
        } else if !is_first {
            Manager::begin_transaction(db)?;
            *is_open = true;
        }
        let done = catch_unwind(AssertUnwindSafe(|| self.span.in_scope(|| work(db))));
        let ended = match done {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) if *is_open => {
                *is_open = false;
                Manager::rollback_transaction(db)
            }
            // It may have left transactions of its own open.
            Ok(Err(_)) | Err(_) => Err(Error::RollbackTransaction),
        };
        self.done = Some(done);
        Ok(ended?)
    }

    /// Answers its caller once the group is committed, or has failed.
    fn answer(self, committed: Result<(), StoreError>, is_alone: bool) {
        let answer = match (self.done, committed) {
            (Some(panicked @ Err(_)), _) => panicked,
            (Some(failed @ Ok(Err(_))), _) if is_alone => failed,
            // Also if its own work failed: what it saw of the others does not remain.
            (_, Err(error)) => Ok(Err(error)),
            (Some(done), Ok(())) => done,
            (None, Ok(())) => return,
        };
        // The caller may no longer wait.
        let _ = self.caller.send(answer);
    }
}

/// What a caller waits for.
pub(crate) struct Answered(oneshot::Receiver<Outcome>);

impl Answered {
    /// Waits for the answer. A panic of the work is resumed here.
    pub async fn wait(&mut self) -> Result<Value, StoreError> {
        match (&mut self.0).await {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => Err(StoreError::ShuttingDown),
        }
    }
}

impl Waiting {
    /// Lets work wait for the writer.
    pub fn add(&self, work: Work) -> (Ticket, Answered) {
        let (caller, answered) = oneshot::channel();
        let member = Member {
            work: Some(work),
            done: None,
            caller,
            span: Span::current(),
        };
        let mut queue = self.queue();
        queue.last.0 += 1;
        let ticket = queue.last;
        queue.members.push_back((ticket, member));
        (ticket, Answered(answered))
    }

    /// Takes a transaction out. `None` if a group has taken it.
    pub fn take(&self, ticket: Ticket) -> Option<Member> {
        let mut queue = self.queue();
        let place = queue.members.iter().position(|(waits, _)| *waits == ticket)?;
        queue.members.remove(place).map(|(_, member)| member)
    }

    /// Commits `first` with those that wait, then as groups those that have come meanwhile: to hand the connection to another
    /// thread takes as long as some transactions.
    pub fn commit(&self, db: &mut Db, first: Member) {
        let began = Instant::now();
        let mut next = Some(first);
        while let Some(first) = next.take() {
            let committed = self.commit_together(db, first);
            if committed && began.elapsed() < TURN {
                next = self.next();
            }
        }
    }

    /// Runs a transaction, and those that wait meanwhile, in one transaction, and answers their callers. If it could not begin, or
    /// the work of `first` failed, `first` alone has failed; the others still wait. Returns whether it is committed.
    fn commit_together(&self, db: &mut Db, first: Member) -> bool {
        let mut ran = Vec::new();
        let began = Instant::now();
        let longest = match_backend!(db, sqlite(_) => LONGEST, postgres(_) => LONGEST_OF_USER);
        let (mut next, mut is_open) = (Some(first), false);
        let committed = transaction(db, |db| {
            while let Some(mut member) = next.take() {
                let result = member.run(db, ran.is_empty(), &mut is_open);
                ran.push(member);
                result?;
                if ran.len() < MOST && began.elapsed() < longest {
                    next = self.next();
                }
            }
            if is_open {
                Manager::commit_transaction(db)?;
            }
            Ok(())
        });
        ran.extend(next);
        let committed = committed.map_err(Arc::new);
        let is_alone = ran.len() == 1;
        for member in ran {
            member.answer(committed.clone().map_err(StoreError::Commit), is_alone);
        }
        committed.is_ok()
    }

    /// The next transaction whose caller still waits.
    fn next(&self) -> Option<Member> {
        let mut queue = self.queue();
        while let Some((_, member)) = queue.members.pop_front() {
            if !member.caller.is_closed() {
                return Some(member);
            }
        }
        None
    }

    /// Nothing panics while it is locked.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
