//! Invalid requests are answered with an error in the envelope.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use serde_json::json;

// Shows: Envelopes, requests and errors | A body that is not JSON is 400 `INVALID_JSON`
// Shows: Envelopes, requests and errors | JSON that is not an object, or a field of the wrong type or form, is 400 `INVALID_REQUEST`, and the message names the field
// Shows: Envelopes, requests and errors | A required field that…
// Shows: Envelopes, requests and errors | A body is read as JSON whatever its content type; only `multipart/*` is 415, and a body with a `Content-Encoding`
// Shows: Envelopes, requests and errors | A body that is too large is 413 `INVALID_REQUEST`
// Shows: Limits | body of a request | 64 KiB
// Shows: Threats | A request is too large, too deep, too slow, or makes a handler panic | bounds on bodies and time; a panic is a 500
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_is_read_as_json_whatever_its_type() {
    let world = World::start(Sqlite).await;
    let body = r#"{"email": "a@example.com", "name": "A", "password": "korrekt häst"}"#;
    let send = async |kind: &str, body: &'static str| {
        world
            .send(
                world
                    .http
                    .post(world.url("/v1/auth/signup"))
                    .header("content-type", kind.to_owned())
                    .body(body),
            )
            .await
    };
    assert_eq!(send("application/x-www-form-urlencoded", body).await.status, 201);
    send("multipart/form-data; boundary=x", body)
        .await
        .fails(415, "INVALID_REQUEST");
    let compressed = world.http.post(world.url("/v1/auth/signup"));
    let compressed = compressed.header("content-encoding", "gzip").body(body);
    world.send(compressed).await.fails(415, "INVALID_REQUEST");
    send("application/json", "{").await.fails(400, "INVALID_JSON");
    send("application/json", " ").await.fails(400, "MISSING_FIELDS");
    send("application/json", "[]").await.fails(400, "INVALID_REQUEST");
    send("application/json", "\"text\"").await.fails(400, "INVALID_REQUEST");
    let missing = send("application/json", r#"{"email": null, "name": "A"}"#).await;
    let message = missing.fails(400, "MISSING_FIELDS");
    assert!(
        message.contains("email") && message.contains("password") && !message.contains("name"),
        "{message}"
    );
    let wrong = send(
        "application/json",
        r#"{"email": 1, "name": "A", "password": "korrekt häst"}"#,
    )
    .await;
    assert!(wrong.fails(400, "INVALID_REQUEST").contains("email"));
    let deep: &'static str = Box::leak("[".repeat(20_000).into_boxed_str());
    send("application/json", deep).await.fails(400, "INVALID_JSON");
    let large: &'static str = Box::leak(" ".repeat(70_000).into_boxed_str());
    send("application/json", large).await.fails(413, "INVALID_REQUEST");
}

// Shows: Envelopes, requests and errors | An error is only…
// Shows: Envelopes, requests and errors | An unknown route is 404 and a wrong method 405 with `Allow`, both `INVALID_REQUEST`, without a token; that holds for every method that HTTP names
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_routes_and_methods_are_refused() {
    let world = World::start(Sqlite).await;
    world.get("/v1/nothing").await.fails(404, "INVALID_REQUEST");
    for path in ["/index.html", "/page/", "/page/README.md", "/v1"] {
        world.get(path).await.fails(404, "INVALID_REQUEST");
    }
    let wrong = world.send(world.http.put(world.url("/v1/user/me"))).await;
    wrong.fails(405, "INVALID_REQUEST");
    let mut allow: Vec<&str> = wrong
        .headers
        .get_all("allow")
        .iter()
        .flat_map(|v| v.to_str().unwrap().split(", "))
        .collect();
    allow.sort_unstable();
    assert_eq!(allow, ["DELETE", "GET", "HEAD"]);
    let wrong = world
        .send(world.http.get(world.url("/v1/invoices/rental/ingest/latest")))
        .await;
    wrong.fails(405, "INVALID_REQUEST");
    assert_eq!(wrong.header("allow"), Some("POST"));
}

// Shows: Envelopes, requests and errors | An absent path parameter (a trailing slash) is 400 `MISSING_FIELDS`, after the token; other empty segments are 404
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_absent_path_parameter_is_a_missing_field() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    world
        .get("/v1/invoices/rental/")
        .await
        .fails(401, "INVALID_CREDENTIALS");
    assert!(
        alva.gets("/v1/invoices/rental/")
            .await
            .fails(400, "MISSING_FIELDS")
            .contains("invoice_id")
    );
    assert!(
        alva.deletes("/v1/invoices/retail/")
            .await
            .fails(400, "MISSING_FIELDS")
            .contains("invoice_id")
    );
    alva.gets("/v1/invoices/retail/").await.fails(400, "MISSING_FIELDS");
    alva.gets("/v1//invoices/rental").await.fails(404, "INVALID_REQUEST");
}

// Shows: Envelopes, requests and errors | An empty or blank body…
// Shows: Rental invoices | Both ingests take no body or any JSON object; else 400 `INVALID_JSON` or `INVALID_REQUEST`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rental_ingests_take_any_object_and_no_other_body() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    for path in ["/v1/invoices/rental/ingest", "/v1/invoices/rental/ingest/latest"] {
        for body in ["", "  \r\n ", "{}", r#"{"anything": [1, null]}"#] {
            let status = alva.posts_raw(path, "application/json", body).await.status;
            assert!(matches!(status, 200 | 204), "{path} {body:?} {status}");
        }
        alva.posts_raw(path, "application/json", "{")
            .await
            .fails(400, "INVALID_JSON");
        alva.posts_raw(path, "application/json", "[]")
            .await
            .fails(400, "INVALID_REQUEST");
    }
}

// Shows: Envelopes, requests and errors | An optional field that…
// Shows: Retail invoices | Only one of `start_date` and `end_date` is 400 `MISSING_FIELDS`; a bad date, or the start after the end, 400 `INVALID_REQUEST`
// Shows: Retail invoices | `vendor_category` restricts the run…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_retail_ingest_checks_its_dates_and_category() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let send = async |body: serde_json::Value| alva.posts("/v1/invoices/retail/ingest", &body).await;
    assert!(
        send(json!({"start_date": "2026-11-01"}))
            .await
            .fails(400, "MISSING_FIELDS")
            .contains("end_date")
    );
    assert!(
        send(json!({"end_date": "2026-11-01", "start_date": null}))
            .await
            .fails(400, "MISSING_FIELDS")
            .contains("start_date")
    );
    for bad in ["2026-02-30", "2026-1-1", "01.11.2026", "2026-11-01T00:00:00Z", ""] {
        let message = send(json!({"start_date": bad, "end_date": "2026-11-30"}))
            .await
            .fails(400, "INVALID_REQUEST")
            .to_owned();
        assert!(message.contains("start_date"), "{bad}: {message}");
    }
    send(json!({"start_date": 20_261_101, "end_date": "2026-11-30"}))
        .await
        .fails(400, "INVALID_REQUEST");
    send(json!({"start_date": "2026-11-02", "end_date": "2026-11-01"}))
        .await
        .fails(400, "INVALID_REQUEST");
    let unknown = send(json!({"vendor_category": "toys"})).await;
    let message = unknown.fails(400, "INVALID_REQUEST");
    assert!(
        message.contains("vendor_category") && message.contains("food-delivery"),
        "{message}"
    );
    send(json!({"start_date": null, "end_date": null, "vendor_category": null, "unknown": 1}))
        .await
        .data(200);
}
