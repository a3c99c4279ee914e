//! `invoices-cli` against a running service.

mod account;
mod channels;
mod documents;
mod hand_over;
mod ingest;
mod joining;
mod lists;
mod mailboxes;
mod messages;
mod sessions;
mod terminal;
mod tokens;
mod values;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use invoices_sandbox::sample::{Shop, shop_mail};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::program::client_program;
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within_limit;
use invoices_tests::support::world::World;
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

/// An ingest that is followed asks once a second.
const LIMIT: Duration = Duration::from_mins(2);

/// A person's machine, with a home folder of its own.
struct Machine<'w> {
    world: &'w World,
    home: TempDir,
}

/// How a command ended.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: Vec<u8>,
    err: String,
}

impl Ended {
    fn text(&self) -> String {
        String::from_utf8(self.out.clone()).unwrap()
    }

    #[track_caller]
    fn json(&self) -> Value {
        self.succeeds();
        serde_json::from_slice(&self.out).unwrap()
    }

    /// The output of a command that succeeded.
    #[track_caller]
    fn succeeds(&self) -> String {
        assert_eq!(self.code, Some(0), "{}\n{}", self.text(), self.err);
        self.text()
    }

    /// The errors of a command that ended with this code.
    #[track_caller]
    fn fails(&self, code: i32) -> &str {
        assert_eq!(self.code, Some(code), "{}\n{}", self.text(), self.err);
        &self.err
    }
}

impl<'w> Machine<'w> {
    fn new(world: &'w World) -> Self {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("bin")).unwrap();
        Machine { world, home }
    }

    /// A machine on which the user is logged in.
    async fn of(user: &User<'w>) -> Self {
        let machine = Machine::new(user.world);
        machine.logs_in(user, &[]).await.succeeds();
        machine
    }

    async fn logs_in(&self, user: &User<'_>, options: &[&str]) -> Ended {
        let url = self.world.url("");
        let login = ["login", "--url", &url, "--email", &user.email, "--password-stdin"];
        self.runs_with(&[&login, options].concat(), &format!("{}\n", user.password))
            .await
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(client_program());
        let path = std::env::var("PATH").unwrap();
        command
            .args(arguments)
            .current_dir(self.home.path())
            .env_clear()
            .env("HOME", self.home.path())
            .env("TMPDIR", self.home.path())
            .env("TZ", "UTC")
            .env("PATH", format!("{}:{path}", self.home.path().join("bin").display()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    async fn runs(&self, arguments: &[&str]) -> Ended {
        self.ends(self.command(arguments), "").await
    }

    async fn runs_with(&self, arguments: &[&str], input: &str) -> Ended {
        self.ends(self.command(arguments), input).await
    }

    /// Runs a command to its end, while jobs of the service run.
    async fn ends(&self, mut command: Command, input: &str) -> Ended {
        let what = format!("the end of {:?}", command.as_std());
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        // A command that reads nothing may have ended.
        let _ = pipe.write_all(input.as_bytes()).await;
        drop(pipe);
        let ended = self.world.while_working_within(LIMIT, child.wait_with_output());
        let output = within_limit(LIMIT, what, ended).await.unwrap();
        Ended {
            code: output.status.code(),
            out: output.stdout,
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn profile(&self, name: &str) -> PathBuf {
        self.home.path().join(format!(".config/invoices-cli/{name}.json"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }
}

/// A user with two rent notices, two grocery receipts and an order of food.
async fn user_with_invoices(world: &World) -> User<'_> {
    for month in [10, 11] {
        let mail = rent_mail(
            at(&format!("2026-{month}-10T08:00:00Z")),
            &[(
                &format!("Hyresavi_{month}.pdf"),
                notice(9000 + month, &format!("2026-{month}-30")),
            )],
        );
        world.sandbox.add(&mail);
    }
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "100,00"));
    world
        .sandbox
        .add(&grocery(at("2026-11-12T08:00:00Z"), "204119", "212,50"));
    world
        .sandbox
        .add(&shop_mail(&Shop::named("foodora").unwrap(), at("2026-11-11T08:00:00Z")).eml());
    world.connects("Alva").await
}

/// The same, fetched.
async fn user_with_fetched_invoices(world: &World) -> User<'_> {
    let alva = user_with_invoices(world).await;
    alva.ingests_rental().await.data(200);
    alva.ingests_retail().await.data(200);
    alva
}

/// The mode of a file.
fn mode(path: &Path) -> u32 {
    std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(path).unwrap()) & 0o777
}
