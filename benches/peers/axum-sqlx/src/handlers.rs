//! Logging in, the profile, and the list and the details of retail invoices.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::json;
use unicode_normalization::UnicodeNormalization;

use crate::App;
use crate::answer::{ApiError, ok};
use crate::auth::verify_password;
use crate::database::{ListedInvoice, User};

#[derive(Deserialize)]
pub struct LoginBody {
    email: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RetailQuery {
    subtype: Option<String>,
    invoice_id: Option<String>,
    limit: Option<u16>,
    cursor: Option<String>,
}

#[derive(Serialize)]
struct InvoicePage {
    #[serde(rename = "invoiceCount")]
    invoice_count: i64,
    invoices: Vec<ListedInvoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

pub async fn login(
    State(app): State<Arc<App>>,
    body: Result<Json<LoginBody>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(LoginBody { email, password }) = body.map_err(ApiError::invalid)?;
    let email_key: String = email.trim().to_lowercase().nfc().collect();
    let user = app.database.user_by_email(&email_key).await?;
    let hash = user.as_ref().map(|user| user.password_hash.as_str());
    let fits = verify_password(&password, hash).await?;
    let Some(user) = user.filter(|_| fits) else {
        return Err(ApiError::unauthenticated("Invalid email or password."));
    };
    let data = json!({"username": user.name, "access_token": app.tokens.issue(&user)?, "token_type": "Bearer"});
    Ok(Json(json!({"message": "Login successful!", "data": data})).into_response())
}

pub async fn profile(State(app): State<Arc<App>>, user: User) -> Result<Response, ApiError> {
    // The service also decrypts the file.
    let mail_tokens = app.secrets_folder.join(format!("{}.sealed", user.user_id));
    let profile = json!({
        "name": user.name,
        "email": user.email,
        "created_on": user.created_at.date_naive(),
        "mail_account_connected": tokio::fs::try_exists(mail_tokens).await?,
    });
    Ok(ok("User details retrieved successfully!", profile))
}

pub async fn retail(
    State(app): State<Arc<App>>,
    user: User,
    query: Result<Query<RetailQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query.map_err(ApiError::invalid)?;
    let Some(invoice_id) = query.invoice_id else {
        let page = invoice_page(&app, &user, &query).await?;
        return Ok(ok("Retail invoices retrieved successfully!", page));
    };
    let Some(sub_type) = query.subtype else {
        return Err(ApiError::invalid("The parameter invoice-id requires subtype."));
    };
    let details = app.database.details(&user.user_id, &sub_type, &invoice_id).await?;
    let mut details =
        details.ok_or_else(|| ApiError(StatusCode::NOT_FOUND, "INVALID_REQUEST", "Invoice not found.".into()))?;
    details.insert("invoice_id".into(), invoice_id.into());
    let data = json!({"invoiceDetails": details});
    Ok(ok("Retail invoice details retrieved successfully!", data))
}

async fn invoice_page(app: &App, user: &User, query: &RetailQuery) -> Result<InvoicePage, ApiError> {
    if query.limit.is_some_and(|limit| !(1..=500).contains(&limit)) {
        return Err(ApiError::invalid(
            "unable to parse query string: limit must be 1 to 500",
        ));
    }
    let (user_id, sub_type) = (&user.user_id, query.subtype.as_deref());
    let after = query.cursor.as_deref().map(decode_cursor).transpose()?;
    // One more row than the page shows whether there is a next page.
    let rows = query.limit.map_or(i64::MAX, |limit| i64::from(limit) + 1);
    let mut invoices = app.database.invoices(user_id, sub_type, after.as_ref(), rows).await?;
    let invoice_count = app.database.invoice_count(user_id, sub_type).await?;
    let mut next_cursor = None;
    if let Some(limit) = query.limit.map(usize::from).filter(|limit| invoices.len() > *limit) {
        invoices.truncate(limit);
        next_cursor = invoices.last().map(encode_cursor);
    }
    Ok(InvoicePage {
        invoice_count,
        invoices,
        next_cursor,
    })
}

fn encode_cursor(invoice: &ListedInvoice) -> String {
    let place = format!("{} {}", invoice.invoice_date, invoice.invoice_id);
    format!("retail-{}", BASE64_URL_SAFE_NO_PAD.encode(place))
}

/// The date and the id of the last invoice of a page.
fn decode_cursor(cursor: &str) -> Result<(String, String), ApiError> {
    let decoded = cursor.strip_prefix("retail-").and_then(|encoded| {
        let place = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()?;
        let (date, id) = place.split_once(' ')?;
        Some((date.to_owned(), id.to_owned()))
    });
    decoded.ok_or_else(|| ApiError::invalid("Invalid parameter 'cursor': it must be the next_cursor of a page."))
}
