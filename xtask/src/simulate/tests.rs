//! Laws that hold whatever the costs are.

use super::advice::Advice;
use super::costs::{Assumptions, Costs, Machines, Settings, Work};
use super::outcome::Outcome;
use super::station::{MILLISECOND, MINUTE, SECOND, Time};
use super::tick;

const NOTHING: Work = Work {
    statements: 0,
    database: 0,
    service: 0,
};

/// A tick of which nothing takes time, and for which there is more than enough of everything.
struct Case {
    users: u64,
    costs: Costs,
    assumptions: Assumptions,
    machines: Machines,
    settings: Settings,
}

impl Case {
    fn of(users: u64) -> Self {
        Case {
            users,
            costs: Costs {
                enqueue: 0,
                processed: NOTHING,
                awaited: NOTHING,
                notice: NOTHING,
                search_units: 5,
                message_units: 20,
            },
            assumptions: Assumptions {
                call_ms: 0,
                object_ms: 0,
                secret_ms: 0,
                awaiting: 100,
                notices: 0,
            },
            machines: Machines {
                cores: 64,
                database_cores: 64,
                quota: 1_000_000_000,
                object_requests: 1_000_000,
            },
            settings: Settings {
                replicas: 2,
                workers: 50,
                connections: 64,
                spread: 0,
            },
        }
    }

    fn run(&self) -> Outcome {
        tick::simulate(
            self.users,
            &self.costs,
            &self.assumptions,
            &self.machines,
            &self.settings,
        )
    }
}

#[test]
fn with_workers_alone_the_end_is_that_of_equal_shares() {
    let mut case = Case::of(10_000);
    case.assumptions.call_ms = 100;
    // 100 runs a worker, each with a renewal and a search.
    let outcome = case.run();
    assert_eq!(outcome.end, 100 * 200 * MILLISECOND);
    assert_eq!(outcome.saturated(), Some("workers"));
    case.settings.workers *= 2;
    assert_eq!(case.run().end, outcome.end / 2);
}

#[test]
fn with_processors_alone_the_end_is_that_of_equal_shares() {
    type Need = fn(&mut Work) -> &mut Time;
    let needs: [(&str, Need); 3] = [
        ("connections", |work| &mut work.statements),
        ("database", |work| &mut work.database),
        ("service", |work| &mut work.service),
    ];
    for (name, need) in needs {
        let mut case = Case::of(6_400);
        *need(&mut case.costs.awaited) = 10 * MILLISECOND;
        case.machines = Machines {
            cores: 4,
            database_cores: 8,
            ..case.machines
        };
        case.settings.connections = 4;
        let one = case.run();
        assert_eq!(one.end, 6_400 * 10 * MILLISECOND / 8, "{name}");
        assert_eq!(one.saturated(), Some(name));
        case.machines.cores *= 2;
        case.machines.database_cores *= 2;
        case.settings.connections *= 2;
        assert_eq!(case.run().end, one.end / 2, "{name}");
    }
}

#[test]
fn with_the_quota_alone_the_end_is_that_of_full_windows() {
    let mut case = Case::of(1_000);
    case.machines.quota = 500;
    // 100 searches at once, then 100 every minute.
    let outcome = case.run();
    assert_eq!(outcome.end, 9 * MINUTE);
    assert_eq!(outcome.saturated(), Some("quota"));
    case.machines.quota *= 2;
    assert_eq!(case.run().end, 4 * MINUTE);
}

#[test]
fn runs_wait_until_all_jobs_are_enqueued() {
    let mut case = Case::of(1_000_000);
    case.costs.enqueue = 40;
    assert_eq!(case.run().end, 40 * SECOND);
    case.settings.spread = 2;
    assert_eq!(case.run().end, MINUTE);
}

#[test]
fn spread_runs_begin_in_their_minutes() {
    let mut case = Case::of(25_600);
    case.settings.spread = 10;
    let outcome = case.run();
    assert_eq!(outcome.end, 9 * MINUTE);
    assert_eq!(outcome.runs.percentile(100), SECOND);
    assert_eq!(outcome.runs.count(), 25_600);
}

#[test]
fn notices_are_read_after_the_runs_that_are_due() {
    let mut case = Case::of(1_000);
    case.assumptions.notices = 10;
    case.assumptions.call_ms = 100;
    case.settings = Settings {
        replicas: 1,
        workers: 1,
        ..case.settings
    };
    let outcome = case.run();
    let notices = outcome.notices.count();
    assert!((70..130).contains(&notices), "{notices}");
    // All notices are read when the last run has ended.
    assert!(outcome.notices.percentile(1) >= outcome.runs.percentile(100));
    let calls = 2 * 1_000 + notices;
    assert_eq!(outcome.end, calls * 100 * MILLISECOND);
    case.settings.spread = 240;
    assert!(case.run().notices.percentile(99) <= 2 * SECOND);
}

#[test]
fn nothing_is_in_use_for_more_than_all_of_the_time() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..200 {
        let mut work = || Work {
            statements: random.u64(0..20_000),
            database: random.u64(0..20_000),
            service: random.u64(0..20_000),
        };
        let costs = Costs {
            enqueue: 30,
            processed: work(),
            awaited: work(),
            notice: work(),
            ..Case::of(0).costs
        };
        let case = Case {
            users: random.u64(1..3_000),
            costs,
            assumptions: Assumptions {
                call_ms: random.u64(0..300),
                object_ms: random.u64(0..300),
                secret_ms: random.u64(0..300),
                awaiting: random.u64(0..=100),
                notices: random.u64(0..=100),
            },
            machines: Machines {
                cores: random.u64(1..8),
                database_cores: random.u64(1..8),
                quota: random.u64(100..10_000),
                object_requests: random.u64(1..1_000),
            },
            settings: Settings {
                replicas: random.u64(1..4),
                workers: random.u64(1..20),
                connections: random.u64(1..10),
                spread: random.u64(0..20),
            },
        };
        let outcome = case.run();
        for (name, share) in outcome.parts {
            assert!((0.0..=1.0).contains(&share), "{name}: {share}");
        }
        assert_eq!(outcome.runs.count(), case.users);
        assert_eq!(case.run().to_string(), outcome.to_string());
    }
}

#[test]
fn the_advised_settings_end_the_tick_in_time() {
    let assumptions = Assumptions {
        call_ms: 100,
        object_ms: 150,
        secret_ms: 30,
        awaiting: 100,
        notices: 5,
    };
    let machines = Machines {
        cores: 2,
        database_cores: 4,
        quota: 1_200_000,
        object_requests: 3_500,
    };
    for users in [1, 1_000, 50_000, 300_000] {
        let advice = Advice::of(users, 30, &Costs::MEASURED, &assumptions, &machines);
        let outcome = tick::simulate(
            users,
            &Costs::MEASURED,
            &assumptions,
            &advice.machines,
            &advice.settings,
        );
        assert!(outcome.end <= 32 * MINUTE, "{outcome}");
        assert!(outcome.notices.percentile(99) <= 2 * MINUTE, "{outcome}");
        assert_eq!(outcome.saturated(), None, "{outcome}");
    }
}
