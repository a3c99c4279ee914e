//! The simulated ports.

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use invoices_domain::channel::ChannelRequest;
use invoices_domain::mail::{
    AccountChange, ConsentRequest, DeviceAnswer, DeviceRequest, ExchangedTokens, ImapLogin, Look, MailAccount,
    MailAccounts, MailContent, MailHeaders, MailMark, MailSearch, MailServer, PageToken, PurchaseSearch, RawMessage,
    Redirect, SearchPage, VerifiedAccount,
};
use invoices_domain::mailer::{AccountMail, Mailer, MailerError};
use invoices_domain::ports::{
    Clock, Dependency, DependencyError, Identity, IdentityError, MailError, MailServers, Mailbox, NotAMail,
    Notification, Objects, Put, Reader, ReaderError, SecretError, Secrets, SenderCheck, Topic,
};
use invoices_domain::reading::{Authentication, DocumentKind, MailContext, ParserTag, Reading};
use invoices_domain::webhook::{WebhookAnswer, WebhookFailure, WebhookMessage, Webhooks};
use invoices_domain::{
    MailAddress, MessageId, NotAuthenticated, ObjectKey, PasswordChange, PdfPasswords, Reason, UserId,
};
use secrecy::SecretString;

use crate::mails::{Mail, Received};
use crate::outside::Outside;
use crate::reading;

const MAIL: (&str, Dependency) = ("mailbox", Dependency::MailProvider);
const IDENTITY: (&str, Dependency) = ("identity", Dependency::IdentityProvider);
const OBJECTS: (&str, Dependency) = ("objects", Dependency::ObjectStore);
const SECRETS: (&str, Dependency) = ("secrets", Dependency::SecretStore);
const TOPIC: (&str, Dependency) = ("topic", Dependency::Topic);
const READER: (&str, Dependency) = ("reader", Dependency::Reader);
const NAMES: (&str, Dependency) = ("names", Dependency::NameServer);

/// The number of ids of a page.
const PAGE: usize = 3;

fn matches(search: &MailSearch, received: &Received) -> bool {
    let Ok(sender) = received.mail.sender.parse::<MailAddress>() else {
        return false;
    };
    let subject = received.mail.subject.to_lowercase();
    let is_in_time = search.window.is_none_or(|window| window.contains(received.at));
    let is_sought = search.any_of.iter().any(|sought| {
        let words = &sought.subject_words;
        sought.senders.iter().any(|pattern| pattern.matches(&sender).is_some())
            && (words.is_empty() || words.iter().any(|word| subject.contains(&word.to_lowercase())))
    });
    is_in_time && is_sought
}

impl Outside {
    /// The mails of an account, the newest first.
    fn mailbox(&self, account: &MailAccount) -> Vec<Received> {
        let mut mails = self
            .state()
            .mailboxes
            .get(account.address.as_str())
            .cloned()
            .unwrap_or_default();
        mails.sort_by(|one, other| (other.at, &other.mail.id).cmp(&(one.at, &one.mail.id)));
        mails
    }

    fn find(&self, account: &MailAccount, id: &MessageId) -> Result<Received, MailError> {
        let mails = self.mailbox(account);
        let found = mails.into_iter().find(|received| received.mail.id == id.as_str());
        found.ok_or(MailError::Gone)
    }
}

#[async_trait]
impl Mailbox for Outside {
    async fn search(
        &self,
        account: &MailAccount,
        search: &MailSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        let start = page.and_then(|page| page.0.parse().ok()).unwrap_or(0);
        let found = self
            .sim
            .attempt(MAIL, format!("search {} {start}", account.address), || {
                let mut mails = self.mailbox(account);
                mails.retain(|received| matches(search, received));
                mails
            });
        let found = found.await?;
        let ids = found
            .iter()
            .skip(start)
            .take(PAGE)
            .map(|received| received.mail.id.parse());
        Ok(SearchPage {
            ids: ids.collect::<Result<_, _>>().expect("ids of the plan"),
            next: (start + PAGE < found.len()).then(|| PageToken((start + PAGE).to_string())),
        })
    }

    async fn search_purchases(
        &self,
        _: &MailAccount,
        _: &PurchaseSearch,
        _: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        self.sim.attempt(MAIL, "purchases", || ()).await?;
        let ids = Vec::new();
        Ok(SearchPage { ids, next: None })
    }

    async fn look(&self, account: &MailAccount, last: Option<&MailMark>) -> Result<Look, MailError> {
        let detail = format!("look {}", account.address);
        let mails = self.sim.attempt(MAIL, detail, || self.mailbox(account).len()).await?;
        let mark: MailMark = mails.to_string().parse().expect("a number");
        Ok(Look {
            has_news: last != Some(&mark),
            mark,
        })
    }

