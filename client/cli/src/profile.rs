//! Profiles: the address and the tokens of an account, stored in the user's configuration folder.

use std::fmt;
use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_client::{Secret, Session};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// The name of the folder below the configuration folder.
const FOLDER: &str = "invoices-cli";

/// The name of a profile, which is also that of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileName(String);

impl ProfileName {
    /// Whether it is the profile that is used without `--profile`.
    pub fn is_default(&self) -> bool {
        self.0 == "default"
    }
}

impl FromStr for ProfileName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if (1..=64).contains(&text.len()) && text.chars().all(is_allowed) {
            Ok(ProfileName(text.to_owned()))
        } else {
            Err("a name has 1 to 64 letters, digits, - and _")
        }
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A session of an account at a service.
#[derive(Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The address of the service. The tokens are sent nowhere else.
    pub url: String,
    /// The account's e-mail address.
    pub email: String,
    /// The access token.
    pub access_token: Secret,
    /// When the access token is renewed, by the clock of this machine.
    pub renew_at: DateTime<Utc>,
    /// Gives the next tokens.
    pub refresh_token: Secret,
    /// The session, as the service's list of sessions names it.
    pub session_id: String,
}

/// How long before its expiry a token is renewed, for commands that take a while.
const RENEW_BEFORE: TimeDelta = TimeDelta::minutes(10);

impl Profile {
    /// The profile of a session that has just begun or been refreshed.
    pub fn new(url: String, email: String, session: Session) -> Self {
        let lifetime = TimeDelta::from_std(session.expires_in).unwrap_or(TimeDelta::zero());
        // A token that lives for less than twice that time is renewed at half of its life.
        let lead = RENEW_BEFORE.min(lifetime / 2);
        Profile {
            url,
            email,
            access_token: session.access_token,
            renew_at: Utc::now() + (lifetime - lead),
            refresh_token: session.refresh_token,
            session_id: session.session_id,
        }
    }

    /// The profile of this name, if there is one.
    pub fn load(name: &ProfileName) -> Result<Option<Self>, Failure> {
        let path = file(name)?;
        let profile = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.and_then(|text| serde_json::from_str(&text).map(Some).map_err(io::Error::from)),
        };
        profile.map_err(Failure::file(format!("read {}", path.display())))
    }

    /// Writes the profile. Only the user can read the file, from the moment it exists.
    pub fn save(&self, name: &ProfileName) -> Result<(), Failure> {
        let path = file(name)?;
        self.write(&path)
            .map_err(Failure::file(format!("write {}", path.display())))
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        private_folder().create(folder)?;
        // It has mode 0600, and takes the place of the file before in one step.
        let mut file = NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, self)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }

    /// Removes the profile, if there is one.
    pub fn remove(name: &ProfileName) -> Result<(), Failure> {
        let path = file(name)?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed.map_err(Failure::file(format!("remove {}", path.display()))),
        }
    }
}

/// `$XDG_CONFIG_HOME/invoices-cli/NAME.json`, by default below `~/.config`, on Windows below `%APPDATA%`.
fn file(name: &ProfileName) -> Result<PathBuf, Failure> {
    let variable = if cfg!(windows) { "APPDATA" } else { "XDG_CONFIG_HOME" };
    // A relative path is invalid by the specification of XDG.
    let given = std::env::var_os(variable)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let base = given.or_else(|| Some(std::env::home_dir()?.join(".config")));
    let base = base.ok_or_else(|| Failure::Input("the home folder is unknown; set HOME".into()))?;
    Ok(base.join(FOLDER).join(format!("{name}.json")))
}

fn private_folder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_not_named_by_a_path() {
        for name in ["", "..", "a/b", "a.b", "å", &"a".repeat(65)] {
            assert!(name.parse::<ProfileName>().is_err(), "{name}");
        }
        assert_eq!("work-2".parse::<ProfileName>().unwrap().to_string(), "work-2");
    }
}
