//! What goes wrong around the program while it dies.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fastrand::Rng;
use invoices_sandbox::{Fault, SandboxHandle};

/// Where originals lie until they are whole.
const STAGING: &str = "data/objects/.staging";

/// What is wrong at present.
pub struct Weather {
    staging: PathBuf,
    /// How often what was wrong.
    pub seen: BTreeMap<&'static str, usize>,
}

impl Weather {
    pub fn over(folder: &Path) -> Self {
        Weather {
            staging: folder.join(STAGING),
            seen: BTreeMap::new(),
        }
    }

    /// Lets some things go wrong: for some calls if it is to be mild, else until they are healed.
    pub fn turns(&mut self, sandbox: &SandboxHandle, rng: &mut Rng, mild: bool) {
        let provider = [
            ("searches that fail", Fault::Search500),
            ("messages that fail", Fault::Fetch500),
            ("token calls that fail", Fault::Token500),
            ("resets", Fault::Reset),
            ("answers cut off", Fault::CutBody),
            ("pages of HTML", Fault::NotJson),
            ("429 storms", Fault::RateLimited { retry_after: Some(1) }),
            ("quota refusals", Fault::QuotaExceeded),
            ("refused access tokens", Fault::TokenExpired),
            ("slow answers", Fault::Slow(Duration::from_millis(150))),
        ];
        for (name, fault) in provider {
            if rng.u32(0..5) != 0 {
                continue;
            }
            if mild || rng.bool() {
                sandbox.fail_times(fault, rng.u32(1..8));
            } else {
                sandbox.fail_after(fault, rng.u32(0..8));
            }
            self.count(name);
        }
        if rng.u32(0..4) == 0 {
            sandbox.expire_access_tokens();
            self.count("expired access tokens");
        }
        if rng.u32(0..4) == 0 && self.staging.is_dir() {
            let half = self.staging.join(format!(".unfinished-{:08x}", rng.u32(..)));
            fs::write(half, b"half an orig").unwrap();
            self.count("half-written originals");
        }
    }

    /// No original can be written any more: a file lies where they are written first. Not even root could, and
    /// nobody needs rights or a file system to bring it about.
    pub fn fills_the_disk(&mut self) {
        if self.staging.is_dir() {
            fs::rename(&self.staging, self.away()).unwrap();
            fs::write(&self.staging, "").unwrap();
            self.count("full disks for originals");
        }
    }

    /// All is well again.
    pub fn clears(&self, sandbox: &SandboxHandle) {
        sandbox.clear_faults();
        if self.staging.is_file() {
            fs::remove_file(&self.staging).unwrap();
            fs::rename(self.away(), &self.staging).unwrap();
        }
    }

    /// Hours pass over what cut-off writes left.
    pub fn ages_the_unfinished(&self) {
        for file in fs::read_dir(&self.staging).unwrap() {
            let file = fs::File::options().write(true).open(file.unwrap().path()).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_hours(2)).unwrap();
        }
    }

    fn away(&self) -> PathBuf {
        self.staging.with_extension("away")
    }

    fn count(&mut self, name: &'static str) {
        *self.seen.entry(name).or_default() += 1;
    }
}
