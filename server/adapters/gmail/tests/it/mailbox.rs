//! Searching and fetching, and error responses.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use invoices_domain::MessageId;
use invoices_domain::mail::{MailSearch, PageToken};
use invoices_domain::ports::{Dependency, DependencyError, MailError, Mailbox};
use invoices_settings::{GmailSettings, Milliseconds, Seconds};
use serde_json::json;
use wiremock::matchers::{any, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::provider::{MESSAGES, account, get, get_with_token, gmail, gmail_with, ok, refusal, rent, settings};

fn m1() -> MessageId {
    "m1".parse().unwrap()
}

fn dependency(error: MailError) -> DependencyError {
    match error {
        MailError::Dependency(error) => error,
        other => panic!("{other:?}"),
    }
}

/// What a search makes of an answer; the provider gives it as often as it is asked.
async fn search_answered(answer: ResponseTemplate) -> MailError {
    let server = MockServer::start().await;
    get(MESSAGES).respond_with(answer).mount(&server).await;
    gmail(&server).search(&account(3600), &rent(), None).await.unwrap_err()
}

async fn fetch_answered(answer: ResponseTemplate) -> Result<invoices_domain::mail::RawMessage, MailError> {
    let server = MockServer::start().await;
    get("/gmail/v1/users/me/messages/m1")
        .and(query_param("format", "raw"))
        .respond_with(answer)
        .mount(&server)
        .await;
    gmail(&server).fetch(&account(3600), &m1(), u64::MAX).await
}

#[tokio::test]
async fn a_search_asks_in_gmails_words_and_reads_a_page() {
    let server = MockServer::start().await;
    get_with_token(MESSAGES, "given")
        .and(query_param(
            "q",
            r#"(from:hyra@landlord.example.com subject:"Hyresavi")"#,
        ))
        .and(query_param("maxResults", "500"))
        .and(query_param("pageToken", "page-2"))
        .respond_with(ok(&json!({
            "messages": [{"id": "b", "threadId": "t"}, {"id": "a", "threadId": "t"}],
            "nextPageToken": "page-3",
            "resultSizeEstimate": 201,
        })))
        .expect(1)
        .mount(&server)
        .await;
    let page = PageToken("page-2".into());
    let found = gmail(&server)
        .search(&account(3600), &rent(), Some(&page))
        .await
        .unwrap();
    assert_eq!(found.ids, ["b".parse().unwrap(), "a".parse().unwrap()]);
    assert_eq!(found.next, Some(PageToken("page-3".into())));
}

#[tokio::test]
async fn a_last_page_without_messages_is_empty() {
    let server = MockServer::start().await;
    get(MESSAGES)
        .respond_with(ok(&json!({"resultSizeEstimate": 0})))
        .mount(&server)
        .await;
    let found = gmail(&server).search(&account(3600), &rent(), None).await.unwrap();
    assert!(found.ids.is_empty() && found.next.is_none());
}

#[tokio::test]
async fn a_search_for_nothing_asks_nothing() {
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(ok(&json!({})))
        .expect(0)
        .mount(&server)
        .await;
    let nothing = MailSearch {
        any_of: Vec::new(),
        window: None,
    };
    let found = gmail(&server).search(&account(3600), &nothing, None).await.unwrap();
    assert!(found.ids.is_empty());
}

#[tokio::test]
async fn a_search_fits_up_to_the_longest_query() {
    let server = MockServer::start().await;
    let length = invoices_gmail::query_length(&rent());
    for (most, fits) in [(length, true), (length - 1, false)] {
        let gmail = gmail_with(GmailSettings {
            max_query_length: most,
            ..settings(&server)
        });
        assert_eq!(gmail.fits(&rent()), fits);
    }
}

#[tokio::test]
async fn a_message_is_read_with_and_without_padding() {
    // Two bytes need padding; the value needs the URL-safe letters.
    let mime = [0xfb, 0xff];
    for raw in [URL_SAFE.encode(mime), URL_SAFE_NO_PAD.encode(mime)] {
        let answer = json!({"id": "m1", "internalDate": "1782907200123", "raw": raw, "labelIds": ["INBOX"]});
        let message = fetch_answered(ok(&answer)).await.unwrap();
        assert_eq!(message.bytes[..], mime);
        assert_eq!(
            message.received_at.unwrap().to_rfc3339(),
            "2026-07-01T12:00:00.123+00:00"
        );
    }
}

// Shows: Threats | SQL, or another query…
#[tokio::test]
async fn an_id_stays_one_part_of_the_path() {
    let server = MockServer::start().await;
    let answer = json!({"internalDate": "0", "raw": ""});
    get("/gmail/v1/users/me/messages/a%2F..%2Fb%3Fc")
        .respond_with(ok(&answer))
        .mount(&server)
        .await;
    let id: MessageId = "a/../b?c".parse().unwrap();
    assert!(gmail(&server).fetch(&account(3600), &id, 100).await.is_ok());
}

#[tokio::test]
async fn a_message_that_is_gone_is_gone() {
    for answer in [
        refusal(404, "notFound", "Requested entity was not found."),
        refusal(400, "invalidArgument", "Invalid id value"),
    ] {
        assert!(matches!(fetch_answered(answer).await, Err(MailError::Gone)));
    }
}

#[tokio::test]
async fn a_message_over_the_limit_is_not_read() {
    let raw = |bytes: usize| json!({"internalDate": "0", "raw": URL_SAFE.encode(vec![b'x'; bytes])});
    assert!(fetch_answered(ok(&raw(1000))).await.is_ok());
    for bytes in [1001, 200_000] {
        let error = fetch_answered(ok(&raw(bytes))).await.unwrap_err();
        assert!(matches!(error, MailError::TooLarge { limit: 1000 }));
    }
}

#[tokio::test]
async fn a_message_over_the_callers_limit_is_not_read() {
    let server = MockServer::start().await;
    let answer = json!({"internalDate": "0", "raw": URL_SAFE.encode(vec![b'x'; 500])});
    get("/gmail/v1/users/me/messages/m1")
        .respond_with(ok(&answer))
        .mount(&server)
        .await;
    let (gmail, alva) = (gmail(&server), account(3600));
    assert_eq!(gmail.fetch(&alva, &m1(), 500).await.unwrap().bytes.len(), 500);
    let error = gmail.fetch(&alva, &m1(), 499).await.unwrap_err();
    assert!(matches!(error, MailError::TooLarge { limit: 499 }));
}

#[tokio::test]
async fn a_body_that_is_not_the_expected_json_is_a_failure() {
    for body in [
        "",
        "<html>",
        "[]",
        "{\"raw\": \"",
        r#"{"raw": "!", "internalDate": "0"}"#,
        r#"{"raw": "aaaa"}"#,
    ] {
        let answer = ResponseTemplate::new(200).set_body_string(body);
        let error = dependency(fetch_answered(answer).await.unwrap_err());
        assert_eq!(error.which, Dependency::MailProvider, "{body}");
    }
    let answer = ok(&json!({"messages": [{"threadId": "no id"}]}));
    assert_eq!(
        dependency(search_answered(answer).await).which,
        Dependency::MailProvider
    );
}

#[tokio::test]
async fn a_connection_that_is_cut_is_a_failure() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"messages\": [")
                .await;
        }
    });
    let gmail = gmail_with(GmailSettings {
        gmail_url: format!("http://{address}/").parse().unwrap(),
        retry_pause_milliseconds: Milliseconds::new(0),
        ..GmailSettings::default()
    });
    let error = dependency(gmail.search(&account(3600), &rent(), None).await.unwrap_err());
    assert_eq!(error.which, Dependency::MailProvider);
}

