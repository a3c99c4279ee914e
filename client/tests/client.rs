//! The client against invented answers.

use invoices_client::types::{ErrorCode, InvoiceDetails, KnownErrorCode, KnownSubType, SubType};
use invoices_client::{Client, Error, LatestIngest};
use serde_json::{Value, json};
use wiremock::matchers::{body_json, header, method, path, query_param, query_param_is_missing};
use wiremock::{Mock, MockServer, ResponseTemplate};

async fn answering(verb: &str, at: &str, answer: ResponseTemplate) -> (MockServer, Client) {
    let server = MockServer::start().await;
    Mock::given(method(verb))
        .and(path(at))
        .and(header("authorization", "Bearer secret-token"))
        .respond_with(answer)
        .mount(&server)
        .await;
    let client = Client::connect(&server.uri())
        .expect("a client")
        .with_token("secret-token");
    (server, client)
}

fn ok(data: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({"message": "Done.", "code": 200, "data": data}))
}

#[tokio::test]
async fn logging_in_gives_a_client_with_a_token_that_does_not_print() {
    let (server, _) = answering("GET", "/v1/invoices/rental", ok(&Value::Null)).await;
    let session = json!({"message": "Login successful!", "data": {
        "username": "Alva", "access_token": "secret-token", "token_type": "Bearer", "expires_in": 3600,
    }});
    Mock::given(path("/v1/auth/login"))
        .and(body_json(
            json!({"email": "alva@example.com", "password": "correct horse"}),
        ))
        .respond_with(ResponseTemplate::new(200).set_body_json(session))
        .mount(&server)
        .await;
    let stranger = Client::connect(&format!("{}/", server.uri())).unwrap();
    let alva = stranger.log_in("alva@example.com", "correct horse").await.unwrap();
    assert!(alva.rental_invoices().await.unwrap().is_empty());
    assert!(!format!("{alva:?}").contains("secret-token"));
}

// Shows: Rental invoices | The sentence of the 204…
#[tokio::test]
async fn an_empty_204_is_none() {
    let (_server, client) = answering("GET", "/v1/invoices/rental/x", ResponseTemplate::new(204)).await;
    assert_eq!(client.rental_invoice("x").await.unwrap(), None);
}

#[tokio::test]
async fn the_latest_ingest_carries_its_sentence_in_each_outcome() {
    for (status, outcome) in [
        (200, LatestIngest::Processed("Said.".into())),
        (201, LatestIngest::Ingested("Said.".into())),
        (204, LatestIngest::NotDispatched("Said.".into())),
    ] {
        let answer = ResponseTemplate::new(status);
        let answer = if status == 204 {
            answer.insert_header("Invoice-Message", "Said.")
        } else {
            answer.set_body_json(json!({"message": "Said.", "code": status, "data": null}))
        };
        let (_server, client) = answering("POST", "/v1/invoices/rental/ingest/latest", answer).await;
        assert_eq!(client.ingest_latest().await.unwrap(), outcome);
    }
}

#[tokio::test]
async fn a_refusal_has_its_code_and_sentence() {
    let body = json!({"error": {"code": "MAIL_TOKEN_EXPIRED", "message": "Connect the account again."}});
    let (_server, client) = answering(
        "POST",
        "/v1/invoices/rental/ingest/latest",
        ResponseTemplate::new(502).set_body_json(body),
    )
    .await;
    let error = client.ingest_latest().await.unwrap_err();
    assert_eq!(error.code(), Some(&ErrorCode::Known(KnownErrorCode::MailTokenExpired)));
    assert_eq!(
        (error.status(), error.message().as_str()),
        (Some(502), "Connect the account again.")
    );
}

