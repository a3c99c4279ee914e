//! The latency of a list without and during many logins, in one run.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cargo_metadata::MetadataCommand;
use serde_json::{Value, json};

use super::served::{Connection, Served};
use crate::{Result, root, tool};

/// The number of clients that log in concurrently, each again as soon as it has an answer.
const CLIENTS: usize = 40;
/// The time of one measurement. The two alternate, so that other load on the machine affects both.
const TURN: Duration = Duration::from_secs(5);
const TURNS: usize = 3;
/// The interval of the lists, unless an answer takes longer.
const INTERVAL: Duration = Duration::from_millis(10);
const LIST: &str = "/v1/invoices/retail";
/// Turns the limits on logins off: otherwise they would refuse the logins before the queue does.
const NO_LIMITS: [(&str, &str); 2] = [
    ("INVOICES__AUTH__ATTEMPTS_PER_MINUTE", "1000000"),
    ("INVOICES__AUTH__LOGIN_FAILURES", "1000000"),
];

/// Prints the latencies with the default settings, and with one password hashed at a time.
pub fn run() -> Result<()> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    tool::run(tool::cargo().args(["build", "--release", "--quiet", "--package", "invoices-server"]))?;
    let program = metadata.target_directory.into_std_path_buf().join("release/invoices");
    for hashes in ["2", "1"] {
        let mut settings = NO_LIMITS.to_vec();
        settings.push(("INVOICES__AUTH__HASH_CONCURRENCY", hashes));
        println!("== {CLIENTS} clients log in, {hashes} passwords hashed at a time");
        measure(&Served::start(&program, &settings)?)?;
    }
    Ok(())
}

fn measure(served: &Served) -> Result<()> {
    let token = sign_up(served)?;
    let (mut idle, mut loaded, mut answers) = (vec![], vec![], BTreeMap::new());
    // Warms up.
    list(served, &token, Duration::from_secs(1))?;
    for _ in 0..TURNS {
        idle.extend(list(served, &token, TURN)?);
        let over = AtomicBool::new(false);
        thread::scope(|scope| -> Result<()> {
            let clients: Vec<_> = (0..CLIENTS)
                .map(|client| {
                    scope.spawn({
                        let over = &over;
                        // The error is not `Send`, its text is.
                        move || log_in(served, client, over).map_err(|error| error.to_string())
                    })
                })
                .collect();
            let latencies = list(served, &token, TURN);
            over.store(true, Ordering::Relaxed);
            loaded.extend(latencies?);
            for client in clients {
                for (status, times) in client.join().map_err(|_| "a client panicked")?? {
                    *answers.entry(status).or_insert(0) += times;
                }
            }
            Ok(())
        })?;
    }
    let (idle, loaded) = (Latencies::of(idle), Latencies::of(loaded));
    println!("a list, no logins:       {idle}");
    println!("a list, during logins:   {loaded}");
    println!("ratio of the p99:        {:.1}", loaded.at(99) / idle.at(99));
    let seconds = TURN.as_secs() * TURNS as u64;
    for (status, times) in answers {
        println!("logins answered {status}:    {}/s", times / seconds);
    }
    Ok(())
}

/// The token of a new user.
fn sign_up(served: &Served) -> Result<String> {
    let body = json!({"email": "alva@example.com", "name": "Alva", "password": "a password of some length"});
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
fn log_in(served: &Served, client: usize, over: &AtomicBool) -> Result<BTreeMap<u16, u64>> {
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
struct Latencies(Vec<Duration>);

impl Latencies {
    fn of(mut all: Vec<Duration>) -> Self {
        all.sort();
        Latencies(all)
    }

    /// A percentile in milliseconds.
    fn at(&self, percent: usize) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let at = self.0.get(last * percent / 100);
        at.map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
    }
}

impl std::fmt::Display for Latencies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (median, p99) = (self.at(50), self.at(99));
        write!(
            f,
            "median {median:.2} ms, p99 {p99:.2} ms, of {} requests",
            self.0.len()
        )
    }
}
