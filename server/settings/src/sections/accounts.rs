//! Accounts, logins, and what an account may store.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::value::{Days, HttpUrl, Seconds, Secret};

section! {
    /// Sign-up, login, tokens.
    AuthSettings {
        /// The secret that signs access tokens (HS256), at least 32 bytes. Unset: the secret file is used.
        jwt_secret: Option<Secret> = None, example("…");
        /// A file with that secret, created on first use. Unset: jwt.key in the data folder.
        jwt_secret_file: Option<PathBuf> = None, example("/etc/invoices/jwt.key");
        /// After a rotation: the previous secret, which verifies tokens until they expire.
        jwt_previous_secret: Option<Secret> = None, example("…"), file("/run/secrets/jwt-previous");
        /// The claim iss of access tokens. Only this service reads them.
        issuer: String = "invoices".into(), constant();
        /// The claim aud of access tokens. Only this service reads them.
        audience: String = "invoices-api".into(), constant();
        /// The lifetime of an access token.
        token_lifetime_seconds: Seconds = Seconds::new(3_600),
            range(60..=604_800, "an app needs time to use a token, and a stolen one works until it expires");
        /// How long a session is valid without a refresh.
        session_idle_days: Days = Days::new(30), range(1..=3_650, "a session lasts a day at least, and ten years at most");
        /// The maximum lifetime of a session.
        session_max_days: Days = Days::new(180), range(1..=3_650, "a session lasts a day at least, and ten years at most");
        /// How long a refresh token that was replaced may be repeated, because the answer may have been lost. Later the
        /// repetition ends the session, so a longer time would only help a thief of tokens.
        refresh_grace_seconds: Seconds = Seconds::new(30), constant();
        /// The minimum length of a password, in characters.
        password_min: usize = 8, range(1..=64, "a longer minimum would refuse good passwords");
        /// The maximum length of a password, in characters. It bounds the work of a login.
        password_max: usize = 128, constant();
        /// A file of refused passwords, one per line. Unset: a built-in list of common passwords.
        common_passwords_file: Option<PathBuf> = None, example("/etc/invoices/common-passwords.txt");
        /// The number of passwords hashed at the same time. Each takes 19 MiB and about 20 ms of CPU time, so that two are enough
        /// for a hundred logins a second.
        hash_concurrency: usize = 2, constant();
        /// The number of further passwords that may wait. A login or sign-up beyond that is answered 429 with Retry-After, which
        /// bounds the memory and the delay of other requests to a third of a second.
        hash_queue: usize = 32, constant();
        /// The limit on failed logins per account and client address within five minutes. Beyond it, the response is 429. After
        /// the same number from all client addresses together, the account's next logins are delayed.
        login_failures: u32 = 10, range(1..=1_000_000, "with 0 nobody could log in");
        /// The window of login_failures, which sets how strict the limit is by itself.
        failure_window_seconds: Seconds = Seconds::new(300), constant();
        /// The limit per minute on login and sign-up attempts of a client address, and on its session refreshes. Beyond it, the
        /// response is 429.
        attempts_per_minute: u32 = 120, range(1..=1_000_000, "with 0 nobody could log in");
        /// The longest delay of a login after many failed ones of its account: a quarter of a second at first, then twice as long
        /// each time. Longer delays would lock the user out.
        max_login_delay_seconds: Seconds = Seconds::new(5), constant();
        /// The limit on mails of one kind to one account in an hour, and a tenth of the limit on those that one client address
        /// asks for. Nobody needs more, and more would annoy the owner of the address.
        account_mails_per_hour: u32 = 5, constant();
        /// The limit on attempts of one user at connecting a mail account in a minute. Each asks the mail server for a login,
        /// and mail servers block callers that fail often.
        connections_per_minute: u32 = 10, constant();
    }
}

section! {
    /// Accounts of users.
    AccountsSettings {
        /// Who can sign up: "open" (anyone), "invite" (users with an invitation from `invoices users invite`), "closed" (nobody).
        sign_up: SignUp = SignUp::default();
        /// The page that mails for forgotten passwords link to. The code is added as the fragment, #code=…. Unset: the mail
        /// contains only the code.
        reset_link: Option<HttpUrl> = None, example("https://app.example.com/reset");
        /// The page that mails for verifying an address link to, in the same way.
        verify_link: Option<HttpUrl> = None, example("https://app.example.com/verify");
    }
}

/// Who can sign up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignUp {
    /// Anyone.
    #[default]
    Open,
    /// Users with an invitation.
    Invite,
    /// Nobody.
    Closed,
}

section! {
    /// Limits on an account's storage. A message beyond a limit stays found, and is fetched when there is room.
    LimitSettings {
        /// The maximum size of an account's originals in MiB. 0: no limit.
        account_mib: u64 = 4_096, range(0..=1_048_576, "0 means no limit, and the maximum is 1 TiB");
        /// The maximum number of messages with stored originals. 0: no limit.
        account_messages: u64 = 100_000, range(0..=1_000_000_000, "0 means no limit");
    }
}

impl LimitSettings {
    /// The bytes of an account's originals; `None` for no limit.
    pub fn bytes(&self) -> Option<u64> {
        (self.account_mib > 0).then(|| self.account_mib.saturating_mul(1 << 20))
    }

    /// The messages of an account; `None` for no limit.
    pub fn messages(&self) -> Option<u64> {
        (self.account_messages > 0).then_some(self.account_messages)
    }
}

section! {
    /// Exports of whole accounts.
    ExportSettings {
        /// The number of exports that a process sends at the same time. A user has one at a time, and can retry a refused one. An
        /// export takes memory for what is being sent, which is limited for all together.
        at_once: u32 = 64, constant();
        /// How long the receiver of an export may take for 64 KiB. One that takes longer is cut off, because it holds a place.
        stall_seconds: Seconds = Seconds::new(30), constant();
    }
}
