//! One tick for all users, event by event.
//!
//! A worker runs one job at a time, and waits while other services answer. It takes a run that is due, else a notice that is
//! to be read: the job of a notice has rank 1 because the user's run was live when it was enqueued, and those of rank 0 come
//! first (`server/db/src/queue.rs`).

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::{BinaryHeap, VecDeque};

use super::costs::{Assumptions, Costs, Machines, Settings, Work};
use super::outcome::{Outcome, Waits};
use super::station::{MINUTE, Meter, SECOND, Servers, Time, ratio};

/// Users are due by the first byte of their id, which has this many values.
const BYTES: u64 = 256;

/// How long an idle worker sleeps between two claims.
const IDLE: Time = SECOND;

/// What a worker does next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// Ends what it did, and takes the next job.
    Take,
    /// Searches the mailbox.
    Search,
    /// Fetches the new message.
    Fetch,
    /// Stores its PDF.
    Store,
    /// Writes the rows of what was stored, and ends the run.
    Record,
    /// Reads the PDF from the object storage.
    Load,
    /// Reads the notice and saves the invoice.
    Read,
}

/// What a worker is doing.
#[derive(Clone, Copy)]
enum Job {
    None,
    /// The run of a user that was due then.
    Run(Time),
    /// The notice of a user whose run was due then.
    Notice(Time),
}

/// A tick in progress.
struct Tick<'a> {
    users: u64,
    costs: &'a Costs,
    assumptions: &'a Assumptions,
    settings: &'a Settings,
    quota: Meter,
    objects: Meter,
    connections: Servers,
    database: Servers,
    service: Servers,
    random: fastrand::Rng,
    /// When the jobs of all users are in the database.
    enqueued: Time,
    /// How many users' runs were taken.
    taken: u64,
    /// The notices that are to be read, by the time at which their user's run was due.
    unread: VecDeque<Time>,
    /// What each worker does, and since when.
    workers: Vec<(Job, Time)>,
    /// The time for which workers were busy, together.
    worked: Time,
    runs: Waits,
    notices: Waits,
    end: Time,
}

/// Simulates a tick. The same arguments give the same outcome.
pub fn simulate(
    users: u64,
    costs: &Costs,
    assumptions: &Assumptions,
    machines: &Machines,
    settings: &Settings,
) -> Outcome {
    let workers = settings.replicas * settings.workers;
    let enqueued = users * costs.enqueue;
    let mut tick = Tick {
        users,
        costs,
        assumptions,
        settings,
        // A call counts from before it is sent until a minute after its answer.
        quota: Meter::new(MINUTE + assumptions.call(), machines.quota),
        objects: Meter::new(SECOND, machines.object_requests),
        connections: Servers::new(settings.replicas * settings.connections),
        database: Servers::new(machines.database_cores),
        service: Servers::new(settings.replicas * machines.cores),
        random: fastrand::Rng::with_seed(users),
        enqueued,
        taken: 0,
        unread: VecDeque::new(),
        workers: (0..workers).map(|_| (Job::None, 0)).collect(),
        worked: 0,
        runs: Waits::default(),
        notices: Waits::default(),
        end: 0,
    };
    tick.database.serve(0, enqueued);
    let mut events: BinaryHeap<_> = (0..tick.workers.len())
        .map(|worker| Reverse((0, worker, Step::Take)))
        .collect();
    while let Some(mut next) = events.peek_mut() {
        let Reverse((now, worker, step)) = *next;
        match tick.step(now, worker, step) {
            Some((at, step)) => *next = Reverse((at, worker, step)),
            None => drop(PeekMut::pop(next)),
        }
    }
    tick.outcome(workers)
}

