//! Tokens, parameters and bodies, through a real server.

use crate::support::{World, refused, send};

// Shows: Envelopes, requests and errors | The token is checked…
#[tokio::test]
async fn a_token_is_looked_at_first() {
    let world = World::start();
    let too_large = "x".repeat(70_000);
    for (method, path, body) in [
        ("GET", "/v1/invoices/neither?counts=maybe", ""),
        ("POST", "/v1/invoices/retail/ingest", "no json"),
        ("POST", "/v1/auth/mail/store-tokens", too_large.as_str()),
        ("POST", "/v1/invoices/rental/ingest", "[]"),
    ] {
        let stranger = send(world.request(method, path).body(body.to_owned())).await;
        assert_eq!(stranger.refusal(), refused(401, "INVALID_CREDENTIALS"), "{path}");
        assert_eq!(stranger.header("www-authenticate"), Some("Bearer"));
        let expired = send(world.request(method, path).bearer_auth("expired").body(body.to_owned())).await;
        assert_eq!(expired.refusal(), refused(401, "TOKEN_EXPIRED"), "{path}");
        assert_eq!(expired.header("www-authenticate"), Some("Bearer"));
        let caller = send(world.request(method, path).bearer_auth("good").body(body.to_owned())).await;
        assert!([400, 413].contains(&caller.status), "{path}: {}", caller.status);
    }
}

