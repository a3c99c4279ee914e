//! Sign-up, login and bearer tokens.

pub mod access_token;
pub mod account_mail;
pub mod administration;
pub mod credentials;
pub mod deletion;
pub mod invitation;
pub mod password;
mod preferences;
pub mod session;
pub mod token;

use std::net::IpAddr;

use invoices_db::{CreateUser, NewUser, Usage, User};
use invoices_domain::{MailAddress, TokenScopes, UserId};
use invoices_settings::SignUp;
use secrecy::SecretString;

use crate::app::App;
use crate::error::Error;
use crate::limit::throttle::ThrottleUsage;
use crate::metrics;
use crate::user::token::{Login, TokenClaims};

/// The longest e-mail address in characters (RFC 5321, without the angle brackets of a path).
const MAX_EMAIL: usize = 254;
/// The generation of a new user's tokens.
const FIRST_GENERATION: i32 = 0;
/// How an access token of a script begins, so that people and secret scanners recognise it.
const SCRIPT_TOKEN: &str = "invoices_";
/// The longest name in characters.
const MAX_NAME: usize = 200;

/// The input of a sign-up.
#[derive(Debug)]
pub struct NewAccount {
    /// As given; one `@` with something on both sides.
    pub email: String,
    /// The name that the API shows.
    pub name: String,
    /// The password in plain text.
    pub password: SecretString,
    /// The code of an invitation, if sign-up needs one.
    pub invitation: Option<SecretString>,
}

/// A logged-in user.
#[derive(Debug)]
pub struct Session {
    /// The name as given at sign-up.
    pub username: String,
    /// A bearer token, valid at once.
    pub access_token: String,
}

/// The user of a valid access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedIn {
    /// The account.
    pub user: User,
    /// What the token says of its login.
    pub login: Login,
    /// What the token opens, if it is a script's; else everything.
    pub scopes: Option<TokenScopes>,
}