impl Tick<'_> {
    /// Does a step, and returns the next one of the same worker with its time. `None` if there is no more work for it.
    fn step(&mut self, now: Time, worker: usize, step: Step) -> Option<(Time, Step)> {
        let (call, object) = (self.assumptions.call(), self.assumptions.object());
        let next = match step {
            Step::Take => {
                self.finish(now, worker);
                return self.take(now, worker);
            }
            Step::Search => {
                let answered = self.quota.take(now, self.costs.search_units) + call;
                let has_notice = self.random.u64(0..100) < self.assumptions.notices;
                (answered, if has_notice { Step::Fetch } else { Step::Take })
            }
            Step::Fetch => (self.quota.take(now, self.costs.message_units) + call, Step::Store),
            Step::Store => (self.objects.take(now, 1) + object, Step::Record),
            Step::Record => {
                if let Some((Job::Run(due), _)) = self.workers.get(worker) {
                    self.unread.push_back(*due);
                }
                (self.half_a_notice(now), Step::Take)
            }
            Step::Load => (self.objects.take(now, 1) + object, Step::Read),
            Step::Read => (self.half_a_notice(now), Step::Take),
        };
        Some(next)
    }

    fn take(&mut self, now: Time, worker: usize) -> Option<(Time, Step)> {
        let due = self.due(self.taken);
        let is_left = self.taken < self.users;
        // Its job is in the database when all are.
        let available = due.max(self.enqueued);
        let (job, next) = if is_left && available <= now {
            self.taken += 1;
            (Job::Run(due), self.begin(now))
        } else {
            match self.unread.pop_front() {
                Some(due) => (Job::Notice(due), (now, Step::Load)),
                None if is_left => return Some((available.min(now + IDLE), Step::Take)),
                None => return None,
            }
        };
        if let Some(doing) = self.workers.get_mut(worker) {
            *doing = (job, now);
        }
        Some(next)
    }

    /// Begins a run: reads the user's state and mail tokens, and renews the access token.
    fn begin(&mut self, now: Time) -> (Time, Step) {
        let secret = self.assumptions.secret();
        if self.random.u64(0..100) < self.assumptions.awaiting {
            let renewal = self.assumptions.call();
            (self.work(now, self.costs.awaited) + secret + renewal, Step::Search)
        } else {
            (self.work(now, self.costs.processed) + secret, Step::Take)
        }
    }

    fn half_a_notice(&mut self, now: Time) -> Time {
        let notice = self.costs.notice;
        let half = Work {
            statements: notice.statements / 2,
            database: notice.database / 2,
            service: notice.service / 2,
        };
        self.work(now, half)
    }

    /// Returns when the last of what the work needs has served it.
    fn work(&mut self, now: Time, work: Work) -> Time {
        let connection = self.connections.serve(now, work.statements);
        let database = self.database.serve(now, work.database);
        let service = self.service.serve(now, work.service);
        connection.max(database).max(service)
    }

    /// When the run of a user is due: at the start of the user's minute.
    fn due(&self, user: u64) -> Time {
        let byte = user * BYTES / self.users.max(1);
        byte * self.settings.spread / BYTES * MINUTE
    }

    fn finish(&mut self, now: Time, worker: usize) {
        let Some(doing) = self.workers.get_mut(worker) else {
            return;
        };
        let (job, since) = std::mem::replace(doing, (Job::None, now));
        let (waits, due) = match job {
            Job::None => return,
            Job::Run(due) => (&mut self.runs, due),
            Job::Notice(due) => (&mut self.notices, due),
        };
        waits.add(now - due);
        self.worked += now - since;
        self.end = self.end.max(now);
    }

    fn outcome(self, workers: u64) -> Outcome {
        let end = self.end.max(1);
        Outcome {
            users: self.users,
            end,
            runs: self.runs,
            notices: self.notices,
            parts: [
                ("workers", ratio(self.worked, end * workers)),
                ("quota", self.quota.utilization(end)),
                ("connections", self.connections.utilization(end)),
                ("database", self.database.utilization(end)),
                ("service", self.service.utilization(end)),
                ("objects", self.objects.utilization(end)),
            ],
        }
    }
}