#[tokio::test]
async fn each_operation_says_what_a_missing_account_means() {
    let world = World::start();
    for (token, method, path, status, code) in [
        ("gone", "GET", "/v1/user/me", 404, "USER_NOT_FOUND"),
        ("gone", "POST", "/v1/invoices/retail/ingest", 404, "USER_NOT_FOUND"),
        ("gone", "POST", "/v1/invoices/rental/ingest", 401, "INVALID_CREDENTIALS"),
        ("gone", "DELETE", "/v1/user/me", 401, "INVALID_CREDENTIALS"),
        ("deleting", "GET", "/v1/invoices/rental", 401, "INVALID_CREDENTIALS"),
    ] {
        let answer = send(world.request(method, path).bearer_auth(token)).await;
        assert_eq!(answer.refusal(), refused(status, code), "{method} {path}");
    }
    let deleting = send(world.request("DELETE", "/v1/user/me").bearer_auth("deleting")).await;
    assert_eq!(deleting.status, 200);
    assert_eq!(deleting.body, r#"{"message":"Deleted.","code":200,"data":null}"#);
}

// Shows: Envelopes, requests and errors | The token is checked…
#[tokio::test]
async fn the_path_is_checked_before_the_query_is_used() {
    let world = World::start();
    let answer = world.call("GET", "/v1/invoices/neither").await;
    assert_eq!(answer.refusal(), refused(400, "INVALID_REQUEST"));
    assert!(answer.body.contains("'neither'") && answer.body.contains("rental or retail"));
    for (query, counts) in [
        ("counts=True", "Some(true)"),
        ("counts=FALSE", "Some(false)"),
        ("x=1", "None"),
    ] {
        let answer = world.call("GET", &format!("/v1/invoices/retail?{query}")).await;
        assert!(answer.body.contains(&format!("counts: {counts}")), "{}", answer.body);
    }
}

#[tokio::test]
async fn bodies_are_json_whatever_the_type_says() {
    let world = World::start();
    let signup = r#"{"email":"alva@example.com","name":"Alva","password":"correct horse"}"#;
    for content_type in [
        None,
        Some("application/x-www-form-urlencoded"),
        Some("text/plain; charset=utf-8"),
    ] {
        let mut request = world.request("POST", "/v1/auth/signup").body(signup);
        if let Some(content_type) = content_type {
            request = request.header("content-type", content_type);
        }
        let answer = send(request).await;
        assert_eq!(answer.status, 201, "{content_type:?}: {}", answer.body);
    }
    let multipart = world.request("POST", "/v1/auth/signup").body(signup);
    let answer = send(multipart.header("content-type", "Multipart/Form-Data; boundary=x")).await;
    assert_eq!(answer.refusal(), refused(415, "INVALID_REQUEST"));
}

// Shows: Envelopes, requests and errors | A body is read as JSON…
#[tokio::test]
async fn a_body_with_a_content_encoding_is_refused() {
    let world = World::start();
    let signup = r#"{"email":"alva@example.com","name":"Alva","password":"correct horse"}"#;
    let encoded = |coding| {
        let request = world.request("POST", "/v1/auth/signup").body(signup);
        send(request.header("content-encoding", coding))
    };
    for coding in ["gzip", "x-unknown", "gzip, identity", ""] {
        let answer = encoded(coding).await;
        assert_eq!(
            answer.refusal(),
            refused(415, "INVALID_REQUEST"),
            "{coding}: {}",
            answer.body
        );
    }
    assert_eq!(encoded("identity").await.status, 201, "identity means no encoding");
}

#[tokio::test]
async fn a_bad_body_is_named_by_its_kind() {
    let world = World::start();
    let deep = "[".repeat(60_000);
    for (body, status, code) in [
        ("{", 400, "INVALID_JSON"),
        ("email=a", 400, "INVALID_JSON"),
        (deep.as_str(), 400, "INVALID_JSON"),
        ("[]", 400, "INVALID_REQUEST"),
        ("null", 400, "INVALID_REQUEST"),
        (r#"{"email":1,"name":"a","password":"b"}"#, 400, "INVALID_REQUEST"),
        (r#"{"email":null}"#, 400, "MISSING_FIELDS"),
        ("", 400, "MISSING_FIELDS"),
    ] {
        let answer = send(world.request("POST", "/v1/auth/signup").body(body.to_owned())).await;
        assert_eq!(answer.refusal(), refused(status, code), "{body:.40}");
    }
    let large = format!(r#"{{"name":"{}"}}"#, "x".repeat(70_000));
    let answer = send(world.request("POST", "/v1/auth/signup").body(large)).await;
    assert_eq!(answer.refusal(), refused(413, "INVALID_REQUEST"));
}

// Shows: Envelopes, requests and errors | An empty or blank body counts as absent
#[tokio::test]
async fn optional_bodies_may_be_absent_or_blank() {
    let world = World::start();
    for (body, status, code) in [
        ("", 200, ""),
        (" \n", 200, ""),
        ("{}", 200, ""),
        (r#"{"start_date":null,"x":1}"#, 200, ""),
        ("[]", 400, "INVALID_REQUEST"),
        ("nonsense", 400, "INVALID_JSON"),
        (r#"{"start_date":"2026-7-1"}"#, 400, "INVALID_REQUEST"),
    ] {
        let request = world.request("POST", "/v1/invoices/retail/ingest").bearer_auth("good");
        let answer = send(request.body(body.to_owned())).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.body);
        if status != 200 {
            assert_eq!(answer.code(), code, "{body}");
        }
    }
    let dated = world.request("POST", "/v1/invoices/retail/ingest").bearer_auth("good");
    let answer = send(dated.body(r#"{"start_date":"2026-02-28"}"#)).await;
    assert!(answer.body.contains(r#""start":"2026/02/28""#), "{}", answer.body);
}

#[tokio::test]
async fn an_ignored_body_is_none_or_an_object() {
    let world = World::start();
    for (body, status) in [
        ("", 204),
        (" ", 204),
        (r#"{"any":[1]}"#, 204),
        ("[]", 400),
        ("nonsense", 400),
    ] {
        let request = world
            .request("POST", "/v1/invoices/rental/ingest/latest")
            .bearer_auth("good");
        let answer = send(request.body(body.to_owned())).await;
        assert_eq!(answer.status, status, "{body}");
        if status == 204 {
            let sentence = "Rental invoice for 7/2026 has not been dispatched yet.";
            assert_eq!(
                (answer.header("invoice-message"), answer.body.as_str()),
                (Some(sentence), "")
            );
        }
    }
}

// Shows: Connecting a mail account | `POST /v1/auth/mail/store-tokens` takes JSON…
#[tokio::test]
async fn tokens_are_taken_as_a_form_or_as_json() {
    let world = World::start();
    let form = world.request("POST", "/v1/auth/mail/store-tokens").bearer_auth("good");
    let form = form.header("content-type", "application/x-www-form-urlencoded; charset=UTF-8");
    let answer = send(form.body("access_token=t&scope=a%2Cb&expires_in=60&email=alva%40example.com")).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    assert!(
        answer
            .body
            .contains(r#""google_email":"alva@example.com","scope":"a b""#),
        "{}",
        answer.body
    );
    let json = world.request("POST", "/v1/auth/mail/store-tokens").bearer_auth("good");
    let answer = send(json.body(r#"{"access_token":"t","scope":["a","b"]}"#)).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let empty = world.request("POST", "/v1/auth/mail/store-tokens").bearer_auth("good");
    let empty = empty.header("content-type", "application/x-www-form-urlencoded");
    let answer = send(empty.body("scope=a")).await;
    assert_eq!(answer.refusal(), refused(400, "MISSING_FIELDS"));
}