impl App {
    /// Creates a user and logs them in, if the settings allow it.
    pub async fn signup(&self, new: NewAccount, client: IpAddr) -> Result<Session, Error> {
        let sign_up = self.settings().accounts.sign_up;
        if sign_up == SignUp::Closed {
            return Err(Error::SignUpClosed);
        }
        // Lengths are checked before anything is counted or hashed.
        check_email_length(&new.email)?;
        let name = &new.name;
        if name.trim().is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
            return Err(Error::Invalid(format!(
                "name must have 1 to {MAX_NAME} characters, none of them control characters."
            )));
        }
        let now = self.now();
        self.0.throttle.attempt(client, now)?;
        let email = new.email.trim().to_owned();
        let email_key: MailAddress = email.parse().map_err(|_| invalid_email())?;
        self.0.passwords.check("password", &new.password)?;
        let password_hash = self.0.passwords.hash(new.password).await?;
        let user = NewUser {
            user_id: UserId::random(),
            email,
            email_key: email_key.to_string(),
            // The name is kept as given, with its surrounding blanks.
            name: new.name,
            password_hash,
            created_at: now,
        };
        let (user_id, username) = (user.user_id, user.name.clone());
        let created = match sign_up {
            SignUp::Open => self.store().create_user(user).await?,
            // Without a code, or with a wrong one, the work is the same.
            SignUp::Invite | SignUp::Closed => {
                let code = new.invitation.unwrap_or_default();
                self.store().create_invited_user(user, &invitation::hash(&code)).await?
            }
        };
        match created {
            CreateUser::EmailTaken => Err(Error::EmailTaken),
            CreateUser::NotInvited => Err(Error::NotInvited),
            CreateUser::Created => {
                tracing::info!(user = %user_id, "signed up");
                Ok(Session {
                    username,
                    access_token: self.issue_token(user_id, FIRST_GENERATION)?,
                })
            }
        }
    }

    /// Logs a user in. An unknown e-mail and a wrong password cost the same work and give the same error.
    pub async fn login(&self, email: &str, password: SecretString, client: IpAddr) -> Result<Session, Error> {
        let result = self.try_login(email, password, client).await;
        let outcome = match &result {
            Ok(_) => metrics::GRANTED,
            Err(Error::Unauthenticated(_)) => metrics::WRONG_CREDENTIALS,
            Err(Error::TooMany(_)) => metrics::LIMITED,
            Err(_) => return result,
        };
        self.metrics().login(outcome);
        result
    }

    async fn try_login(&self, email: &str, password: SecretString, client: IpAddr) -> Result<Session, Error> {
        check_email_length(email)?;
        let now = self.now();
        self.0.throttle.attempt(client, now)?;
        // An invalid e-mail has no account; it is refused like any other, after the same work.
        let key = email.parse::<MailAddress>().ok();
        let account = key
            .as_ref()
            .map_or_else(|| email.trim().to_lowercase(), MailAddress::to_string);
        self.limit_login(&account, client).await?;
        let known = match key {
            Some(key) => self
                .store()
                .credentials(key.as_str())
                .await?
                .filter(|(user, _)| user.deleting_at.is_none()),
            None => None,
        };
        let (user, hash) = known.unzip();
        let fits = self.0.passwords.verify(password, hash).await?;
        let Some(user) = user.filter(|_| fits) else {
            self.0.throttle.login_failed(&account, client, self.now());
            tracing::info!(%client, "a login failed");
            return Err(Error::Unauthenticated("Invalid email or password.".into()));
        };
        tracing::info!(user = %user.user_id, %client, "logged in");
        Ok(Session {
            access_token: self.issue_token(user.user_id, user.token_generation)?,
            username: user.name,
        })
    }

    /// An access token that comes from a password.
    pub(crate) fn issue_token(&self, user: UserId, generation: i32) -> Result<String, Error> {
        let login = Login {
            generation,
            session: None,
        };
        self.tokens().issue(TokenClaims { user, login }, self.now())
    }

    /// Refuses or delays a login of an account with too many failed ones.
    pub(crate) async fn limit_login(&self, account: &str, client: IpAddr) -> Result<(), Error> {
        let now = self.now();
        self.0.throttle.login(account, client, now)?;
        if let Some(delay) = self.0.throttle.delay(account, client, now)? {
            // Nothing is hashed meanwhile.
            tokio::time::sleep(delay.time).await;
        }
        Ok(())
    }

    /// How many passwords this process has verified, dummy hashes included. Each login verifies one.
    pub fn passwords_verified(&self) -> u64 {
        self.0.passwords.verified()
    }

    /// What the counters of logins and other limits keep in this process.
    pub fn throttle_usage(&self) -> ThrottleUsage {
        self.0.throttle.usage(self.now())
    }

    /// The user that a bearer token names, whether or not the account still exists.
    pub fn verify_token(&self, token: &str) -> Result<UserId, Error> {
        Ok(self.tokens().verify(token, self.now())?.user)
    }

    /// The account of a bearer token's user, also while it is being deleted. `None` if it is gone. Fails if the user's tokens
    /// have been made invalid since the token was issued, or if the session that it comes from has ended.
    pub async fn token_user(&self, token: &str) -> Result<Option<LoggedIn>, Error> {
        if token.starts_with(SCRIPT_TOKEN) {
            return self.user_of_script(token).await.map(Some);
        }
        let now = self.now();
        let TokenClaims { user, login } = self.tokens().verify(token, now)?;
        let found = match login.session {
            None => self.user(user).await?.map(|user| (user, true)),
            Some(session) => {
                let age = self.session_age(now);
                self.store().user_with_session(user, session, age).await?
            }
        };
        match found {
            None => Ok(None),
            Some((user, true)) if user.token_generation == login.generation => Ok(Some(LoggedIn {
                user,
                login,
                scopes: None,
            })),
            Some(_) => Err(Error::Unauthenticated("The token is no longer valid.".into())),
        }
    }

    /// The account of a user, while it exists and is not being deleted.
    pub async fn live_user(&self, user: UserId) -> Result<Option<User>, Error> {
        Ok(self.user(user).await?.filter(|user| user.deleting_at.is_none()))
    }

    /// The account of a user, also while it is being deleted.
    pub async fn user(&self, user: UserId) -> Result<Option<User>, Error> {
        Ok(self.store().user(user).await?)
    }

    /// Whether credentials of a mail account of a user are stored.
    pub async fn is_mail_connected(&self, user: UserId) -> Result<bool, Error> {
        Ok(self.known_mail_accounts(user).await?.is_connected())
    }

    /// What a user's originals take.
    pub async fn usage(&self, user: UserId) -> Result<Usage, Error> {
        Ok(self.store().usage(user).await?)
    }
}

pub(crate) fn check_email_length(email: &str) -> Result<(), Error> {
    if email.chars().count() > MAX_EMAIL {
        return Err(Error::Invalid(format!(
            "email must have at most {MAX_EMAIL} characters."
        )));
    }
    Ok(())
}

pub(crate) fn invalid_email() -> Error {
    Error::Invalid("email must be an address: one @ with text on both sides.".into())
}
