//! The state of a simulation that all ports share: time, faults, kills and the trace.

use std::fmt::Display;
use std::future::{pending, poll_fn};
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_app::crash::Point;
use invoices_domain::ports::{Clock, Dependency, DependencyError};
use tokio::time::{Instant, sleep};

/// How a call of a port goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does its work.
    Works,
    /// It fails without an effect.
    Fails,
    /// It does its work, and the answer is lost.
    Lost,
}

/// When the process is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kill {
    /// When it reaches a crash point for this many times.
    At(Point, u32),
    /// After this many calls.
    After(u32),
}

/// A simulation.
pub struct Sim(Mutex<State>);

struct State {
    random: fastrand::Rng,
    /// The time when this life began, with the jumps since then.
    began: DateTime<Utc>,
    since: Option<Instant>,
    calls: u64,
    trace: DefaultHasher,
    /// Faults of a thousand calls; 0 when the faults are over.
    faults: u32,
    kill: Option<Kill>,
    dead: bool,
    kills: u32,
    /// Wakes the driver when the process dies.
    driver: Option<Waker>,
    log: Option<Vec<String>>,
}

impl Sim {
    pub fn new(seed: u64, start: DateTime<Utc>, faults: u32) -> Arc<Self> {
        Arc::new(Sim(Mutex::new(State {
            random: fastrand::Rng::with_seed(seed),
            began: start,
            since: None,
            calls: 0,
            trace: DefaultHasher::new(),
            faults,
            kill: None,
            dead: false,
            kills: 0,
            driver: None,
            log: std::env::var_os("HISTORIES_LOG").map(|_| Vec::new()),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a life. Needs the runtime of that life.
    pub fn begin_life(&self) {
        let mut state = self.state();
        (state.dead, state.kill) = (false, None);
        state.since = Some(Instant::now());
    }

    /// Ends a life. Needs its runtime.
    pub fn end_life(&self) {
        let now = self.now();
        let mut state = self.state();
        (state.began, state.since, state.dead) = (now, None, true);
    }

    /// Arms a kill in place of the one before.
    pub fn arm(&self, kill: Kill) {
        self.state().kill = Some(kill);
    }

    /// Ends all faults and kills.
    pub fn end_faults(&self) {
        let mut state = self.state();
        (state.faults, state.kill) = (0, None);
    }

    /// Ends the faults for a while. Returns their rate.
    pub fn suspend_faults(&self) -> u32 {
        std::mem::take(&mut self.state().faults)
    }

    /// Has as many of a thousand calls fail again.
    pub fn resume_faults(&self, faults: u32) {
        self.state().faults = faults;
    }

    /// Moves the clock.
    pub fn jump(&self, by: TimeDelta) {
        self.state().began += by;
    }

    /// Kills the process if it was to die at this point.
    pub fn reach(&self, point: Point) {
        let mut state = self.state();
        if let Some(Kill::At(at, passes)) = &mut state.kill
            && *at == point
        {
            *passes = passes.saturating_sub(1);
            if *passes == 0 {
                state.die();
            }
        }
    }

    /// Waits until the process is killed.
    pub async fn death(&self) {
        poll_fn(|context| {
            let mut state = self.state();
            state.driver = Some(context.waker().clone());
            if state.dead { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// A call of a port. It never returns once the process is dead.
    pub async fn call(&self, port: &'static str, detail: impl Display) -> Verdict {
        let now = self.elapsed();
        let decided = self.state().decide(port, now, &detail.to_string());
        let Some((verdict, lag)) = decided else {
            return pending().await;
        };
        tokio::task::yield_now().await;
        if let Some(lag) = lag {
            sleep(lag).await;
        }
        if self.state().dead {
            return pending().await;
        }
        verdict
    }

    /// A call of a port that does its work, with the failure that it reports.
    pub async fn attempt<T>(
        &self,
        port: (&'static str, Dependency),
        detail: impl Display,
        work: impl FnOnce() -> T,
    ) -> Result<T, DependencyError> {
        let failed = || DependencyError::new(port.1, "a simulated failure");
        match self.call(port.0, detail).await {
            Verdict::Works => Ok(work()),
            Verdict::Fails => Err(failed()),
            Verdict::Lost => {
                work();
                Err(failed())
            }
        }
    }

    /// Writes into the trace what the driver does.
    pub fn note(&self, what: &str) {
        let elapsed = self.elapsed();
        self.state().write("driver", elapsed, what);
    }

    /// The number of calls of ports, the hash of the trace, and the number of kills.
    pub fn sums(&self) -> (u64, u64, u32) {
        let state = self.state();
        (state.calls, state.trace.finish(), state.kills)
    }

    /// The trace as text, if the variable `HISTORIES_LOG` is set.
    pub fn log(&self) -> Option<Vec<String>> {
        self.state().log.take()
    }

    fn elapsed(&self) -> DateTime<Utc> {
        let state = self.state();
        let elapsed = state.since.map_or(Duration::ZERO, |since| since.elapsed());
        state.began + TimeDelta::from_std(elapsed).unwrap_or_default()
    }
}

impl State {
    fn write(&mut self, port: &str, now: DateTime<Utc>, what: &str) {
        self.trace.write(port.as_bytes());
        self.trace.write_i64(now.timestamp_micros());
        self.trace.write(what.as_bytes());
        if let Some(log) = &mut self.log {
            log.push(format!("{} {port} {what}", now.format("%m-%d %H:%M:%S%.3f")));
        }
    }

    /// `None` if the process is dead, or dies now.
    fn decide(&mut self, port: &str, now: DateTime<Utc>, detail: &str) -> Option<(Verdict, Option<Duration>)> {
        if self.dead {
            return None;
        }
        self.calls += 1;
        let verdict = match self.faults {
            0 => Verdict::Works,
            rate if self.random.u32(..1000) >= rate => Verdict::Works,
            _ if self.random.u32(..3) == 0 => Verdict::Lost,
            _ => Verdict::Fails,
        };
        let lags = self.faults > 0 && port != "store" && self.random.u32(..20) == 0;
        let lag = lags.then(|| match self.random.u32(..10) {
            0 => Duration::from_secs(self.random.u64(1..90)),
            _ => Duration::from_millis(self.random.u64(1..300)),
        });
        self.write(port, now, detail);
        self.trace.write_u8(verdict as u8);
        if let Some(Kill::After(calls)) = &mut self.kill {
            *calls = calls.saturating_sub(1);
            if *calls == 0 {
                self.die();
                return None;
            }
        }
        Some((verdict, lag))
    }

    fn die(&mut self) {
        (self.dead, self.kill) = (true, None);
        self.kills += 1;
        if let Some(driver) = self.driver.take() {
            driver.wake();
        }
    }
}

impl Clock for Sim {
    fn now(&self) -> DateTime<Utc> {
        self.elapsed()
    }
}