#[tokio::test]
async fn an_unknown_code_is_kept_as_text() {
    let body = json!({"error": {"code": "MOON_PHASE", "message": "Wait."}});
    let answer = ResponseTemplate::new(503)
        .set_body_json(body)
        .insert_header("Retry-After", "7");
    let (_server, client) = answering("GET", "/v1/invoices/retail", answer).await;
    let Error::Refused { code, retry_after, .. } = client.retail_counts().await.unwrap_err() else {
        panic!("not a refusal")
    };
    assert_eq!(code, ErrorCode::Other("MOON_PHASE".into()));
    assert_eq!(retry_after.unwrap().as_secs(), 7);
}

#[tokio::test]
async fn lists_keep_amounts_exact_and_take_categories_of_the_future() {
    let invoice = |sub_type: &str, amount: Value| {
        json!({
            "invoice_id": "5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3", "vendor_name": "Exempelbutiken",
            "sub_type": sub_type, "invoice_date": "2026-07-03", "total_amount": amount, "currency": "SEK",
            "colour": "a field of the future",
        })
    };
    let list = json!({"type": "retail", "invoiceCount": 2, "invoices": [
        invoice("grocery", json!(99_999_999_999.999_9)), invoice("space-travel", json!(-0.1)),
    ]});
    let (_server, client) = answering("GET", "/v1/invoices/retail", ok(&list)).await;
    let invoices = client.retail_invoices(None).await.unwrap();
    assert_eq!(invoices[0].total_amount.to_string(), "99999999999.9999");
    assert_eq!(invoices[0].sub_type, SubType::Known(KnownSubType::Grocery));
    assert_eq!(invoices[1].total_amount.to_string(), "-0.1");
    assert_eq!(invoices[1].sub_type, SubType::Other("space-travel".into()));
}

#[tokio::test]
async fn parameters_are_sent_only_when_given() {
    let server = MockServer::start().await;
    Mock::given(query_param("counts", "true"))
        .and(query_param_is_missing("subtype"))
        .and(query_param_is_missing("invoice-id"))
        .respond_with(ok(
            &json!({"type": "counts", "counts": {"grocery": 3, "space-travel": 1}}),
        ))
        .mount(&server)
        .await;
    Mock::given(query_param("subtype", "food-delivery"))
        .and(query_param_is_missing("counts"))
        .respond_with(ok(&json!({"type": "retail", "invoiceCount": 0, "invoices": []})))
        .mount(&server)
        .await;
    let client = Client::connect(&server.uri()).unwrap();
    assert_eq!(client.retail_counts().await.unwrap()["space-travel"], 1);
    let food = client.retail_invoices(Some(KnownSubType::FoodDelivery)).await.unwrap();
    assert!(food.is_empty());
}

#[tokio::test]
async fn details_of_a_known_category_are_typed_and_of_an_unknown_one_a_map() {
    let known = json!({
        "sub_type": "grocery", "invoice_id": "5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3", "vendor_name": "Exempelbutiken",
        "total_amount": 412.75, "items": [{"name": "Kaffe", "quantity": 2, "unit": "pcs", "price": 64.9}],
    });
    let details: InvoiceDetails = serde_json::from_value(known.clone()).unwrap();
    let InvoiceDetails::GroceryInvoice(grocery) = &details else {
        panic!("{details:?}")
    };
    assert_eq!(grocery.total_amount.to_string(), "412.75");
    assert_eq!(serde_json::to_value(&details).unwrap()["sub_type"], "grocery");

    let future = json!({"sub_type": "space-travel", "launch_pad": "39A"});
    let details: InvoiceDetails = serde_json::from_value(future.clone()).unwrap();
    assert!(matches!(&details, InvoiceDetails::Unknown(map) if map["launch_pad"] == "39A"));
    assert_eq!(serde_json::to_value(&details).unwrap(), future);
}

#[test]
fn details_of_a_known_category_that_do_not_fit_are_an_error_that_says_why() {
    let wrong = json!({"sub_type": "grocery", "invoice_id": "5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3"});
    let error = serde_json::from_value::<InvoiceDetails>(wrong).unwrap_err();
    assert!(error.to_string().contains("missing field"), "{error}");
}
