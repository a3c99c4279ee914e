//! Accounts: sign-up, login, the profile.

mod invitations;
mod login;
mod sign_up;
