//! Accounts: sign-up, login, the profile.

mod invitations;
mod login;
mod password;
mod sessions;
mod sign_up;
