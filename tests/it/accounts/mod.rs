//! Accounts: sign-up, login, the profile.

mod access_tokens;
mod browser_sessions;
mod invitations;
mod login;
mod mail;
mod password;
mod preferences;
mod program;
mod sessions;
mod sign_up;
mod verification;
