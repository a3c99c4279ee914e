use std::io;
use std::net::IpAddr;
use std::sync::Mutex;

use chrono::DateTime;
use reqwest::dns::Resolve;

use super::*;

/// Gives these answers, one after the other.
struct Answers(Mutex<Vec<Vec<&'static str>>>);

impl Answers {
    fn new(answers: &[&[&'static str]]) -> Arc<Self> {
        let answers = answers.iter().rev().map(|answer| answer.to_vec()).collect();
        Arc::new(Answers(Mutex::new(answers)))
    }

    fn left(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

#[async_trait]
impl Lookup for Answers {
    async fn lookup(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let answer = self.0.lock().unwrap().pop().ok_or(io::ErrorKind::NotFound)?;
        Ok(answer.iter().map(|address| address.parse().unwrap()).collect())
    }
}

fn message(url: &str) -> WebhookMessage {
    WebhookMessage {
        id: "msg_1".into(),
        sent_at: DateTime::UNIX_EPOCH,
        url: url.into(),
        secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into(),
        body: "{}".into(),
    }
}

fn enabled() -> WebhookSettings {
    WebhookSettings {
        enabled: true,
        allow_private_addresses: false,
        ..WebhookSettings::default()
    }
}

// Shows: Threats | A webhook leads into…
#[test]
fn a_url_is_https_to_a_host_of_somebody_else() {
    let sender = WebhookSender::new(enabled());
    for url in [
        "https://hooks.example.com/invoices?key=1",
        "https://hooks.example.com:8443",
        "https://1.1.1.1/",
        "https://[2606:4700::1111]/",
    ] {
        assert!(sender.check_url(url).is_ok(), "{url}");
    }
    let long = format!("https://example.com/{}", "x".repeat(MAX_URL));
    for url in [
        "",
        "/path",
        "hooks.example.com",
        "http://hooks.example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "https://user:password@example.com/",
        "https://user@example.com/",
        "https://example.com/#part",
        "https://example.com:25/",
        "https://example.com:0/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.0.0.1/",
        "https://0/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[fd00:ec2::254]/",
        &long,
    ] {
        assert!(sender.check_url(url).is_err(), "{url}");
    }
    let private = WebhookSender::new(WebhookSettings {
        allow_private_addresses: true,
        ..enabled()
    });
    assert!(private.check_url("http://127.0.0.1:8080/").is_ok());
    assert!(private.check_url("http://127.0.0.1:25/").is_err());
}

#[tokio::test]
async fn a_name_with_an_address_that_is_not_public_is_refused_before_a_connection() {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    for answer in [&["127.0.0.1"][..], &["1.1.1.1", "127.0.0.1"], &["::1"], &["10.0.0.1"]] {
        let answers = Answers::new(&[answer]);
        let sender = WebhookSender::with_lookup(enabled(), answers.clone());
        let sent = sender
            .send(&message(&format!("https://hooks.example.com:{port}/")))
            .await;
        let WebhookFailure(reason) = sent.unwrap_err();
        assert_eq!(reason, UNRESOLVED);
        assert_eq!(answers.left(), 0);
    }
    // As the system resolves it.
    let sender = WebhookSender::new(enabled());
    let sent = sender.send(&message(&format!("https://localhost:{port}/"))).await;
    assert!(sent.is_err());
    let accepted = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
    assert!(accepted.is_err(), "nobody connected");
}

// Shows: Threats | A webhook leads into…
#[tokio::test]
async fn the_connection_goes_to_addresses_that_were_checked() {
    // A name that is public when it is looked up first, and private afterwards.
    let answers = Answers::new(&[&["1.1.1.1", "2606:4700::1111"], &["127.0.0.1"]]);
    let resolver = Resolver {
        lookup: answers.clone(),
        private: false,
    };
    let resolved = resolver.resolve("hooks.example.com".parse().unwrap()).await.unwrap();
    let resolved: Vec<String> = resolved.map(|address| address.ip().to_string()).collect();
    assert_eq!(resolved, ["1.1.1.1", "2606:4700::1111"]);
    assert_eq!(answers.left(), 1, "it is looked up once");
    assert!(resolver.resolve("hooks.example.com".parse().unwrap()).await.is_err());
}

#[tokio::test]
async fn an_unknown_name_is_reported_in_words() {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let sender = WebhookSender::with_lookup(enabled(), Answers::new(&[]));
    let sent = sender.send(&message("https://hooks.example.com/")).await;
    assert_eq!(sent, Err(WebhookFailure(UNRESOLVED.into())));
}