#[tokio::test]
async fn an_answer_that_does_not_come_is_a_failure() {
    let server = MockServer::start().await;
    let never = ok(&json!({})).set_delay(Duration::from_mins(10));
    get(MESSAGES).respond_with(never).mount(&server).await;
    let gmail = gmail_with(GmailSettings {
        timeout_seconds: Seconds::new(1),
        ..settings(&server)
    });
    dependency(gmail.search(&account(3600), &rent(), None).await.unwrap_err());
}

#[tokio::test]
async fn slowing_down_carries_the_providers_advice() {
    let retry_after = |value: &str| {
        refusal(
            429,
            "rateLimitExceeded",
            "Resource has been exhausted (e.g. check quota).",
        )
        .insert_header("Retry-After", value)
    };
    for (answer, seconds) in [
        (retry_after("30"), Some(30)),
        (retry_after("Wed, 01 Jul 2026 12:00:45 GMT"), Some(45)),
        (
            refusal(
                429,
                "rateLimitExceeded",
                "User-rate limit exceeded.  Retry after 2026-07-01T12:00:50Z",
            ),
            Some(50),
        ),
        (
            refusal(403, "rateLimitExceeded", "Quota exceeded for quota metric 'Queries'"),
            None,
        ),
        (refusal(403, "userRateLimitExceeded", "User Rate Limit Exceeded"), None),
        (refusal(403, "insufficientPermissions", "Insufficient Permission"), None),
        (
            ResponseTemplate::new(429).set_body_json(
                json!({"error": {"code": 429, "message": "Try later.", "status": "RESOURCE_EXHAUSTED", "details": []}}),
            ),
            None,
        ),
        (refusal(503, "backendError", "Backend Error"), None),
        (
            ResponseTemplate::new(502).set_body_string("<html>Bad gateway</html>"),
            None,
        ),
    ] {
        let error = dependency(search_answered(answer).await);
        assert_eq!(error.which, Dependency::MailProvider);
        assert_eq!(
            error.retry_after,
            seconds.map(Duration::from_secs),
            "{:?}",
            error.source
        );
    }
}

