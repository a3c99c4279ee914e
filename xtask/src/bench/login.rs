//! What a storm of logins costs those who are logged in: another call's latency without and during it, in one run.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cargo_metadata::MetadataCommand;
use serde_json::{Value, json};

use super::served::{Connection, Served};
use crate::{Result, root, tool};

/// So many log in at once, each again as soon as it is answered.
const STORM: usize = 40;
/// How long each of the two is measured, in turns, so that a busy machine spoils both alike.
const TURN: Duration = Duration::from_secs(5);
const TURNS: usize = 3;
/// The other call is made so often, or as soon as the one before is answered.
const EVERY: Duration = Duration::from_millis(10);
const LIST: &str = "/v1/invoices/retail";
/// Whose door stands open however often a login fails: else the limit would end the storm and not the queue.
const OPEN: [(&str, &str); 2] = [
    ("INVOICES__AUTH__ATTEMPTS_PER_MINUTE", "1000000"),
    ("INVOICES__AUTH__LOGIN_FAILURES", "1000000"),
];

/// Prints the latency of a list without and during a storm: as the settings come, and with one hash at a time.
pub fn run() -> Result<()> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    tool::run(tool::cargo().args(["build", "--release", "--quiet", "--package", "invoices-server"]))?;
    let program = metadata.target_directory.into_std_path_buf().join("release/invoices");
    for hashes in ["2", "1"] {
        let mut settings = OPEN.to_vec();
        settings.push(("INVOICES__AUTH__HASH_CONCURRENCY", hashes));
        println!("== {STORM} who log in, {hashes} hashed at once");
        measure(&Served::start(&program, &settings)?)?;
    }
    Ok(())
}

fn measure(served: &Served) -> Result<()> {
    let token = signs_up(served)?;
    let (mut quiet, mut stormy, mut answers) = (vec![], vec![], BTreeMap::new());
    // What is slow for the first time only is no part of it.
    lists(served, &token, Duration::from_secs(1))?;
    for _ in 0..TURNS {
        quiet.extend(lists(served, &token, TURN)?);
        let over = AtomicBool::new(false);
        thread::scope(|scope| -> Result<()> {
            let storm: Vec<_> = (0..STORM)
                .map(|caller| {
                    scope.spawn({
                        let over = &over;
                        // An error that leaves its thread is its words.
                        move || logs_in(served, caller, over).map_err(|error| error.to_string())
                    })
                })
                .collect();
            let latencies = lists(served, &token, TURN);
            over.store(true, Ordering::Relaxed);
            stormy.extend(latencies?);
            for caller in storm {
                for (status, times) in caller.join().map_err(|_| "a caller panicked")?? {
                    *answers.entry(status).or_insert(0) += times;
                }
            }
            Ok(())
        })?;
    }
    let (quiet, stormy) = (Latencies::of(quiet), Latencies::of(stormy));
    println!("a list, alone:           {quiet}");
    println!("a list, during a storm:  {stormy}");
    println!("p99 to p99:              {:.1}", stormy.at(99) / quiet.at(99));
    let seconds = TURN.as_secs() * TURNS as u64;
    for (status, times) in answers {
        println!("logins answered {status}:    {}/s", times / seconds);
    }
    Ok(())
}

/// Somebody's token.
fn signs_up(served: &Served) -> Result<String> {
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

/// How long each list took.
fn lists(served: &Served, token: &str, time: Duration) -> Result<Vec<Duration>> {
    let mut connection = served.connect()?;
    let (began, mut latencies) = (Instant::now(), vec![]);
    while began.elapsed() < time {
        let asked = Instant::now();
        let (status, _) = connection.ask("GET", LIST, token, "")?;
        if status != 200 {
            return Err(format!("a list was answered {status}").into());
        }
        latencies.push(asked.elapsed());
        thread::sleep(EVERY.saturating_sub(asked.elapsed()));
    }
    Ok(latencies)
}

/// Logs in until it is over, in turn with a wrong password and as nobody; how often each status came.
fn logs_in(served: &Served, caller: usize, over: &AtomicBool) -> Result<BTreeMap<u16, u64>> {
    let mut connection: Connection = served.connect()?;
    let mut answers = BTreeMap::new();
    for number in 0.. {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let email = match number % 2 {
            0 => "alva@example.com".to_owned(),
            _ => format!("nobody-{caller}-{number}@example.com"),
        };
        let body = json!({"email": email, "password": "a wrong password"});
        let (status, _) = connection.ask("POST", "/v1/auth/login", "", &body.to_string())?;
        *answers.entry(status).or_insert(0) += 1;
    }
    Ok(answers)
}

/// Latencies, sorted.
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
        write!(f, "median {median:.2} ms, p99 {p99:.2} ms, of {}", self.0.len())
    }
}
