//! Accounts: sign-up, login, the profile.

mod sign_up;
