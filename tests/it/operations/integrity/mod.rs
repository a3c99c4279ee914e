//! Whether all data is there: `invoices backup`, `restore` and `verify`, damaged files, and a start without all data.

mod backup;
mod damage;
mod starting;
mod verify;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use invoices_tests::support::database::Database::{self, Postgres};
use invoices_tests::support::database::execute;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::program::{ended, mailbox, program};
use invoices_tests::support::world::World;
use tempfile::TempDir;
use tokio::process::Command;

pub const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// What a command printed, and its exit code.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    errors: String,
}

impl Ran {
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.errors);
        self
    }

    #[track_caller]
    pub fn fails_with(&self, words: &[&str]) {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.errors);
        for word in words {
            assert!(self.errors.contains(word), "{word} in\n{}", self.errors);
        }
    }

    /// A line of findings begins so and has these words.
    #[track_caller]
    pub fn found(&self, start: &str, words: &str) {
        let is_it = |line: &str| {
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            line.starts_with(start) && line.contains(words)
        };
        assert!(self.out.lines().any(is_it), "{start}: {words} in\n{}", self.out);
    }
}

/// Runs the program on the data in a folder and a database.
pub async fn run(data: &Path, url: &str, arguments: &[&str]) -> Ran {
    run_with(data, url, arguments, &[]).await
}

pub async fn run_with(data: &Path, url: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    let mut command = Command::new(program());
    command
        .args(arguments)
        .current_dir(data)
        .env_remove("INVOICES_CONFIG")
        .env("INVOICES__DATA", data)
        .env("INVOICES__DATABASE__URL", url)
        .envs(variables.iter().copied());
    let output = ended(command, "").await;
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        errors: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A world with the invoices of a shop and of a landlord, and a folder for what the test makes.
pub async fn filled(database: Database) -> (World, TempDir) {
    let world = World::start(database).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    let alva = world.connects("Alva").await;
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    assert_eq!(world.objects().len(), 2);
    (world, tempfile::tempdir().unwrap())
}

impl Ran {
    pub async fn of(world: &World, arguments: &[&str]) -> Ran {
        let provider = mailbox(&world.sandbox);
        let provider: Vec<_> = provider.iter().map(|(name, value)| (*name, value.as_str())).collect();
        run_with(world.folder.path(), &world.config.database.url, arguments, &provider).await
    }
}

/// An empty folder and an empty database.
pub async fn empty(database: Database) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let url = database.create(folder.path()).await;
    if database == Postgres {
        execute(&url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public").await;
    }
    (folder, url)
}
