//! A secret store and a clock in memory.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use invoices_domain::UserId;
use invoices_domain::mail::{AccountChange, MailAccounts};
use invoices_domain::pdf_passwords::{PasswordChange, PdfPasswords};
use invoices_domain::ports::{Clock, Dependency, DependencyError, SecretError, Secrets};

/// The accounts of one user, and how far time has gone on. A clone shares them.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    accounts: MailAccounts,
    ahead: TimeDelta,
    is_broken: bool,
}

impl Memory {
    pub fn accounts(&self) -> MailAccounts {
        self.0.lock().unwrap().accounts.clone()
    }

    pub fn set(&self, accounts: MailAccounts) {
        self.0.lock().unwrap().accounts = accounts;
    }

    pub fn advance(&self, by: TimeDelta) {
        self.0.lock().unwrap().ahead += by;
    }

    /// From now on nothing can be stored, or it can again.
    pub fn set_broken(&self, is_broken: bool) {
        self.0.lock().unwrap().is_broken = is_broken;
    }
}

impl Clock for Memory {
    fn now(&self) -> DateTime<Utc> {
        Utc::now() + self.0.lock().unwrap().ahead
    }
}

#[async_trait]
impl Secrets for Memory {
    async fn mail_accounts(&self, _: UserId) -> Result<MailAccounts, SecretError> {
        Ok(self.accounts())
    }

    async fn change_mail_accounts(&self, _: UserId, change: AccountChange) -> Result<MailAccounts, DependencyError> {
        let mut state = self.0.lock().unwrap();
        if state.is_broken {
            return Err(DependencyError::new(Dependency::SecretStore, "broken"));
        }
        let before = state.accounts.clone();
        state.accounts = before.clone().with(change);
        Ok(before)
    }

    async fn delete_mail_accounts(&self, _: UserId) -> Result<(), DependencyError> {
        self.set(MailAccounts::default());
        Ok(())
    }

    async fn pdf_passwords(&self, _: UserId) -> Result<PdfPasswords, SecretError> {
        Ok(PdfPasswords::default())
    }

    async fn change_pdf_passwords(&self, _: UserId, _: PasswordChange) -> Result<(), DependencyError> {
        Ok(())
    }

    async fn check(&self) -> Result<(), DependencyError> {
        Ok(())
    }
}
