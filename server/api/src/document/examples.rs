//! Examples, one a schema; those of operations are made of them. All of it is invented.

use serde_json::{Value, json};

/// The example of a schema, by its name.
pub(super) fn of_schema(name: &str) -> Option<Value> {
    Some(match name {
        "SignupBody" => json!({"email": "alva@example.com", "name": "Alva", "password": "correct horse battery"}),
        "LoginBody" => json!({"email": "alva@example.com", "password": "correct horse battery"}),
        "Session" => {
            json!({"username": "Alva", "access_token": "eyJ0eXAiOiJhdCtqd3QifQ.e30.c2ln", "token_type": "Bearer"})
        }
        "TokenType" => json!("Bearer"),
        "StoreTokensBody" => json!({
            "access_token": "ya29.example",
            "refresh_token": "1//example",
            "expires_in": 3600,
            "scope": ["https://www.googleapis.com/auth/gmail.readonly"],
            "email": "alva@example.com",
        }),
        "ScopeList" => json!(["https://www.googleapis.com/auth/gmail.readonly"]),
        "MailConnection" => json!({
            "google_email": "alva@example.com",
            "scope": "https://www.googleapis.com/auth/gmail.readonly openid email",
            "account_switch": false,
            "message": "The mail account is connected.",
        }),
        "UserProfile" => json!({
            "name": "Alva", "email": "alva@example.com", "created_on": "2026-07-01", "mail_account_connected": true,
        }),
        "RentalIngest" => json!({"invoiceCount": 2}),
        "RentalInvoice" => json!({
            "InvoiceID": "Invoice_1297534008",
            "UserID": "user_67e55044-10b1-426f-9247-bb680e5fe0c8",
            "Filename": "Hyresavi_1297534008.pdf",
            "due_date_month": "7",
            "due_date_year": "2026",
            "Due Date": "2026-07-31",
            "Total Amount": 9876.5,
            "OCR": "1297534008",
            "Hyra": 9500,
            "El": 376.5,
        }),
        "RentalPayment" => json!({"Due Date": "2026-08-31", "Total Amount": 9876.5, "OCR": "1297534016"}),
        "RentalInvoices" => json!({"invoiceCount": 1, "invoices": {"2026": [of_schema("RentalInvoice")?]}}),
        "RetailInvoice" => json!({
            "invoice_id": "5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3",
            "vendor_name": "Exempelbutiken",
            "sub_type": "grocery",
            "invoice_date": "2026-07-03",
            "total_amount": 412.75,
            "currency": "SEK",
        }),
        "RetailInvoices" => json!({"invoiceCount": 1, "invoices": [of_schema("RetailInvoice")?]}),
        "InvoiceDetails" => json!({
            "invoice_id": "5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3",
            "sub_type": "grocery",
            "vendor_name": "Exempelbutiken",
            "invoice_date": "2026-07-03",
            "total_amount": 412.75,
            "currency": "SEK",
            "items": [{"name": "Kaffe", "quantity": 2, "unit": "pcs", "price": 64.9}],
        }),
        "RetailInvoiceDetails" => json!({"invoiceDetails": of_schema("InvoiceDetails")?}),
        "RetailCounts" => json!({"counts": {"clothing": 0, "grocery": 3}}),
        "InvoiceList" => of_schema("RetailInvoices")?,
        "InvoiceType" => json!("retail"),
        "SubType" => json!("grocery"),
        "Currency" => json!("SEK"),
        "RetailIngestBody" => {
            json!({"start_date": "2026-06-01", "end_date": "2026-06-30", "vendor_category": "grocery"})
        }
        "DateRange" => json!({"start": "2026/06/01", "end": "2026/06/30"}),
        "RetailIngestError" => json!({"vendor_id": "exempelbutiken", "error": "The mail provider failed."}),
        "RetailIngest" => json!({
            "totalEmailsFound": 3,
            "byVendor": {"exempelbutiken": 3, "exempelresor": 0},
            "dateRange": of_schema("DateRange")?,
            "errors": [],
        }),
        "RetailDeletion" => json!({"deleted_invoice": of_schema("RetailInvoice")?}),
        "ErrorCode" => json!("INVALID_REQUEST"),
        "ErrorDetail" => {
            json!({"code": "INVALID_REQUEST", "message": "Invalid invoice type 'foo': it must be rental or retail."})
        }
        "ErrorEnvelope" => json!({"error": of_schema("ErrorDetail")?}),
        "SessionEnvelope" => json!({"message": "Signup successful!", "data": of_schema("Session")?}),
        _ => {
            let data = name.strip_suffix("Envelope")?;
            let data = if data == "NoData" {
                Value::Null
            } else {
                of_schema(data)?
            };
            envelope(200, "Done.", &data)
        }
    })
}

/// An example of a schema that has none of its own: every field filled, by the common part's example where it is of it,
/// else by its type. `field` is the name of the field that the schema is of.
pub(super) fn of_shape(schema: &Value, schemas: &Value, field: &str) -> Value {
    let common = of_schema("InvoiceDetails").unwrap_or_default();
    if let Some(reference) = reference(schema) {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return of_schema(name).unwrap_or_else(|| of_shape(&schemas[name], schemas, field));
    }
    if let Some(members) = schema["oneOf"].as_array() {
        return members
            .first()
            .map(|member| of_shape(member, schemas, field))
            .unwrap_or_default();
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.first().cloned().unwrap_or_default();
    }
    if let Some(fields) = schema["properties"].as_object() {
        let filled = fields
            .iter()
            .map(|(name, schema)| (name.clone(), of_shape(schema, schemas, name)));
        return Value::Object(filled.collect());
    }
    if schema["type"] == "array" {
        return json!([of_shape(&schema["items"], schemas, "")]);
    }
    if !common[field].is_null() {
        return common[field].clone();
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("number"), _) => json!(64.9),
        (Some("integer"), _) => json!(2),
        (Some("boolean"), _) => json!(true),
        (Some("object"), _) => json!({}),
        (_, Some("date")) => json!("2026-07-03"),
        (_, Some("date-time" | "partial-date-time")) => json!("2026-07-03T08:15:00Z"),
        _ => json!("Exempel"),
    }
}

/// What a schema refers to, plainly or as the one part of `allOf`, which is how a reference gets a description.
fn reference(schema: &Value) -> Option<&str> {
    let plain = schema["$ref"].as_str();
    plain.or_else(|| schema["allOf"].as_array().filter(|all| all.len() == 1)?[0]["$ref"].as_str())
}

/// The example of a parameter, by its name.
pub(super) fn of_parameter(name: &str) -> Option<Value> {
    Some(match name {
        "type" => json!("retail"),
        "subtype" => json!("grocery"),
        "invoice-id" => json!("5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3"),
        "counts" => json!(true),
        _ => return None,
    })
}

/// A success with this data.
pub(super) fn envelope(code: u16, message: &str, data: &Value) -> Value {
    json!({"message": message, "code": code, "data": data})
}
