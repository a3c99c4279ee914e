//! What the jobs of a tick share and wait for.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Microseconds since the tick, so that times are exact and can be sorted.
pub type Time = u64;

pub const MILLISECOND: Time = 1_000;
pub const SECOND: Time = 1_000_000;
pub const MINUTE: Time = 60 * SECOND;

/// Several servers with one queue. Each serves one job at a time.
pub struct Servers {
    /// When each is free.
    free: BinaryHeap<Reverse<Time>>,
    /// The sum of all times of service.
    busy: Time,
}

impl Servers {
    pub fn new(count: u64) -> Self {
        Servers {
            free: (0..count.max(1)).map(|_| Reverse(0)).collect(),
            busy: 0,
        }
    }

    /// Serves for `duration` as soon as a server is free, and returns the end. Calls are made in the order of `at`.
    pub fn serve(&mut self, at: Time, duration: Time) -> Time {
        self.busy += duration;
        let Some(mut free) = self.free.peek_mut() else {
            return at + duration;
        };
        free.0 = free.0.max(at) + duration;
        free.0
    }

    /// The share of the time until `end` in which they serve.
    pub fn utilization(&self, end: Time) -> f64 {
        let servers = u64::try_from(self.free.len()).unwrap_or(u64::MAX);
        ratio(self.busy, end.saturating_mul(servers))
    }
}

/// A limit on the units in every window of this length, such as the provider's quota.
pub struct Meter {
    window: Time,
    limit: u64,
    /// When units were taken within the last window, the oldest first, and how many.
    taken: VecDeque<(Time, u64)>,
    /// Their sum.
    used: u64,
    /// The sum of all.
    total: u64,
}

impl Meter {
    pub fn new(window: Time, limit: u64) -> Self {
        Meter {
            window,
            limit,
            taken: VecDeque::new(),
            used: 0,
            total: 0,
        }
    }

    /// Takes units as soon as the limit allows it, and returns when that is. First come, first served: calls are made in the
    /// order of `at`. More units than the limit are never allowed, so they count as the limit.
    pub fn take(&mut self, at: Time, units: u64) -> Time {
        let units = units.min(self.limit);
        let mut now = self.taken.back().map_or(at, |(last, _)| at.max(*last));
        while let Some((oldest, freed)) = self.taken.front().copied() {
            let expiry = oldest + self.window;
            if expiry > now && self.used + units <= self.limit {
                break;
            }
            now = now.max(expiry);
            self.used -= freed;
            self.taken.pop_front();
        }
        match self.taken.back_mut() {
            Some((last, taken)) if *last == now => *taken += units,
            _ => self.taken.push_back((now, units)),
        }
        self.used += units;
        self.total += units;
        now
    }

    /// The share that was taken of what is allowed until `end`.
    pub fn utilization(&self, end: Time) -> f64 {
        ratio(self.total, (end / self.window + 1).saturating_mul(self.limit))
    }
}

/// One number divided by another.
pub fn ratio(part: u64, whole: u64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "the result is printed with a few digits")]
    let ratio = part as f64 / whole.max(1) as f64;
    ratio
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_serve_in_the_order_of_arrival() {
        let mut servers = Servers::new(2);
        let ends = [0, 0, 0, 25].map(|at| servers.serve(at, 10));
        assert_eq!(ends, [10, 10, 20, 35]);
        assert!((servers.utilization(40) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn units_are_taken_when_the_window_has_room() {
        let mut meter = Meter::new(100, 10);
        let times = [(0, 6), (5, 4), (7, 5), (8, 6), (350, 10)].map(|(at, units)| meter.take(at, units));
        assert_eq!(times, [0, 5, 100, 200, 350]);
    }

    #[test]
    fn no_window_has_more_units_than_the_limit() {
        let (window, limit) = (1_000, 100);
        let mut random = fastrand::Rng::with_seed(7);
        let (mut meter, mut at, mut taken) = (Meter::new(window, limit), 0, Vec::new());
        for _ in 0..5_000 {
            at += random.u64(0..60);
            let units = random.u64(1..25);
            taken.push((meter.take(at, units), units));
        }
        for (nth, (start, _)) in taken.iter().enumerate() {
            let within = taken[nth..].iter().take_while(|(time, _)| *time < start + window);
            assert!(within.map(|(_, units)| units).sum::<u64>() <= limit);
        }
        assert!(meter.utilization(taken[taken.len() - 1].0) <= 1.0);
        assert!(meter.utilization(taken[taken.len() - 1].0) > 0.9);
    }
}
