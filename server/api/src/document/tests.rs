use std::collections::BTreeSet;

use invoices_domain::{Catalogue, Category};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde_json::{Value, json};

use super::{contract, document};
use crate::contract::described_operations;

/// A grocery bill.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct GroceryInvoice {
    sub_type: String,
    line: Option<GroceryLine>,
}

/// A line of it.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct GroceryLine {
    name: String,
}

fn category(name: &str) -> Category {
    Category {
        sub_type: name.parse().unwrap(),
        description: "What is tried out here.",
        schema: |generator: &mut SchemaGenerator| -> Schema { generator.subschema_for::<GroceryInvoice>() },
    }
}

fn of(names: &[&str]) -> Value {
    let categories = names.iter().map(|name| category(name)).collect();
    document(&Catalogue::new(categories, vec![]).unwrap())
}

#[test]
fn the_document_lists_the_catalogues_categories() {
    let document = of(&["grocery", "bakery"]);
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["SubType"]["x-extensible-enum"], json!(["bakery", "grocery"]));
    assert_eq!(schemas["KnownSubType"]["enum"], json!(["bakery", "grocery"]));
    let details = &schemas["InvoiceDetails"];
    assert_eq!(details["discriminator"]["propertyName"], "sub_type");
    assert_eq!(
        details["discriminator"]["mapping"]["bakery"],
        "#/components/schemas/GroceryInvoice"
    );
    assert!(schemas["GroceryLine"].is_object());
    // A reference may have no siblings.
    let line = &schemas["InvoiceFields"]["properties"]["line"];
    assert_eq!(line["allOf"][0]["$ref"], "#/components/schemas/GroceryLine");
}

#[test]
fn the_document_is_the_same_every_time() {
    assert_eq!(
        of(&["grocery", "bakery"]).to_string(),
        of(&["bakery", "grocery"]).to_string()
    );
}