    async fn headers(&self, account: &MailAccount, id: &MessageId) -> Result<MailHeaders, MailError> {
        let found = self
            .sim
            .attempt(MAIL, format!("headers {id}"), || self.find(account, id))
            .await??;
        Ok(MailHeaders {
            sender: found.mail.sender.parse().ok(),
            subject: found.mail.subject,
        })
    }

    async fn fetch(&self, account: &MailAccount, id: &MessageId, _: u64) -> Result<RawMessage, MailError> {
        let detail = format!("fetch {} {id}", account.address);
        let found = self.sim.attempt(MAIL, detail, || self.find(account, id)).await??;
        Ok(RawMessage {
            id: id.clone(),
            received_at: Some(found.at),
            bytes: serde_json::to_vec(&found.mail).expect("JSON").into(),
        })
    }
}

#[async_trait]
impl Identity for Outside {
    fn request_consent(&self, _: Redirect) -> Option<ConsentRequest> {
        None
    }

    async fn exchange_code(
        &self,
        _: &SecretString,
        _: &SecretString,
        _: Redirect,
    ) -> Result<ExchangedTokens, IdentityError> {
        Err(IdentityError::Rejected("no consent is asked for".into()))
    }

    async fn verify(&self, _: &SecretString) -> Result<VerifiedAccount, IdentityError> {
        self.sim.attempt(IDENTITY, "verify", || ()).await?;
        Err(IdentityError::Rejected("no tokens are given".into()))
    }

    async fn try_refresh(&self, _: &SecretString) -> Result<Option<VerifiedAccount>, IdentityError> {
        Ok(self.sim.attempt(IDENTITY, "refresh", || None).await?)
    }

    async fn revoke(&self, _: &SecretString) -> Result<(), DependencyError> {
        self.sim.attempt(IDENTITY, "revoke", || ()).await
    }
}

#[async_trait]
impl MailServers for Outside {
    fn listed(&self) -> Vec<MailServer> {
        Vec::new()
    }

    async fn try_login(&self, _: &ImapLogin) -> Result<(), MailError> {
        Err(MailError::Reconnect)
    }

    fn request_consent(&self, _: &str, _: Redirect) -> Option<ConsentRequest> {
        None
    }

    async fn exchange_code(
        &self,
        _: &str,
        _: &SecretString,
        _: &SecretString,
        _: Redirect,
    ) -> Result<ImapLogin, IdentityError> {
        Err(IdentityError::Rejected("no server".into()))
    }

    async fn request_device(&self, _: &str) -> Result<Option<DeviceRequest>, IdentityError> {
        Ok(None)
    }

    async fn ask_device(&self, _: &str, _: &SecretString) -> Result<DeviceAnswer, IdentityError> {
        Err(IdentityError::Rejected("no server".into()))
    }
}

#[async_trait]
impl Objects for Outside {
    async fn put_if_absent(&self, key: &ObjectKey, bytes: Bytes) -> Result<Put, DependencyError> {
        let put = self.sim.attempt(OBJECTS, format!("put {key}"), || {
            let mut state = self.state();
            state.events.push(key.clone());
            if state.objects.contains_key(&key.to_string()) {
                return Put::Existed;
            }
            state.objects.insert(key.to_string(), bytes);
            Put::Created
        });
        put.await
    }

    async fn get(&self, key: &ObjectKey) -> Result<Option<Bytes>, DependencyError> {
        let get = || self.state().objects.get(&key.to_string()).cloned();
        self.sim.attempt(OBJECTS, format!("get {key}"), get).await
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), DependencyError> {
        let delete = || drop(self.state().objects.remove(&key.to_string()));
        self.sim.attempt(OBJECTS, format!("delete {key}"), delete).await
    }

    async fn delete_user(&self, user: UserId) -> Result<(), DependencyError> {
        let prefix = ObjectKey::user_prefix(user);
        let delete = || self.state().objects.retain(|key, _| !key.contains(&prefix));
        self.sim.attempt(OBJECTS, format!("delete user {user}"), delete).await
    }

    async fn check(&self) -> Result<(), DependencyError> {
        self.sim.attempt(OBJECTS, "check", || ()).await
    }
}

#[async_trait]
impl Secrets for Outside {
    async fn mail_accounts(&self, user: UserId) -> Result<MailAccounts, SecretError> {
        let get = || self.state().secrets.get(&user).map(|(known, _)| known.clone());
        let known = self.sim.attempt(SECRETS, format!("get {user}"), get).await?;
        Ok(known.unwrap_or_default())
    }

