//! Faults of the mail provider and of the object store.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fastrand::Rng;
use invoices_sandbox::{Fault, SandboxHandle};

/// The folder of originals that are not complete yet.
const STAGING: &str = "data/objects/.staging";

/// The faults of a test.
pub struct Faults {
    staging: PathBuf,
    /// The number of rounds with each fault.
    pub seen: BTreeMap<&'static str, usize>,
}

impl Faults {
    pub fn new(folder: &Path) -> Self {
        Faults {
            staging: folder.join(STAGING),
            seen: BTreeMap::new(),
        }
    }

    /// Switches random faults on: for a few calls only if `brief`, else possibly until they are cleared.
    pub fn inject(&mut self, sandbox: &SandboxHandle, rng: &mut Rng, brief: bool) {
        let provider = [
            ("searches that fail", Fault::Search500),
            ("messages that fail", Fault::Fetch500),
            ("token calls that fail", Fault::Token500),
            ("resets", Fault::Reset),
            ("answers cut off", Fault::CutBody),
            ("pages of HTML", Fault::NotJson),
            ("bursts of 429", Fault::RateLimited { retry_after: Some(1) }),
            ("quota refusals", Fault::QuotaExceeded),
            ("refused access tokens", Fault::TokenExpired),
            ("slow answers", Fault::Slow(Duration::from_millis(150))),
        ];
        for (name, fault) in provider {
            if rng.u32(0..5) != 0 {
                continue;
            }
            if brief || rng.bool() {
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

    /// Makes every write of an original fail: a file replaces the folder where they are written first. It works for root, too,
    /// and needs no other file system.
    pub fn fill_disk(&mut self) {
        if self.staging.is_dir() {
            fs::rename(&self.staging, self.away()).unwrap();
            fs::write(&self.staging, "").unwrap();
            self.count("full disks for originals");
        }
    }

    /// Clears all faults.
    pub fn clear(&self, sandbox: &SandboxHandle) {
        sandbox.clear_faults();
        if self.staging.is_file() {
            fs::remove_file(&self.staging).unwrap();
            fs::rename(self.away(), &self.staging).unwrap();
        }
    }

    /// Makes the files of interrupted writes two hours old.
    pub fn age_unfinished(&self) {
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
