//! Accounts: sign-up, login, the profile.

mod login;
mod sign_up;
