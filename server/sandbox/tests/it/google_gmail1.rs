//! The Rust client that is generated from Google's description of its API, pointed at the sandbox, and this service's adapter
//! beside it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use google_gmail1::api::Message;
use google_gmail1::hyper_util::client::legacy::Client;
use google_gmail1::hyper_util::client::legacy::connect::HttpConnector;
use google_gmail1::hyper_util::rt::TokioExecutor;
use google_gmail1::{Error, Gmail as Google};
use invoices_domain::mail::{Credentials, MailAccount, MailSearch, MailTokens, Sought};
use invoices_domain::ports::{Clock, Mailbox};
use invoices_domain::{MessageId, UserId};
use invoices_gmail::Gmail;
use invoices_sandbox::{Fault, Sandbox, SandboxHandle, SandboxSettings};
use invoices_settings::GmailSettings;

use crate::client::{NOTICE, mail};

/// The search of [`wanted`] as a query.
const QUERY: &str = "from:shop@example.com subject:kvitto";

struct Now;

impl Clock for Now {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

fn google(sandbox: &SandboxHandle) -> Google<HttpConnector> {
    let client = Client::builder(TokioExecutor::new()).build_http();
    let mut google = Google::new(client, sandbox.issue_tokens().access.clone());
    google.base_url(format!("{}/", sandbox.base_url()));
    google
}

fn adapter(sandbox: &SandboxHandle) -> (Gmail, MailAccount) {
    let settings = GmailSettings {
        gmail_url: sandbox.base_url().parse().unwrap(),
        page_size: 3,
        ..GmailSettings::default()
    };
    let account = MailAccount {
        user: UserId::random(),
        address: sandbox.address().parse().unwrap(),
        credentials: Credentials::OAuth(MailTokens {
            access_token: sandbox.issue_tokens().access.clone().into(),
            refresh_token: None,
            expires_at: Utc::now() + chrono::TimeDelta::hours(1),
            scope: Vec::new(),
        }),
    };
    (Gmail::new(settings, Arc::new(Now)).unwrap(), account)
}

fn wanted() -> MailSearch {
    MailSearch {
        any_of: vec![Sought {
            senders: vec!["shop@example.com".parse().unwrap()],
            subject_words: vec!["kvitto".into()],
        }],
        window: None,
    }
}

async fn get(google: &Google<HttpConnector>, id: &str, format: &str) -> Message {
    let call = google.users().messages_get("me", id).format(format);
    call.doit().await.unwrap().1
}

#[tokio::test]
async fn it_reads_what_the_adapter_reads() {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    for day in 1..=7 {
        sandbox.add(&mail(day, "Shop <shop@example.com>", "Ditt kvitto"));
    }
    sandbox.add(&mail(9, "other@example.org", "Ditt kvitto"));
    let google = google(&sandbox);
    let (adapter, account) = adapter(&sandbox);
    let (_, profile) = google.users().get_profile("me").doit().await.unwrap();
    assert_eq!(profile.email_address.as_deref(), Some(sandbox.address()));

    let (mut pages, mut token, mut place) = (Vec::new(), None::<String>, None);
    loop {
        let mut list = google.users().messages_list("me").q(QUERY).max_results(3);
        if let Some(token) = &token {
            list = list.page_token(token);
        }
        let (_, page) = list.doit().await.unwrap();
        let found = adapter.search(&account, &wanted(), place.as_ref()).await.unwrap();
        let ids: Vec<String> = page.messages.unwrap().into_iter().map(|m| m.id.unwrap()).collect();
        let found_ids: Vec<&str> = found.ids.iter().map(MessageId::as_str).collect();
        assert_eq!(found_ids, ids);
        pages.push(ids.len());
        for (id, adapter_id) in ids.iter().zip(&found.ids) {
            let raw = get(&google, id, "raw").await;
            let fetched = adapter.fetch(&account, adapter_id, 1 << 20).await.unwrap();
            assert_eq!(raw.raw.as_deref(), Some(&fetched.bytes[..]));
            let received_at = fetched.received_at.map(|at| at.timestamp_millis());
            assert_eq!(raw.internal_date, received_at);

            let headers = get(&google, id, "metadata").await.payload.unwrap().headers.unwrap();
            let subject = headers.iter().find(|header| header.name.as_deref() == Some("Subject"));
            let fetched = adapter.headers(&account, adapter_id).await.unwrap();
            assert_eq!(subject.unwrap().value.as_deref(), Some(&*fetched.subject));
        }
        (token, place) = (page.next_page_token, found.next);
        assert_eq!(token.is_some(), place.is_some());
        if token.is_none() {
            break;
        }
    }
    assert_eq!(pages, [3, 3, 1]);
}

#[tokio::test]
async fn it_gets_an_attachment() {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    sandbox.add(NOTICE.as_bytes());
    let google = google(&sandbox);
    let (_, list) = google.users().messages_list("me").doit().await.unwrap();
    let id = list.messages.unwrap().remove(0).id.unwrap();
    let parts = get(&google, &id, "full").await.payload.unwrap().parts.unwrap();
    assert_eq!(parts[1].filename.as_deref(), Some("avi.pdf"));
    let attachment = parts[1].body.as_ref().unwrap().attachment_id.as_ref().unwrap();
    let call = google.users().messages_attachments_get("me", &id, attachment);
    assert_eq!(call.doit().await.unwrap().1.data.unwrap(), b"%PDF");
}

#[tokio::test]
async fn it_reads_refusals_as_the_providers() {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let google = google(&sandbox);
    let reason = async || match google.users().messages_get("me", "0000000000000000").doit().await {
        Err(Error::BadRequest(body)) => body["error"]["errors"][0]["reason"].clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(reason().await, "notFound");
    sandbox.fail(Fault::QuotaExceeded);
    assert_eq!(reason().await, "rateLimitExceeded");
}