// Shows: Envelopes, requests and errors | All operations are in the document, below `/v1`
#[test]
fn every_operation_of_the_contract_is_in_it() {
    let document = of(&["grocery"]);
    let mut operations: Vec<String> = vec![];
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            operations.push(format!("{} {path} {id}", method.to_uppercase()));
        }
    }
    operations.sort();
    assert_eq!(
        operations,
        [
            "DELETE /v1/auth/browser-session browser_session_end",
            "DELETE /v1/auth/sessions/{session_id} session_revoke",
            "DELETE /v1/invoices/retail/{invoice_id} retail_delete",
            "DELETE /v1/mail/accounts/{account_id} mail_account_disconnect",
            "DELETE /v1/mail/messages/{message_id}/answer message_answer_delete",
            "DELETE /v1/notifications/channels/{channel_id} channel_remove",
            "DELETE /v1/sources/landlords/{landlord_id} landlord_remove",
            "DELETE /v1/sources/landlords/{landlord_id}/labels landlord_labels_remove",
            "DELETE /v1/sources/trusted/{sender} sender_distrust",
            "DELETE /v1/sources/vendors/{vendor_id} vendor_remove",
            "DELETE /v1/sources/vendors/{vendor_id}/labels vendor_labels_remove",
            "DELETE /v1/tokens/{token_id} token_revoke",
            "DELETE /v1/user/me user_delete",
            "DELETE /v1/webhooks/{webhook_id} webhook_remove",
            "GET /v1/auth/mail/callback mail_connect_callback",
            "GET /v1/auth/mail/imap mail_server_list",
            "GET /v1/auth/sessions session_list",
            "GET /v1/calendar/{file} calendar_read",
            "GET /v1/ingest/runs ingest_run_list",
            "GET /v1/ingest/runs/{run_id} ingest_run_view",
            "GET /v1/invoices/rental/{invoice_id} rental_view",
            "GET /v1/invoices/rental/{invoice_id}/document rental_document",
            "GET /v1/invoices/rental/{invoice_id}/payment-code rental_payment_code",
            "GET /v1/invoices/retail/{invoice_id} retail_view",
            "GET /v1/invoices/retail/{invoice_id}/document retail_document",
            "GET /v1/invoices/{type} invoice_list",
            "GET /v1/mail/accounts mail_account_list",
            "GET /v1/mail/messages message_list",
            "GET /v1/mail/messages/{message_id} message_view",
            "GET /v1/mail/messages/{message_id}/documents/{part} message_document",
            "GET /v1/mail/messages/{message_id}/explain message_explain",
            "GET /v1/notifications notification_list",
            "GET /v1/notifications/channels channel_list",
            "GET /v1/sources source_list",
            "GET /v1/sources/landlords/{landlord_id}/labels landlord_labels",
            "GET /v1/sources/pdf-passwords pdf_password_list",
            "GET /v1/sources/suggestions suggestion_list",
            "GET /v1/sources/trusted trusted_sender_list",
            "GET /v1/sources/vendors/{vendor_id}/labels vendor_labels",
            "GET /v1/statistics/spending spending_view",
            "GET /v1/tokens token_list",
            "GET /v1/user/me user_view",
            "GET /v1/user/me/email email_view",
            "GET /v1/user/me/export user_export",
            "GET /v1/user/me/preferences preferences_view",
            "GET /v1/user/me/usage user_usage",
            "GET /v1/webhooks webhook_list",
            "GET /v1/webhooks/{webhook_id} webhook_view",
            "GET /v1/webhooks/{webhook_id}/deliveries webhook_delivery_list",
            "PATCH /v1/invoices/rental/{invoice_id} rental_correct",
            "PATCH /v1/invoices/retail/{invoice_id} retail_correct",
            "PATCH /v1/mail/accounts/{account_id} mail_account_edit",
            "PATCH /v1/notifications notification_change_all",
            "PATCH /v1/notifications/channels/{channel_id} channel_change",
            "PATCH /v1/notifications/{notification_id} notification_change",
            "PATCH /v1/sources/landlords/{landlord_id} landlord_change",
            "PATCH /v1/sources/vendors/{vendor_id} vendor_change",
            "PATCH /v1/webhooks/{webhook_id} webhook_change",
            "POST /v1/auth/browser-session browser_session_begin",
            "POST /v1/auth/browser-session/refresh browser_session_refresh",
            "POST /v1/auth/login user_login",
            "POST /v1/auth/logout-all user_log_out_everywhere",
            "POST /v1/auth/mail/connect mail_connect",
            "POST /v1/auth/mail/connect/device mail_connect_device",
            "POST /v1/auth/mail/connect/device/finish mail_connect_device_finish",
            "POST /v1/auth/mail/connect/finish mail_connect_finish",
            "POST /v1/auth/mail/imap mail_connect_imap",
            "POST /v1/auth/mail/store-tokens mail_store_tokens",
            "POST /v1/auth/password/forgot password_forgot",
            "POST /v1/auth/password/reset password_reset",
            "POST /v1/auth/sessions session_begin",
            "POST /v1/auth/sessions/refresh session_refresh",
            "POST /v1/auth/signup user_signup",
            "POST /v1/invoices/rental/ingest rental_ingest",
            "POST /v1/invoices/rental/ingest/latest rental_ingest_latest",
            "POST /v1/invoices/retail/ingest retail_ingest",
            "POST /v1/invoices/retail/{invoice_id}/join retail_join",
            "POST /v1/invoices/retail/{invoice_id}/separate retail_separate",
            "POST /v1/mail/messages mail_hand_over",
            "POST /v1/mail/messages/{message_id}/answer message_answer",
            "POST /v1/mail/messages/{message_id}/release message_release",
            "POST /v1/mail/messages/{message_id}/retry message_retry",
            "POST /v1/notifications/channels channel_add",
            "POST /v1/notifications/channels/{channel_id}/test channel_test",
            "POST /v1/sources/discover source_discover",
            "POST /v1/sources/landlords landlord_add",
            "POST /v1/sources/suggestions/{suggestion_id}/accept suggestion_accept",
            "POST /v1/sources/suggestions/{suggestion_id}/refuse suggestion_refuse",
            "POST /v1/sources/trusted sender_trust",
            "POST /v1/sources/vendors vendor_add",
            "POST /v1/tokens token_create",
            "POST /v1/user/me/email/confirm email_confirm",
            "POST /v1/user/me/email/verify email_verify",
            "POST /v1/user/me/password password_change",
            "POST /v1/webhooks webhook_add",
            "POST /v1/webhooks/{webhook_id}/secret webhook_replace_secret",
            "POST /v1/webhooks/{webhook_id}/test webhook_test",
            "PUT /v1/sources/landlords/{landlord_id}/labels landlord_labels_set",
            "PUT /v1/sources/landlords/{landlord_id}/pdf-passwords landlord_pdf_passwords_set",
            "PUT /v1/sources/vendors/{vendor_id}/labels vendor_labels_set",
            "PUT /v1/sources/vendors/{vendor_id}/pdf-passwords vendor_pdf_passwords_set",
            "PUT /v1/user/me/preferences preferences_set",
        ]
    );
}

#[test]
fn every_operation_of_the_contract_has_a_description_and_no_other_does() {
    let contract = contract();
    let items = contract["paths"].as_object().unwrap().values();
    let operations = items.flat_map(|item| item.as_object().unwrap().values());
    let ids: BTreeSet<&str> = operations.map(|o| o["operationId"].as_str().unwrap()).collect();
    let described: BTreeSet<&str> = described_operations().map(|operation| operation.id).collect();
    assert_eq!(described, ids);
}

