//! Calls of the object store and the secret store that fail or wait when a test says so.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use invoices_app::Ports;
use invoices_domain::mail::{AccountChange, MailAccounts};
use invoices_domain::ports::{Dependency, DependencyError, Objects, Put, SecretError, Secrets};
use invoices_domain::{ObjectKey, PasswordChange, PdfPasswords, UserId};
use tokio::sync::Semaphore;

use super::wait::within;

/// A call that can be interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    PutObject,
    GetObject,
    DeleteObjects,
    PutSecret,
    DeleteSecret,
}

/// When a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Nothing was done.
    Before,
    /// All was done, but the caller gets an error.
    After,
}

enum Effect {
    Fail(Cut),
    Wait(Arc<Held>),
}

/// A call that waits until it is released.
pub struct Held {
    call: Call,
    reached: Semaphore,
    release: Semaphore,
}

impl Held {
    /// Waits until the call is made.
    #[track_caller]
    pub fn reached(&self) -> impl Future<Output = ()> {
        within(format!("the call {:?}", self.call), async {
            self.reached.acquire().await.unwrap().forget();
        })
    }

    /// Lets the call continue.
    pub fn release(&self) {
        self.release.add_permits(1);
    }
}

/// What happens to the calls of a world.
#[derive(Clone, Default)]
pub struct Interruptions(Arc<Mutex<Option<(Call, Effect)>>>);

impl Interruptions {
    /// Puts itself between the service and its stores.
    pub fn install(&self, ports: &mut Ports) {
        ports.objects = Arc::new(Interrupted(Arc::clone(&ports.objects), self.clone()));
        ports.secrets = Arc::new(Interrupted(Arc::clone(&ports.secrets), self.clone()));
    }

    /// From now on every such call fails, and no other.
    pub fn cut(&self, call: Call, cut: Cut) {
        *self.0.lock().unwrap() = Some((call, Effect::Fail(cut)));
    }

    /// The next such call waits before it does anything, and no other.
    pub fn hold(&self, call: Call) -> Arc<Held> {
        let held = Arc::new(Held {
            call,
            reached: Semaphore::new(0),
            release: Semaphore::new(0),
        });
        *self.0.lock().unwrap() = Some((call, Effect::Wait(Arc::clone(&held))));
        held
    }

    /// All calls succeed again.
    pub fn end(&self) {
        *self.0.lock().unwrap() = None;
    }

    async fn intercept<T>(
        &self,
        call: Call,
        which: Dependency,
        work: impl Future<Output = Result<T, DependencyError>>,
    ) -> Result<T, DependencyError> {
        let held = {
            let mut effect = self.0.lock().unwrap();
            match effect.take_if(|(of, effect)| *of == call && matches!(effect, Effect::Wait(_))) {
                Some((_, Effect::Wait(held))) => Some(held),
                _ => None,
            }
        };
        if let Some(held) = held {
            held.reached.add_permits(1);
            held.release.acquire().await.unwrap().forget();
            return work.await;
        }
        let cut = match &*self.0.lock().unwrap() {
            Some((of, Effect::Fail(cut))) if *of == call => Some(*cut),
            _ => None,
        };
        if cut == Some(Cut::After) {
            work.await?;
        } else if cut.is_none() {
            return work.await;
        }
        Err(DependencyError::new(which, "interrupted"))
    }
}

struct Interrupted<P: ?Sized>(Arc<P>, Interruptions);

#[async_trait]
impl Objects for Interrupted<dyn Objects> {
    async fn put_if_absent(&self, key: &ObjectKey, bytes: Bytes) -> Result<Put, DependencyError> {
        let work = self.0.put_if_absent(key, bytes);
        self.1.intercept(Call::PutObject, Dependency::ObjectStore, work).await
    }

    async fn get(&self, key: &ObjectKey) -> Result<Option<Bytes>, DependencyError> {
        let work = self.0.get(key);
        self.1.intercept(Call::GetObject, Dependency::ObjectStore, work).await
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), DependencyError> {
        self.0.delete(key).await
    }

    async fn delete_user(&self, user: UserId) -> Result<(), DependencyError> {
        let work = self.0.delete_user(user);
        self.1
            .intercept(Call::DeleteObjects, Dependency::ObjectStore, work)
            .await
    }

    async fn check(&self) -> Result<(), DependencyError> {
        self.0.check().await
    }
}

#[async_trait]
impl Secrets for Interrupted<dyn Secrets> {
    async fn mail_accounts(&self, user: UserId) -> Result<MailAccounts, SecretError> {
        self.0.mail_accounts(user).await
    }

    async fn change_mail_accounts(&self, user: UserId, change: AccountChange) -> Result<MailAccounts, DependencyError> {
        let work = self.0.change_mail_accounts(user, change);
        self.1.intercept(Call::PutSecret, Dependency::SecretStore, work).await
    }

    async fn delete_mail_accounts(&self, user: UserId) -> Result<(), DependencyError> {
        let work = self.0.delete_mail_accounts(user);
        self.1
            .intercept(Call::DeleteSecret, Dependency::SecretStore, work)
            .await
    }

    async fn pdf_passwords(&self, user: UserId) -> Result<PdfPasswords, SecretError> {
        self.0.pdf_passwords(user).await
    }

    async fn change_pdf_passwords(&self, user: UserId, change: PasswordChange) -> Result<(), DependencyError> {
        let work = self.0.change_pdf_passwords(user, change);
        self.1.intercept(Call::PutSecret, Dependency::SecretStore, work).await
    }

    async fn check(&self) -> Result<(), DependencyError> {
        self.0.check().await
    }
}
