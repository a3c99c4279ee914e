//! Calls of the stores of originals and tokens, cut off or held where a test says.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use invoices_app::Ports;
use invoices_domain::mail::MailSecret;
use invoices_domain::ports::{Dependency, DependencyError, Objects, Put, Secrets};
use invoices_domain::{ObjectKey, UserId};
use tokio::sync::Semaphore;

/// What can be interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    PutObject,
    DeleteObjects,
    PutSecret,
    DeleteSecret,
}

/// When a call is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Nothing of it is done.
    Before,
    /// It is done, and nobody learns of it.
    After,
}

enum Fate {
    Fails(Cut),
    Waits(Arc<Held>),
}

/// A call that waits to be let go on.
pub struct Held {
    reached: Semaphore,
    release: Semaphore,
}

impl Held {
    /// Waits until the call is made.
    pub async fn reached(&self) {
        self.reached.acquire().await.unwrap().forget();
    }

    /// Lets the call go on.
    pub fn release(&self) {
        self.release.add_permits(1);
    }
}

/// What befalls calls.
#[derive(Clone, Default)]
pub struct Interruptions(Arc<Mutex<Option<(Call, Fate)>>>);

impl Interruptions {
    /// Puts these before the engines.
    pub fn stand_before(&self, ports: &mut Ports) {
        ports.objects = Arc::new(Interrupted(Arc::clone(&ports.objects), self.clone()));
        ports.secrets = Arc::new(Interrupted(Arc::clone(&ports.secrets), self.clone()));
    }

    /// Every such call fails from now on, and no other.
    pub fn cut(&self, call: Call, cut: Cut) {
        *self.0.lock().unwrap() = Some((call, Fate::Fails(cut)));
    }

    /// The next such call waits before it does anything.
    pub fn hold(&self, call: Call) -> Arc<Held> {
        let held = Arc::new(Held {
            reached: Semaphore::new(0),
            release: Semaphore::new(0),
        });
        *self.0.lock().unwrap() = Some((call, Fate::Waits(Arc::clone(&held))));
        held
    }

    /// Calls succeed again.
    pub fn end(&self) {
        *self.0.lock().unwrap() = None;
    }

    async fn befall<T>(
        &self,
        call: Call,
        which: Dependency,
        work: impl Future<Output = Result<T, DependencyError>>,
    ) -> Result<T, DependencyError> {
        let held = {
            let mut fate = self.0.lock().unwrap();
            match fate.take_if(|(at, fate)| *at == call && matches!(fate, Fate::Waits(_))) {
                Some((_, Fate::Waits(held))) => Some(held),
                _ => None,
            }
        };
        if let Some(held) = held {
            held.reached.add_permits(1);
            held.release.acquire().await.unwrap().forget();
            return work.await;
        }
        let cut = match &*self.0.lock().unwrap() {
            Some((at, Fate::Fails(cut))) if *at == call => Some(*cut),
            _ => None,
        };
        if cut == Some(Cut::After) {
            work.await?;
        } else if cut.is_none() {
            return work.await;
        }
        Err(DependencyError::new(which, "cut off"))
    }
}

struct Interrupted<P: ?Sized>(Arc<P>, Interruptions);

#[async_trait]
impl Objects for Interrupted<dyn Objects> {
    async fn put_if_absent(&self, key: &ObjectKey, bytes: Bytes) -> Result<Put, DependencyError> {
        let work = self.0.put_if_absent(key, bytes);
        self.1.befall(Call::PutObject, Dependency::ObjectStore, work).await
    }

    async fn get(&self, key: &ObjectKey) -> Result<Option<Bytes>, DependencyError> {
        self.0.get(key).await
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), DependencyError> {
        self.0.delete(key).await
    }

    async fn delete_user(&self, user: UserId) -> Result<(), DependencyError> {
        let work = self.0.delete_user(user);
        self.1.befall(Call::DeleteObjects, Dependency::ObjectStore, work).await
    }
}

#[async_trait]
impl Secrets for Interrupted<dyn Secrets> {
    async fn get(&self, user: UserId) -> Result<Option<MailSecret>, DependencyError> {
        self.0.get(user).await
    }

    async fn put(&self, user: UserId, secret: &MailSecret) -> Result<(), DependencyError> {
        let work = self.0.put(user, secret);
        self.1.befall(Call::PutSecret, Dependency::SecretStore, work).await
    }

    async fn delete(&self, user: UserId) -> Result<(), DependencyError> {
        let work = self.0.delete(user);
        self.1.befall(Call::DeleteSecret, Dependency::SecretStore, work).await
    }
}
