//! The mail provider, and the clock compared with a server's.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use invoices_db::Store;
use invoices_domain::ports::SystemClock;
use invoices_imap::Imap;
use invoices_settings::Config;

use super::finding::Finding;
use super::limit::limited;
use crate::{error_line, start};

pub(super) const PROVIDER: &str = "provider";
pub(super) const CLOCK: &str = "clock";

/// A header states whole seconds, and an answer takes time.
const SLOW: TimeDelta = TimeDelta::seconds(10);
/// Access tokens and signatures are refused from here on.
const WRONG: TimeDelta = TimeDelta::minutes(5);

/// How far this machine's clock is ahead of a server's.
pub(super) struct ServerDate {
    server: String,
    ahead: TimeDelta,
}

/// Asks each host of the provider for nothing in particular. Returns the hosts' dates, too.
pub(super) async fn check(config: &Config) -> (Vec<Finding>, Vec<ServerDate>) {
    let mut dates = Vec::new();
    let found = limited(PROVIDER, ask(config, &mut dates)).await;
    (found, dates)
}

async fn ask(config: &Config, dates: &mut Vec<ServerDate>) -> Vec<Finding> {
    let Ok(gmail) = start::gmail(config, Arc::<SystemClock>::default()) else {
        return Finding::skipped(PROVIDER, "its settings are invalid").into();
    };
    let (mut found, mut answered) = (Vec::new(), Vec::new());
    for host in gmail.hosts() {
        match gmail.probe(&host).await {
            Ok(probe) => {
                if let Some(date) = probe.date {
                    dates.push(ServerDate {
                        server: host.clone(),
                        ahead: Utc::now() - date,
                    });
                }
                if probe.status >= 500 {
                    let message = format!("{host} answers {}", probe.status);
                    let advice = "try again later; the provider's status page may say more";
                    found.push(Finding::warning(PROVIDER, message, advice));
                }
                answered.push(host);
            }
            Err(error) => found.push(Finding::fault(
                PROVIDER,
                format!("{host} does not answer: {}", error_line(&error)),
                format!("check name resolution and the firewall: `curl -v {host}`, and the URLs in [mail]"),
            )),
        }
    }
    ask_imap(config, &mut found, &mut answered).await;
    if config.mail.client_id.is_none() {
        let message = "no OAuth client is configured: a mail account works until its access token expires";
        found.push(Finding::warning(
            PROVIDER,
            message,
            "set mail.client_id and mail.client_secret",
        ));
    }
    if found.is_empty() {
        found.push(Finding::ok(PROVIDER, format!("{} answer", answered.join(", "))));
    }
    found
}

/// Connects to each IMAP server, without a login.
async fn ask_imap(config: &Config, found: &mut Vec<Finding>, answered: &mut Vec<String>) {
    let Ok(servers) = Imap::probe(&config.imap).await else {
        found.push(Finding::skipped(PROVIDER, "the settings of IMAP servers are invalid"));
        return;
    };
    for (server, answer) in servers {
        match answer {
            Ok(()) => answered.push(format!("imaps://{}", server.host)),
            Err(error) => found.push(Finding::fault(
                PROVIDER,
                format!("the IMAP server {} does not answer: {error}", server.name),
                "check host, port and ca_file in [[imap.servers]]",
            )),
        }
    }
}

/// Compares the clock with the mail provider's, else with that of the database's server, and with the last ticks.
pub(super) async fn check_clock(mut dates: Vec<ServerDate>, store: Option<Store>) -> Vec<Finding> {
    let ticks = match &store {
        Some(store) => store.last_ticks().await.unwrap_or_default(),
        None => BTreeMap::new(),
    };
    if dates.is_empty()
        && let Some(store) = store
        && let Ok(Some(time)) = store.server_time().await
    {
        dates.push(ServerDate {
            server: "the database's server".into(),
            ahead: Utc::now() - time,
        });
    }
    let mut found = vec![match dates.into_iter().min_by_key(|date| date.ahead.abs()) {
        Some(date) => compare(&date),
        None => Finding::skipped(CLOCK, "no server returned its time"),
    }];
    let now = Utc::now();
    let future = ticks.into_iter().filter(|(_, at)| invoices_db::is_future(*at, now));
    found.extend(future.map(|(name, at)| {
        let message = format!("the last run of the schedule {name} is in the future: {at}");
        let advice =
            "check the clocks of all machines: one was ahead. A service whose clock is right goes on by itself";
        Finding::warning(CLOCK, message, advice)
    }));
    found
}

fn compare(date: &ServerDate) -> Finding {
    let seconds = date.ahead.num_seconds();
    let direction = if seconds < 0 { "behind" } else { "ahead of" };
    let message = format!("{} s {direction} {}, by its answer's date", seconds.abs(), date.server);
    let advice = "synchronise it: `timedatectl set-ntp true`";
    if date.ahead.abs() >= WRONG {
        Finding::fault(CLOCK, message, advice)
    } else if date.ahead.abs() >= SLOW {
        Finding::warning(CLOCK, message, advice)
    } else {
        Finding::ok(CLOCK, message)
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    #[test]
    fn a_clock_that_differs_is_a_warning_and_then_a_fault() {
        for (seconds, state, words) in [
            (1, State::Ok, "1 s ahead of"),
            (-60, State::Warning, "60 s behind"),
            (3600, State::Fault, "3600 s ahead of"),
        ] {
            let found = compare(&ServerDate {
                server: "https://mail.example.com".into(),
                ahead: TimeDelta::seconds(seconds),
            });
            assert_eq!(found.state, state);
            assert!(found.message.starts_with(words), "{}", found.message);
        }
    }
}