#[tokio::test]
async fn what_passes_by_itself_is_tried_once_more() {
    for stumble in [
        ResponseTemplate::new(503),
        refusal(403, "userRateLimitExceeded", "slow down"),
        ResponseTemplate::new(429).insert_header("Retry-After", "0"),
    ] {
        let server = MockServer::start().await;
        get(MESSAGES)
            .respond_with(stumble)
            .up_to_n_times(1)
            .mount(&server)
            .await;
        get(MESSAGES)
            .respond_with(ok(&json!({})))
            .expect(1)
            .mount(&server)
            .await;
        gmail(&server).search(&account(3600), &rent(), None).await.unwrap();
    }
}

#[tokio::test]
async fn nothing_is_tried_a_third_time_and_a_plain_no_not_a_second() {
    for (answer, calls) in [
        (ResponseTemplate::new(503), 2),
        (ResponseTemplate::new(429).insert_header("Retry-After", "30"), 1),
        (refusal(403, "insufficientPermissions", "no"), 1),
        (ok(&json!([])), 1),
    ] {
        let server = MockServer::start().await;
        get(MESSAGES).respond_with(answer).expect(calls).mount(&server).await;
        gmail(&server).search(&account(3600), &rent(), None).await.unwrap_err();
    }
}

/// The delay can be in a header, as seconds or a date, or only in the message.
#[tokio::test]
async fn while_the_provider_asks_to_wait_the_account_is_left_alone_and_others_are_not() {
    for answer in [
        refusal(429, "rateLimitExceeded", "slow").insert_header("Retry-After", "30"),
        refusal(403, "userRateLimitExceeded", "slow").insert_header("Retry-After", "Wed, 01 Jul 2026 12:00:30 GMT"),
        refusal(
            429,
            "rateLimitExceeded",
            "User-rate limit exceeded.  Retry after 2026-07-01T12:00:30.000Z",
        ),
    ] {
        let server = MockServer::start().await;
        get(MESSAGES).respond_with(answer).expect(2).mount(&server).await;
        let (gmail, alva) = (gmail(&server), account(3600));
        for _ in 0..3 {
            let error = dependency(gmail.search(&alva, &rent(), None).await.unwrap_err());
            assert_eq!(error.retry_after, Some(Duration::from_secs(30)));
        }
        let mut bo = account(3600);
        bo.address = "bo@example.com".parse().unwrap();
        gmail.search(&bo, &rent(), None).await.unwrap_err();
    }
}

#[tokio::test]
async fn who_is_asked_to_slow_down_without_being_told_for_how_long_tries_five_times() {
    let server = MockServer::start().await;
    let slow = refusal(
        429,
        "rateLimitExceeded",
        "Resource has been exhausted (e.g. check quota).",
    );
    get(MESSAGES).respond_with(slow).expect(5).mount(&server).await;
    dependency(gmail(&server).search(&account(3600), &rent(), None).await.unwrap_err());
}

// Shows: Threats | A token is sent to a host that the service was redirected to | outgoing calls follow no redirect
#[tokio::test]
async fn a_redirect_is_not_followed() {
    let server = MockServer::start().await;
    let away = ResponseTemplate::new(302).insert_header("Location", "/elsewhere");
    get(MESSAGES).respond_with(away).mount(&server).await;
    get("/elsewhere")
        .respond_with(ok(&json!({})))
        .expect(0)
        .mount(&server)
        .await;
    dependency(gmail(&server).search(&account(3600), &rent(), None).await.unwrap_err());
}
