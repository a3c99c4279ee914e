//! Codes of accounts in the program itself: its process, its workers, a mail server.

use std::process::Stdio;

use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::database::execute;
use invoices_tests::support::mail_server::MailServer;
use invoices_tests::support::program::program;
use serde_json::{Value, json};
use tokio::process::Command;

use super::mail::{EMAIL, FORGOT, RESET, VERIFY, code_of};
use super::verification::CONFIRM;
use crate::operations::process::Process;

const SIGNUP: &str = "/v1/auth/signup";
const LOGIN: &str = "/v1/auth/login";
const ALVA: &str = "alva@example.com";
const OLD: &str = "korrekt häst batteri";

/// The program with a mail server, if sign-up needs an invitation.
struct Program {
    process: Process,
    mails: MailServer,
    database: String,
    settings: [(&'static str, String); 4],
}

impl Program {
    async fn start(database: Database) -> Self {
        let (folder, mails) = (tempfile::tempdir().unwrap(), MailServer::start(0).await);
        let database = database.create(folder.path()).await;
        let server = format!("smtp-plain://127.0.0.1:{}", mails.port);
        let settings = [
            ("INVOICES__DATABASE__URL", database.clone()),
            ("INVOICES__EMAIL__SERVER", server),
            ("INVOICES__EMAIL__FROM", "Invoices <invoices@example.com>".to_owned()),
            ("INVOICES__ACCOUNTS__SIGN_UP", "invite".to_owned()),
        ];
        Program {
            process: Process::start_in(
                folder,
                &settings.each_ref().map(|(name, value)| (*name, value.as_str())),
            )
            .await,
            mails,
            database,
            settings,
        }
    }

    async fn posts(&self, path: &str, token: &str, body: Value) -> Answer {
        Answer::to(self.process.replica.post(path, token, &body)).await
    }

    /// Sends two requests at once. Returns their answers, the lower status first.
    async fn races(&self, path: &str, token: &str, bodies: [Value; 2]) -> [Answer; 2] {
        let [one, two] = bodies;
        let (one, two) = tokio::join!(self.posts(path, token, one), self.posts(path, token, two));
        let mut answers = [one, two];
        answers.sort_by_key(|answer| answer.status);
        answers
    }

    /// The code in the next mail, which is to Alva.
    async fn mailed_code(&mut self, subject: &str) -> String {
        let mail = self.mails.next_mail().await;
        assert_eq!((&mail["to"], &mail["subject"]), (&json!([ALVA]), &json!(subject)));
        code_of(&mail)
    }

    /// Lets every code of a table expire.
    async fn expires(&self, table: &str) {
        let sql = format!("UPDATE {table} SET expires_at = '2020-01-01T00:00:00.000000Z'");
        execute(&self.database, &sql).await;
    }

    /// Invites an address, as operators do. Returns what is printed: the code, unless it is mailed.
    async fn invites(&self, address: &str, options: &[&str]) -> String {
        let invited = Command::new(program())
            .args(["users", "invite", address])
            .args(options)
            .current_dir(self.process.folder.path())
            .env_remove("INVOICES_CONFIG")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .output();
        let invited = invited.await.unwrap();
        assert!(invited.status.success(), "{invited:?}");
        String::from_utf8(invited.stdout).unwrap().trim().to_owned()
    }

    async fn login_status(&self, password: &str) -> u16 {
        let body = json!({"email": ALVA, "password": password});
        self.posts(LOGIN, "", body).await.status
    }
}

/// Signs Alva up, and returns her token.
async fn signs_up_with_an_invitation(program: &mut Program) -> String {
    let body = |email: &str, code: &str| json!({"email": email, "name": "Alva", "password": OLD, "invitation": code});
    let refused = async |program: &Program, email: &str, code: &str| {
        let answer = program.posts(SIGNUP, "", body(email, code)).await;
        answer.fails(403, "INVALID_REQUEST");
    };
    let expired = program.invites(ALVA, &[]).await;
    program.expires("invitations").await;
    refused(program, ALVA, &expired).await;
    assert_eq!(
        program.invites(ALVA, &["--mail"]).await,
        "",
        "what is mailed is not printed"
    );
    let replaced = program.mailed_code("You are invited").await;
    program.invites(ALVA, &["--mail"]).await;
    let code = program.mailed_code("You are invited").await;
    refused(program, ALVA, &replaced).await;
    refused(program, ALVA, "a guess").await;
    refused(program, "bo@example.com", &code).await;
    let both = [body(ALVA, &code), body(ALVA, &code)];
    let [created, late] = program.races(SIGNUP, "", both).await;
    assert_eq!((created.status, late.status), (201, 403), "{late:?}");
    refused(program, ALVA, &code).await;
    created.body["data"]["access_token"].as_str().unwrap().to_owned()
}

async fn verifies_the_address(program: &mut Program, token: &str) {
    const SUBJECT: &str = "Verify your e-mail address";
    let refused = async |program: &Program, code: &str| {
        let answer = program.posts(CONFIRM, token, json!({"code": code})).await;
        answer.fails(400, "INVALID_CREDENTIALS");
    };
    program.posts(VERIFY, token, Value::Null).await.data(200);
    let expired = program.mailed_code(SUBJECT).await;
    program.expires("email_codes").await;
    refused(program, &expired).await;
    program.posts(VERIFY, token, Value::Null).await.data(200);
    let guessed_at = program.mailed_code(SUBJECT).await;
    for guess in 0..5 {
        refused(program, &format!("guess {guess}")).await;
    }
    refused(program, &guessed_at).await;
    program.posts(VERIFY, token, Value::Null).await.data(200);
    let code = program.mailed_code(SUBJECT).await;
    // Both say that the address is verified, as if they had come one after the other.
    let both = [json!({"code": code}), json!({"code": code})];
    for answer in program.races(CONFIRM, token, both).await {
        assert_eq!(answer.data(200)["verified"], true);
    }
    let shown = Answer::to(program.process.replica.get(EMAIL, token)).await;
    assert_eq!(shown.data(200)["verified"], true);
}

async fn replaces_a_forgotten_password(program: &mut Program, token: &str) {
    const SUBJECT: &str = "Set a new password";
    let body = |code: &str, password: &str| json!({"token": code, "new_password": password});
    let refused = async |program: &Program, code: &str| {
        let answer = program.posts(RESET, "", body(code, "a password of theirs")).await;
        answer.fails(401, "INVALID_CREDENTIALS");
    };
    program.posts(FORGOT, "", json!({"email": ALVA})).await.data(200);
    let expired = program.mailed_code(SUBJECT).await;
    program.expires("password_resets").await;
    refused(program, &expired).await;
    program.posts(FORGOT, "", json!({"email": ALVA})).await.data(200);
    let code = program.mailed_code(SUBJECT).await;
    refused(program, "a guess").await;
    assert_eq!(program.login_status(OLD).await, 200);
    let new = ["one new password", "two new passwords"];
    let [won, lost] = program
        .races(RESET, "", new.map(|password| body(&code, password)))
        .await;
    won.data(200);
    lost.fails(401, "INVALID_CREDENTIALS");
    refused(program, &code).await;
    let logins = [
        program.login_status(new[0]).await,
        program.login_status(new[1]).await,
        program.login_status(OLD).await,
    ];
    assert!(matches!(logins, [200, 401, 401] | [401, 200, 401]), "{logins:?}");
    let ended = Answer::to(program.process.replica.get("/v1/user/me", token)).await;
    ended.fails(401, "INVALID_CREDENTIALS");
}

/// Nothing here runs a job but the program.
// Shows: Codes by mail | A code is valid for an…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn codes_work_once_in_their_time_and_not_by_guessing() {
    let mut program = Program::start(Sqlite).await;
    let token = signs_up_with_an_invitation(&mut program).await;
    verifies_the_address(&mut program, &token).await;
    replaces_a_forgotten_password(&mut program, &token).await;
    assert_eq!(program.mails.stop().await, Vec::<Value>::new());
}
