//! What came of a simulated tick.

use std::fmt;

use super::station::{MINUTE, SECOND, Time, ratio};

/// What came of a tick.
pub struct Outcome {
    pub users: u64,
    /// When the last job ended.
    pub end: Time,
    /// From the time at which a run was due to its end.
    pub runs: Waits,
    /// From the time at which the run that found a notice was due until the user is notified of it.
    pub notices: Waits,
    /// The share of the time until the end in which each part was in use.
    pub parts: [(&'static str, f64); 6],
}

/// Waits, counted by second, so that those of ten million users need little memory.
#[derive(Default)]
pub struct Waits {
    by_second: Vec<u64>,
    count: u64,
}

impl Waits {
    pub fn add(&mut self, wait: Time) {
        let second = usize::try_from(wait / SECOND).unwrap_or(usize::MAX);
        if self.by_second.len() <= second {
            self.by_second.resize(second + 1, 0);
        }
        if let Some(count) = self.by_second.get_mut(second) {
            *count += 1;
        }
        self.count += 1;
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The time within which this share of the waits, in per cent, is over; in whole seconds.
    pub fn percentile(&self, percent: u64) -> Time {
        let enough = (self.count * percent).div_ceil(100);
        let mut seen = 0;
        let mut seconds = 0;
        for count in &self.by_second {
            seen += count;
            seconds += 1;
            if seen >= enough {
                break;
            }
        }
        seconds * SECOND
    }
}

/// A part in use for more of the time than this is what the others wait for.
const SATURATED: f64 = 0.9;

impl Outcome {
    pub const HEAD: &str = concat!(
        "     users   done after   run p99   notices  notice p99",
        "  workers  quota  connections  database  service  objects  saturated"
    );

    /// The part that is in use for most of the time, if it is saturated.
    pub fn saturated(&self) -> Option<&'static str> {
        let busiest = self.parts.iter().max_by(|one, other| one.1.total_cmp(&other.1));
        busiest.filter(|(_, share)| *share > SATURATED).map(|(name, _)| *name)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = |time: Time| format!("{:.1} min", ratio(time, MINUTE));
        let [workers, quota, connections, database, service, objects] =
            self.parts.map(|(_, share)| format!("{:.0} %", share * 100.0));
        write!(
            f,
            "{:>10} {:>12} {:>9} {:>9} {:>11} {workers:>8} {quota:>6} {connections:>12} {database:>9} {service:>8} {objects:>8}  {}",
            self.users,
            minutes(self.end),
            minutes(self.runs.percentile(99)),
            self.notices.count(),
            minutes(self.notices.percentile(99)),
            self.saturated().unwrap_or("nothing"),
        )
    }
}
