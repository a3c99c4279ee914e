//! The latency of an ordinary account's calls, alone and during attacks by another account, with the default settings.

mod attack;
mod mail;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use test_servers::dns::Dns;

use self::attack::{Attack, Attacker, begin_export};
use self::mail::Template;
use super::api::{import, mailbox};
use super::login::{Latencies, sign_up};
use super::report::{Figure, Report, median};
use super::served::{Connection, Served};
use crate::Result;

/// The time between two calls of the ordinary account.
const INTERVAL: Duration = Duration::from_millis(5);
/// The aims: the largest ratio of the median to the idle median, and of the 99th percentile to the idle one. A 99th percentile below
/// [`P99_MS`] is good enough.
const MEDIAN_RATIO: f64 = 3.0;
const P99_RATIO: f64 = 10.0;
const P99_MS: f64 = 50.0;
/// The number of the first receipt that the ordinary account uploads. Those before it are imported.
const FIRST_UPLOAD: u32 = 50_000;

/// How much is measured.
struct Scale {
    runs: usize,
    calls: usize,
    /// Fewer, because each upload adds an invoice.
    uploads: usize,
    exports: usize,
    /// Invoices of the ordinary account, and of the account that attacks with lists.
    invoices: u32,
    abusive_invoices: u32,
    /// The time limit of the calls of one kind in a run.
    limit: Duration,
}

const WHOLE: Scale = Scale {
    runs: 3,
    calls: 2_000,
    uploads: 300,
    exports: 5,
    invoices: 1_000,
    abusive_invoices: 20_000,
    limit: Duration::from_mins(2),
};

const QUICK: Scale = Scale {
    runs: 1,
    calls: 200,
    uploads: 30,
    exports: 2,
    invoices: 200,
    abusive_invoices: 2_000,
    limit: Duration::from_mins(1),
};

/// A call of the ordinary account.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Profile,
    List,
    Upload,
    Export,
}

impl Call {
    /// The calls that are measured. An export takes long, so only during the attack on exports.
    fn during(attack: Attack) -> &'static [Call] {
        let all = &[Call::Profile, Call::List, Call::Upload, Call::Export];
        if attack == Attack::Exports { all } else { &all[..3] }
    }

    fn name(self) -> &'static str {
        match self {
            Call::Profile => "profile",
            Call::List => "list",
            Call::Upload => "upload",
            Call::Export => "export",
        }
    }

    fn times(self, scale: &Scale) -> usize {
        match self {
            Call::Profile | Call::List => scale.calls,
            Call::Upload => scale.uploads,
            Call::Export => scale.exports,
        }
    }
}

/// The calls of one kind in one run.
struct Turn {
    latencies: Latencies,
    calls: usize,
    /// The number of calls without the expected answer, by error.
    failures: BTreeMap<String, u32>,
}

/// A service with an ordinary account.
struct Stage {
    served: Served,
    token: String,
    uploads: u32,
    /// Stops when it is dropped.
    _dns: Dns,
}

/// Measures each attack on a new service.
pub fn run(program: &Path, quick: bool) -> Result<Report> {
    let mut report = Report::new("fairness");
    let scale = if quick { &QUICK } else { &WHOLE };
    for attack in Attack::ALL {
        measure(&mut report, program, attack, scale)?;
    }
    Ok(report)
}

fn measure(report: &mut Report, program: &Path, attack: Attack, scale: &Scale) -> Result<()> {
    let (mut stage, attacker) = Stage::set(program, attack, scale)?;
    let (mut idle, mut loaded, mut answers) = (vec![], vec![], BTreeMap::<_, Vec<f64>>::new());
    // Attacks come last, because they leave work behind.
    for _ in 0..scale.runs {
        idle.push(stage.turns(attack, scale)?);
    }
    for _ in 0..scale.runs {
        let (turns, counts) = attacker.during(attack, || stage.turns(attack, scale))?;
        loaded.push(turns);
        for (answer, times) in counts {
            answers.entry(answer).or_default().push(times.into());
        }
    }
    for (number, call) in Call::during(attack).iter().enumerate() {
        let of = |runs: &[Vec<Turn>], value: &dyn Fn(&Turn) -> f64| -> Vec<f64> {
            runs.iter().map(|turns| value(&turns[number])).collect()
        };
        let mut add = |name: &str, unit, value: &dyn Fn(&Turn) -> f64| {
            let (during, alone) = (of(&loaded, value), of(&idle, value));
            let sides = [("during the attack", during.clone()), ("idle", alone.clone())];
            report.add(Figure::new(name, unit, &sides));
            (median(&during), median(&alone))
        };
        let name = format!("{}: {}", attack.name(), call.name());
        let medians = add(&format!("{name}: median"), "ms", &|turn| turn.latencies.at(50));
        let p99s = add(&format!("{name}: 99th percentile"), "ms", &|turn| turn.latencies.at(99));
        let turns = || idle.iter().chain(&loaded).map(|turns| &turns[number]);
        if turns().any(|turn| turn.calls < call.times(scale)) {
            let name = format!("{name}: calls in {} s", scale.limit.as_secs());
            add(&name, "", &|turn| turn.calls as f64);
        }
        for failure in turns().flat_map(|turn| turn.failures.keys()).collect::<BTreeSet<_>>() {
            let times = |turn: &Turn| turn.failures.get(failure).copied().unwrap_or_default().into();
            add(&format!("{name}: failed: {failure}"), "", &times);
        }
        let all_answered = loaded.iter().all(|turns| turns[number].failures.is_empty());
        print_aims(&name, medians, p99s, all_answered);
    }
    for (answer, times) in answers {
        let name = format!("{}: the attack: {answer}", attack.name());
        report.add(Figure::new(&name, "", &[("service", times)]));
    }
    Ok(())
}

