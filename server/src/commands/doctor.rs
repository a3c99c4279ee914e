//! `invoices doctor`.

use std::io::{self, Write};

use invoices_service::doctor::{self, Finding, State};

use super::args::SettingsArgs;
use super::output::{Outcome, printable, success};

/// Check settings, data, database, keys, queue, clock, mail provider and readers
///
/// Prints one line per check: ok, warning, fault or skipped, its name and the finding. Advice follows a warning or a fault.
/// Changes nothing, and works whether or not the service is running. A check that takes longer than 10 seconds is a fault.
///
/// Exits 1 if there is a fault.
#[derive(clap::Args)]
pub struct Doctor {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Print a JSON array: name, state, message and advice of each finding
    #[arg(long)]
    json: bool,
}

impl Doctor {
    pub fn run(self) -> Outcome {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let findings = runtime.block_on(doctor::run(self.settings.config.as_deref()));
        // A thread that waits for a disk or a server must not keep the program from ending.
        runtime.shutdown_background();
        show(&findings, self.json)
    }
}

/// Prints findings. Fails if one is a fault.
pub fn show(findings: &[Finding], json: bool) -> Outcome {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(findings)?)?;
    } else {
        for finding in findings {
            print(&mut out, finding)?;
        }
    }
    let is_faulty = findings.iter().any(|finding| finding.state == State::Fault);
    Ok(success(!is_faulty))
}

fn print(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    let (state, name) = (finding.state, finding.name);
    writeln!(out, "{state:<8} {name:<10} {}", printable(&finding.message))?;
    match &finding.advice {
        Some(advice) => writeln!(out, "{:19} {}", "", printable(advice)),
        None => Ok(()),
    }
}
