//! Accounts: sign-up, login, the profile.

mod invitations;
mod login;
mod password;
mod sign_up;