    async fn change_mail_accounts(&self, user: UserId, change: AccountChange) -> Result<MailAccounts, DependencyError> {
        let changed = self.sim.attempt(SECRETS, format!("change {user}"), || {
            let mut state = self.state();
            let known = &mut state.secrets.entry(user).or_default().0;
            let before = known.clone();
            *known = before.clone().with(change);
            before
        });
        changed.await
    }

    async fn delete_mail_accounts(&self, user: UserId) -> Result<(), DependencyError> {
        let delete = || self.state().secrets.entry(user).or_default().0 = MailAccounts::default();
        self.sim.attempt(SECRETS, format!("delete {user}"), delete).await
    }

    async fn pdf_passwords(&self, user: UserId) -> Result<PdfPasswords, SecretError> {
        let get = || {
            self.state()
                .secrets
                .get(&user)
                .map(|(_, known)| known.clone())
                .unwrap_or_default()
        };
        Ok(self.sim.attempt(SECRETS, format!("passwords {user}"), get).await?)
    }

    async fn change_pdf_passwords(&self, user: UserId, change: PasswordChange) -> Result<(), DependencyError> {
        let changed = self.sim.attempt(SECRETS, format!("change passwords {user}"), || {
            let mut state = self.state();
            let known = &mut state.secrets.entry(user).or_default().1;
            *known = std::mem::take(known).with(change);
        });
        changed.await
    }

    async fn check(&self) -> Result<(), DependencyError> {
        self.sim.attempt(SECRETS, "check", || ()).await
    }
}

#[async_trait]
impl Topic for Outside {
    async fn publish(&self, notification: &Notification) -> Result<(), DependencyError> {
        // Two workers may publish at the same time, after a lease has expired.
        let sent = format!(
            "SELECT sent_at AS line FROM notifications WHERE id = '{}' AND state = 'sent'",
            notification.id
        );
        let sent: Option<DateTime<Utc>> = self.lines(&sent).first().and_then(|at| at.parse().ok());
        if sent.is_some_and(|at| self.sim.now() - at > TimeDelta::milliseconds(300)) {
            self.violated(format!("{} was published again after it was sent", notification.id));
        }
        let publish = || self.state().published.push(notification.clone());
        self.sim.attempt(TOPIC, &notification.id, publish).await
    }
}

#[async_trait]
impl Reader for Outside {
    fn at_once(&self) -> u32 {
        4
    }

    fn parsers(&self) -> Vec<ParserTag> {
        vec![reading::tag(self.state().version)]
    }

    async fn prepare(&self) -> Result<Vec<String>, DependencyError> {
        Ok(Vec::new())
    }

    async fn open_mail(
        &self,
        message: Bytes,
        _: Option<&str>,
        _: &[MailAddress],
    ) -> Result<Result<MailContent, NotAMail>, ReaderError> {
        let opened = self.sim.attempt(READER, format!("mail of {}", message.len()), || {
            let mail = serde_json::from_slice::<Mail>(&message);
            mail.map(|mail| mail.content()).map_err(|_| NotAMail(Reason::NoRecord))
        });
        Ok(opened.await?)
    }

    async fn read(&self, _: DocumentKind, bytes: Bytes, context: MailContext) -> Result<Reading, ReaderError> {
        let read = self.sim.attempt(READER, format!("document of {}", bytes.len()), || {
            let mut state = self.state();
            let version = state.version;
            let key = (bytes.to_vec(), format!("{version} {:?}", context.answer));
            *state.readings.entry(key).or_default() += 1;
            reading::read(&bytes, &context, version)
        });
        read.await?
    }
}

#[async_trait]
impl SenderCheck for Outside {
    async fn check(&self, _: Bytes, _: &MailAddress) -> Result<Authentication, DependencyError> {
        let unknown = || Authentication::Untrusted(NotAuthenticated::NoProvider);
        self.sim.attempt(NAMES, "check", unknown).await
    }
}

#[async_trait]
impl Mailer for Outside {
    fn is_configured(&self) -> bool {
        false
    }

    async fn send(&self, _: &AccountMail) -> Result<(), MailerError> {
        Err(MailerError::NotConfigured)
    }
}

#[async_trait]
impl Webhooks for Outside {
    fn check_url(&self, url: &str) -> Result<String, &'static str> {
        Ok(url.to_owned())
    }

    async fn send(&self, message: &WebhookMessage) -> Result<WebhookAnswer, WebhookFailure> {
        let answer = self
            .sim
            .attempt(("webhooks", Dependency::Topic), &message.id, || WebhookAnswer {
                status: 204,
                retry_after: None,
            });
        answer.await.map_err(|error| WebhookFailure(error.to_string()))
    }

    async fn request(&self, _: &ChannelRequest) -> Result<WebhookAnswer, WebhookFailure> {
        Err(WebhookFailure("no user of a history has a channel".to_owned()))
    }
}