/// The examples of a response.
fn shown(response: &Value) -> Vec<&Value> {
    let content = &response["content"]["application/json"];
    let named = content["examples"].as_object().into_iter().flat_map(|all| all.values());
    named
        .map(|example| &example["value"])
        .chain(content.get("example"))
        .collect()
}

#[test]
fn an_example_of_an_envelope_has_the_status_it_stands_at() {
    let document = of(&["grocery"]);
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            for (status, response) in operation["responses"].as_object().unwrap() {
                for example in shown(response) {
                    let code = &example["code"];
                    assert!(code.is_null() || code.as_u64() == status.parse().ok(), "{example}");
                }
            }
        }
    }
}

/// An example of each form of an answer is in the document, and `contract::links` tries true answers.
// Shows: Envelopes, requests and errors | The links of the document name an operation, and their expressions resolve in its answers
#[test]
fn links_name_parameters_of_an_operation_and_resolve_in_every_example() {
    let document = of(&["grocery"]);
    let items = document["paths"].as_object().unwrap().values();
    let operations: Vec<&Value> = items.flat_map(|item| item.as_object().unwrap().values()).collect();
    for operation in &operations {
        for (status, response) in operation["responses"].as_object().unwrap() {
            for (name, link) in response["links"].as_object().into_iter().flatten() {
                let at = format!("{} {status} {name}", operation["operationId"]);
                let target = operations
                    .iter()
                    .find(|target| target["operationId"] == link["operationId"]);
                let parameters = target.expect(&at)["parameters"].as_array().into_iter().flatten();
                let (mut known, mut needed) = (BTreeSet::new(), BTreeSet::new());
                for parameter in parameters {
                    let name = parameter["name"].as_str().unwrap();
                    known.insert(name);
                    if parameter["in"] == "path" {
                        needed.insert(name);
                    }
                }
                let empty = serde_json::Map::new();
                let given = link["parameters"].as_object().unwrap_or(&empty);
                assert!(
                    needed.iter().all(|name| given.contains_key(*name)),
                    "{at} lacks a parameter"
                );
                for (parameter, value) in given {
                    assert!(known.contains(parameter.as_str()), "{at}: {parameter}");
                    let Some(pointer) = value.as_str().unwrap().strip_prefix("$response.body#") else {
                        continue;
                    };
                    for example in shown(response) {
                        assert!(example.pointer(pointer).is_some(), "{at}: {pointer} in {example}");
                    }
                }
            }
        }
    }
}

#[test]
fn an_enum_lists_its_values_in_one_place() {
    let invoice_type = &of(&["grocery"])["components"]["schemas"]["InvoiceType"];
    assert_eq!(invoice_type["enum"], json!(["rental", "retail"]));
    assert_eq!(invoice_type["type"], "string");
    assert!(invoice_type["oneOf"].is_null(), "{invoice_type}");
    assert_eq!(invoice_type["x-enumDescriptions"]["rental"], "A landlord's.");
}

#[test]
fn nullable_stands_beside_a_type() {
    fn check(value: &Value, at: &str) {
        match value {
            Value::Object(object) => {
                let typed = object.contains_key("type");
                assert!(!object.contains_key("nullable") || typed, "{at}: {value}");
                object
                    .iter()
                    .for_each(|(key, value)| check(value, &format!("{at}/{key}")));
            }
            Value::Array(list) => list.iter().for_each(|value| check(value, at)),
            _ => {}
        }
    }
    check(&of(&["grocery"]), "");
}

// Shows: Envelopes, requests and errors | Every operation answers with the statuses and codes that the document lists, and no others
#[test]
fn statuses_and_codes_are_those_of_the_contract() {
    let document = of(&["grocery"]);
    let mut lines = vec![];
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let id = operation["operationId"].as_str().unwrap();
            for (status, response) in operation["responses"].as_object().unwrap() {
                let own = format!("- {status} `");
                let listed = operation["description"].as_str().unwrap().lines();
                let mut codes: Vec<&str> = listed
                    .filter_map(|line| Some(line.strip_prefix(&own)?.split_once('`')?.0))
                    .collect();
                codes.dedup();
                let shared = response["$ref"].as_str().and_then(|r| r.rsplit('/').next());
                lines.push(format!(
                    "{id} {status} {} {}",
                    shared.unwrap_or_default(),
                    codes.join(" ")
                ));
            }
        }
    }
    lines.sort_unstable();
    insta::assert_snapshot!(lines.join("\n"));
}