/// Prints whether each aim is met. Each pair is a latency during the attack and one without.
fn print_aims(name: &str, medians: (f64, f64), p99s: (f64, f64), all_answered: bool) {
    let met = |is_met| if is_met { "met" } else { "missed" };
    println!(
        "{name}: aims: median at most {MEDIAN_RATIO} × idle's: {}; 99th percentile at most {P99_RATIO} × idle's or {P99_MS} ms: {}; \
         every call answered: {}",
        met(medians.0 <= MEDIAN_RATIO * medians.1),
        met(p99s.0 <= (P99_RATIO * p99s.1).max(P99_MS)),
        met(all_answered),
    );
}

impl Stage {
    /// Starts the program with its default settings, and a name server for it. Signs all accounts up, and gives them what they need.
    fn set(program: &Path, attack: Attack, scale: &Scale) -> Result<(Self, Attacker)> {
        let dns = Dns::start()?;
        let name_server = dns.address().to_string();
        let settings = [("INVOICES__PIPELINE__DNS_SERVER", name_server.as_str())];
        let served = Served::start(program, &settings)?;
        let import = |user: &str, receipts| import(program, served.folder(), &settings, user, receipts);
        let token = account(&served, "alva@example.com")?;
        import("alva@example.com", scale.invoices)?;
        let mut abusive = vec![];
        for number in 0..attack.accounts() {
            let (user, originals) = (format!("mallory-{number}@example.com"), Template::originals);
            let token = account(&served, &user)?;
            match attack {
                Attack::Lists => import(&user, scale.abusive_invoices)?,
                Attack::Exports => upload(&mut served.connect()?, &token, &originals().numbered(0))?,
                Attack::Uploads | Attack::Signatures | Attack::Documents => {}
            }
            abusive.push(token);
        }
        let mails = match attack {
            Attack::Signatures => Template::signatures(&dns)?,
            Attack::Documents => vec![Template::documents()],
            Attack::Lists | Attack::Uploads | Attack::Exports => vec![],
        };
        let attacker = Attacker::new(served.address(), abusive, mails);
        let stage = Stage {
            served,
            token,
            uploads: FIRST_UPLOAD,
            _dns: dns,
        };
        Ok((stage, attacker))
    }

    /// Measures the calls of each kind.
    fn turns(&mut self, attack: Attack, scale: &Scale) -> Result<Vec<Turn>> {
        let turn = |call: &Call| self.turn(*call, scale);
        Call::during(attack).iter().map(turn).collect()
    }

    fn turn(&mut self, call: Call, scale: &Scale) -> Result<Turn> {
        let (mut latencies, mut failures) = (vec![], BTreeMap::new());
        let mut connection = self.served.connect()?;
        let began = Instant::now();
        while latencies.len() < call.times(scale) && began.elapsed() < scale.limit {
            self.uploads += u32::from(call == Call::Upload);
            let mail = mailbox::receipt(self.uploads);
            let started = Instant::now();
            let answer = self.call(call, &mut connection, &mail);
            latencies.push(started.elapsed());
            if let Err(error) = answer {
                *failures.entry(error.to_string()).or_insert(0) += 1;
                connection = self.served.connect()?;
            }
            thread::sleep(INTERVAL);
        }
        Ok(Turn {
            calls: latencies.len(),
            latencies: Latencies::of(latencies),
            failures,
        })
    }

    /// Makes a call. Fails unless it has the expected answer.
    fn call(&self, call: Call, connection: &mut Connection, mail: &str) -> Result<()> {
        let path = match call {
            Call::Profile => "/v1/user/me",
            Call::List => "/v1/invoices/retail?limit=100",
            Call::Upload => return upload(connection, &self.token, mail),
            Call::Export => return self.export(),
        };
        match connection.ask("GET", path, &self.token, "")? {
            (200, _) => Ok(()),
            (status, _) => Err(format!("it was answered {status}").into()),
        }
    }

    /// An export, read to its end.
    fn export(&self) -> Result<()> {
        let mut answer = vec![];
        begin_export(self.served.address(), &self.token)?.read_to_end(&mut answer)?;
        let is_whole = answer.starts_with(b"HTTP/1.1 200") && answer.ends_with(b"\r\n0\r\n\r\n");
        let status = String::from_utf8_lossy(answer.get(9..12).unwrap_or_default());
        is_whole
            .then_some(())
            .ok_or_else(|| format!("it was answered {status}").into())
    }
}

/// The token of a new account that trusts the shop of the receipts.
fn account(served: &Served, email: &str) -> Result<String> {
    let token = sign_up(served, email)?;
    let body = json!({"sender": "kvitto@ica.se"}).to_string();
    match served.connect()?.ask("POST", "/v1/sources/trusted", &token, &body)? {
        (201, _) => Ok(token),
        (status, _) => Err(format!("trust in a sender was answered {status}").into()),
    }
}

/// Uploads a mail. Fails unless its documents are stored.
fn upload(connection: &mut Connection, token: &str, mail: &str) -> Result<()> {
    let (status, answer) = connection.upload(token, mail)?;
    let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
    match (status, answer["data"]["state"].as_str().unwrap_or_default()) {
        (200, "fetched") => Ok(()),
        (status, state) => Err(format!("it was answered {status} {state}").into()),
    }
}
