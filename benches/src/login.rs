//! The latency of a list without and during many logins, in one run.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::report::{Figure, Report};
use super::served::{Connection, Served, unlimited_logins};
use crate::Result;

/// The number of clients that log in concurrently, each again as soon as it has an answer.
const CLIENTS: usize = 40;
/// The time of one measurement. The two alternate, so that other load on the machine affects both.
const TURN: Duration = Duration::from_secs(5);
const QUICK_TURN: Duration = Duration::from_secs(2);
const TURNS: usize = 3;
/// The interval of the lists, unless an answer takes longer.
const INTERVAL: Duration = Duration::from_millis(10);
const LIST: &str = "/v1/invoices/retail";

/// Measures with the default settings, in shorter turns if `quick`.
pub fn run(service: &Path, quick: bool) -> Result<Report> {
    let mut report = Report::new("login");
    let turn = if quick { QUICK_TURN } else { TURN };
    let served = &Served::start(service, &unlimited_logins())?;
    let token = sign_up(served, "alva@example.com")?;
    let (mut idle, mut loaded) = (vec![], vec![]);
    let mut answers = BTreeMap::<_, Vec<f64>>::new();
    // Warms up.
    list(served, &token, Duration::from_secs(1))?;
    for _ in 0..TURNS {
        idle.push(Latencies::of(list(served, &token, turn)?));
        let (latencies, counts) = during_logins(served, &token, turn)?;
        loaded.push(latencies);
        for (status, times) in counts {
            answers
                .entry(status)
                .or_default()
                .push(f64::from(times) / turn.as_secs_f64());
        }
    }
    for (which, percent) in [("median", 50), ("99th percentile", 99)] {
        let at = |turns: &[Latencies]| turns.iter().map(|latencies| latencies.at(percent)).collect();
        let name = format!("a list: {which}");
        report.add(Figure::new(
            &name,
            "ms",
            &[("during logins", at(&loaded)), ("alone", at(&idle))],
        ));
    }
    for (status, rates) in answers {
        let name = format!("logins answered {status}");
        report.add(Figure::new(&name, "/s", &[("service", rates)]));
    }
    Ok(report)
}

/// The latencies of lists while [`CLIENTS`] log in, and the answers to those by status.
fn during_logins(served: &Served, token: &str, turn: Duration) -> Result<(Latencies, BTreeMap<u16, u32>)> {
    let over = AtomicBool::new(false);
    thread::scope(|scope| -> Result<_> {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                scope.spawn({
                    let over = &over;
                    // The error is not `Send`, its text is.
                    move || log_in(served, client, over).map_err(|error| error.to_string())
                })
            })
            .collect();
        let latencies = list(served, token, turn);
        over.store(true, Ordering::Relaxed);
        let (latencies, mut answers) = (Latencies::of(latencies?), BTreeMap::new());
        for client in clients {
            for (status, times) in client.join().map_err(|_| "a client panicked")?? {
                *answers.entry(status).or_insert(0) += times;
            }
        }
        Ok((latencies, answers))
    })
}

/// The token of a new user.
pub fn sign_up(served: &Served, email: &str) -> Result<String> {
    let body = json!({"email": email, "name": "Alva", "password": "a password of some length"});
    let (status, answer) = served
        .connect()?
        .ask("POST", "/v1/auth/signup", "", &body.to_string())?;
    let answer: Value = serde_json::from_slice(&answer)?;
    let token = answer["data"]["access_token"].as_str();
    Ok(token
        .ok_or_else(|| format!("sign-up was answered {status}"))?
        .to_owned())
}

/// Requests lists for this time and returns the latency of each.
fn list(served: &Served, token: &str, time: Duration) -> Result<Vec<Duration>> {
    let mut connection = served.connect()?;
    let (began, mut latencies) = (Instant::now(), vec![]);
    while began.elapsed() < time {
        let started = Instant::now();
        let (status, _) = connection.ask("GET", LIST, token, "")?;
        if status != 200 {
            return Err(format!("a list was answered {status}").into());
        }
        latencies.push(started.elapsed());
        thread::sleep(INTERVAL.saturating_sub(started.elapsed()));
    }
    Ok(latencies)
}

/// Logs in until `over`, alternately with a wrong password and as an unknown user. Counts the answers by status.
fn log_in(served: &Served, client: usize, over: &AtomicBool) -> Result<BTreeMap<u16, u32>> {
    let mut connection: Connection = served.connect()?;
    let mut answers = BTreeMap::new();
    for number in 0.. {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let email = match number % 2 {
            0 => "alva@example.com".to_owned(),
            _ => format!("nobody-{client}-{number}@example.com"),
        };
        let body = json!({"email": email, "password": "a wrong password"});
        let (status, _) = connection.ask("POST", "/v1/auth/login", "", &body.to_string())?;
        *answers.entry(status).or_insert(0) += 1;
    }
    Ok(answers)
}

/// Sorted latencies.
pub struct Latencies(Vec<Duration>);

impl Latencies {
    pub fn of(mut all: Vec<Duration>) -> Self {
        all.sort();
        Latencies(all)
    }

    /// A percentile in milliseconds.
    pub fn at(&self, percent: usize) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let at = self.0.get(last * percent / 100);
        at.map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
    }
}
