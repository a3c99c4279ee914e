//! What can follow an operation, and with which of its values.

use serde_json::{Value, json};

/// The links of an operation's success with this status.
///
/// Rental invoices are listed by year, which a JSON pointer can't leave open; so nothing leads from the list to one.
pub(super) fn after(id: &str, status: u16) -> Option<Value> {
    Some(match (id, status) {
        ("user_signup", 201) => json!({"log_in": {
            "operationId": "user_login",
            "requestBody": {"email": "$request.body#/email", "password": "$request.body#/password"},
            "description": "The same e-mail and password log in.",
        }}),
        ("mail_store_tokens", 201) => json!({
            "fetch_rental": {"operationId": "rental_ingest", "description": "The mailbox can be searched now."},
            "fetch_latest": {"operationId": "rental_ingest_latest", "description": "The mailbox can be searched now."},
            "fetch_retail": {"operationId": "retail_ingest", "description": "The mailbox can be searched now."},
            "show_account": {"operationId": "user_view", "description": "The account shows that it is connected."},
        }),
        ("rental_ingest", 200) | ("rental_ingest_latest", 200 | 201) => json!({"list": {
            "operationId": "invoice_list",
            "parameters": {"type": "rental"},
            "description": "What was read is in the list.",
        }}),
        ("retail_ingest", 200) => json!({"list": {
            "operationId": "invoice_list",
            "parameters": {"type": "retail"},
            "description": "What was read is in the list.",
        }}),
        ("invoice_list", 200) => json!({
            "show_details": {
                "operationId": "invoice_list",
                "parameters": {
                    "type": "retail",
                    "subtype": "$response.body#/data/invoices/0/sub_type",
                    "invoice-id": "$response.body#/data/invoices/0/invoice_id",
                },
                "description": "The detail record of a retail invoice.",
            },
            "delete_retail": {
                "operationId": "retail_delete",
                "parameters": {"invoice_id": "$response.body#/data/invoices/0/invoice_id"},
                "description": "A retail invoice can be deleted.",
            },
        }),
        ("retail_delete", 200) => json!({"look_again": {
            "operationId": "invoice_list",
            "parameters": {
                "type": "retail",
                "subtype": "$response.body#/data/deleted_invoice/sub_type",
                "invoice-id": "$response.body#/data/deleted_invoice/invoice_id",
            },
            "description": "Its detail record is gone: 404.",
        }}),
        _ => return None,
    })
}
