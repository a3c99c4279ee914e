//! What a user may not reach of another's.

use serde_json::{Value, json};

/// Requests of another user for an owner's data: path, body, and the status of the answer.
pub fn foreign_requests(id: &str, owner: &Value) -> Vec<(String, Option<Value>, u16)> {
    let retail = owner["retail"][0]["invoice_id"].as_str().unwrap();
    let rental = owner["rental"]["invoices"]["2026"][0]["InvoiceID"].as_str().unwrap();
    let landlord = format!(
        "/v1/sources/landlords/{}",
        owner["landlords"][0]["landlord_id"].as_str().unwrap()
    );
    let suggestion = owner["suggestions"][0]["suggestion_id"].as_str().unwrap();
    let suggestion = format!("/v1/sources/suggestions/{suggestion}");
    let notification = &owner["notifications"]["notifications"][0];
    let notification = notification["notification_id"].as_str().unwrap();
    let webhook = owner["webhooks"][0]["webhook_id"].as_str().unwrap();
    let webhook = format!("/v1/webhooks/{webhook}");
    let channel = owner["channels"][0]["channel_id"].as_str().unwrap();
    let channel = format!("/v1/notifications/channels/{channel}");
    let run = owner["runs"][0]["run_id"].as_str().unwrap();
    let message = owner["messages"][0]["message_id"].as_str().unwrap();
    let plain = |path: &str, status| vec![(path.to_owned(), None, status)];
    match id {
        // It comes last, and deletes only the caller's own account.
        "user_view" | "user_delete" => plain("/v1/user/me", 200),
        "user_export" => plain("/v1/user/me/export", 200),
        "user_usage" => plain("/v1/user/me/usage", 200),
        "preferences_view" => plain("/v1/user/me/preferences", 200),
        "preferences_set" => vec![("/v1/user/me/preferences".into(), Some(json!({"language": "sv"})), 200)],
        "session_begin" => plain("/v1/auth/sessions", 201),
        "browser_session_begin" => plain("/v1/auth/browser-session", 201),
        "browser_session_end" => plain("/v1/auth/browser-session", 200),
        "session_list" => plain("/v1/auth/sessions", 200),
        "session_revoke" => plain(
            &format!(
                "/v1/auth/sessions/{}",
                owner["sessions"][0]["session_id"].as_str().unwrap()
            ),
            404,
        ),
        "token_create" => vec![(
            "/v1/tokens".into(),
            Some(json!({"name": "theirs", "scopes": ["all"]})),
            201,
        )],
        "token_list" => plain("/v1/tokens", 200),
        "token_revoke" => plain(
            &format!("/v1/tokens/{}", owner["tokens"][0]["token_id"].as_str().unwrap()),
            404,
        ),
        "email_view" => plain("/v1/user/me/email", 200),
        "email_verify" => plain("/v1/user/me/email/verify", 403),
        "email_confirm" => vec![(
            "/v1/user/me/email/confirm".into(),
            Some(json!({"code": "a guess"})),
            400,
        )],
        "user_log_out_everywhere" => plain("/v1/auth/logout-all", 200),
        "password_change" => vec![(
            "/v1/user/me/password".into(),
            Some(json!({"current_password": "a guess of theirs", "new_password": "a password of mine"})),
            400,
        )],
        "rental_ingest" => plain("/v1/invoices/rental/ingest", 502),
        "rental_ingest_latest" => plain("/v1/invoices/rental/ingest/latest", 502),
        "retail_ingest" => plain("/v1/invoices/retail/ingest", 502),
        "mail_store_tokens" => vec![(
            "/v1/auth/mail/store-tokens".into(),
            Some(json!({"access_token": "stolen", "email": owner["profile"]["email"]})),
            400,
        )],
        "mail_connect" => plain("/v1/auth/mail/connect", 201),
        "mail_connect_finish" => vec![(
            "/v1/auth/mail/connect/finish".into(),
            Some(json!({"state": owner["consent"]["state"], "code": "4/stolen"})),
            400,
        )],
        "mail_connect_device" => vec![(
            "/v1/auth/mail/connect/device".into(),
            Some(json!({"server": "example"})),
            404,
        )],
        "mail_connect_device_finish" => vec![(
            "/v1/auth/mail/connect/device/finish".into(),
            Some(json!({"state": owner["consent"]["state"]})),
            400,
        )],
        "mail_account_list" => plain("/v1/mail/accounts", 200),
        "mail_account_edit" => vec![(
            format!(
                "/v1/mail/accounts/{}",
                owner["accounts"][0]["account_id"].as_str().unwrap()
            ),
            Some(json!({"paused": true})),
            404,
        )],
        "mail_account_disconnect" => plain(
            &format!(
                "/v1/mail/accounts/{}",
                owner["accounts"][0]["account_id"].as_str().unwrap()
            ),
            404,
        ),
        "mail_server_list" => plain("/v1/auth/mail/imap", 200),
        "mail_connect_imap" => vec![(
            "/v1/auth/mail/imap".into(),
            Some(json!({"server": "example", "user": owner["profile"]["email"], "password": "a guess"})),
            404,
        )],
        "rental_view" => vec![
            (format!("/v1/invoices/rental/{rental}"), None, 204),
            (format!("/v1/invoices/rental/{retail}"), None, 204),
        ],
        "retail_view" | "retail_delete" => vec![
            (format!("/v1/invoices/retail/{retail}"), None, 404),
            (format!("/v1/invoices/retail/{rental}"), None, 404),
        ],
        "rental_document" => vec![
            (format!("/v1/invoices/rental/{rental}/document"), None, 404),
            (format!("/v1/invoices/rental/{retail}/document"), None, 404),
        ],
        "rental_payment_code" => plain(&format!("/v1/invoices/rental/{rental}/payment-code"), 404),
        "retail_document" => vec![
            (format!("/v1/invoices/retail/{retail}/document"), None, 404),
            (format!("/v1/invoices/retail/{rental}/document"), None, 404),
        ],
        "rental_correct" => vec![
            (
                format!("/v1/invoices/rental/{rental}"),
                Some(json!({"Total Amount": 1})),
                404,
            ),
            (
                format!("/v1/invoices/rental/{retail}"),
                Some(json!({"Total Amount": 1})),
                404,
            ),
            (
                format!("/v1/invoices/rental/{rental}"),
                Some(json!({"paid": true})),
                404,
            ),
        ],
        "retail_correct" => vec![
            (
                format!("/v1/invoices/retail/{retail}"),
                Some(json!({"total_amount": 1})),
                404,
            ),
            (
                format!("/v1/invoices/retail/{rental}"),
                Some(json!({"total_amount": 1})),
                404,
            ),
            (
                format!("/v1/invoices/retail/{retail}"),
                Some(json!({"paid": true})),
                404,
            ),
        ],
        "retail_join" => vec![
            (
                format!("/v1/invoices/retail/{retail}/join"),
                Some(json!({"with": retail})),
                404,
            ),
            (
                format!("/v1/invoices/retail/{rental}/join"),
                Some(json!({"with": retail})),
                404,
            ),
        ],
        "retail_separate" => vec![(
            format!("/v1/invoices/retail/{retail}/separate"),
            Some(json!({"message_id": "m-1"})),
            404,
        )],
        "spending_view" => plain("/v1/statistics/spending?by=month,sub_type,vendor", 200),
        "ingest_run_list" => vec![
            ("/v1/ingest/runs".into(), None, 200),
            (format!("/v1/ingest/runs?cursor={run}"), None, 400),
        ],
        "ingest_run_view" => plain(&format!("/v1/ingest/runs/{run}"), 404),
        "notification_list" => vec![
            ("/v1/notifications".into(), None, 200),
            (format!("/v1/notifications?cursor={notification}"), None, 400),
        ],
        "notification_change_all" => vec![("/v1/notifications".into(), Some(json!({"read": true})), 200)],
        "notification_change" => vec![(
            format!("/v1/notifications/{notification}"),
            Some(json!({"read": true})),
            404,
        )],
        "channel_list" => plain("/v1/notifications/channels", 200),
        "channel_add" => vec![(
            "/v1/notifications/channels".into(),
            Some(json!({"target": owner["channels"][0]["target"]})),
            201,
        )],
        "channel_change" => vec![(channel, Some(json!({"active": false})), 404)],
        "channel_remove" => plain(&channel, 404),
        "channel_test" => plain(&format!("{channel}/test"), 404),
        "webhook_list" => plain("/v1/webhooks", 200),
        "webhook_add" => vec![(
            "/v1/webhooks".into(),
            Some(json!({"url": owner["webhooks"][0]["url"]})),
            201,
        )],
        "webhook_view" | "webhook_remove" => plain(&webhook, 404),
        "webhook_change" => vec![(webhook, Some(json!({"active": false})), 404)],
        "webhook_replace_secret" => plain(&format!("{webhook}/secret"), 404),
        "webhook_test" => plain(&format!("{webhook}/test"), 404),
        "webhook_delivery_list" => plain(&format!("{webhook}/deliveries"), 404),
        "source_list" => plain("/v1/sources", 200),
        "landlord_add" => vec![(
            "/v1/sources/landlords".into(),
            Some(json!({"sender": owner["landlords"][0]["sender"]})),
            201,
        )],
        "landlord_change" => vec![(landlord, Some(json!({"active": false})), 404)],
        "landlord_remove" => plain(&landlord, 404),
        "landlord_labels" | "landlord_labels_remove" => plain(&format!("{landlord}/labels"), 404),
        "landlord_labels_set" => vec![(format!("{landlord}/labels"), Some(json!({"labels": []})), 404)],
        "pdf_password_list" => plain("/v1/sources/pdf-passwords", 200),
        "landlord_pdf_passwords_set" => vec![(
            format!("{landlord}/pdf-passwords"),
            Some(json!({"passwords": ["850709"]})),
            404,
        )],
        "vendor_pdf_passwords_set" => vec![(
            "/v1/sources/vendors/kaffebaren/pdf-passwords".into(),
            Some(json!({"passwords": ["850709"]})),
            404,
        )],
        "vendor_add" => vec![(
            "/v1/sources/vendors".into(),
            Some(json!({"name": "Bageriet", "sub_type": "grocery", "email_patterns": ["kaffebaren.example.com"]})),
            201,
        )],
        "vendor_change" => vec![(
            "/v1/sources/vendors/kaffebaren".into(),
            Some(json!({"active": false})),
            404,
        )],
        "vendor_remove" => plain("/v1/sources/vendors/kaffebaren", 404),
        "vendor_labels" | "vendor_labels_remove" => plain("/v1/sources/vendors/kaffebaren/labels", 404),
        "vendor_labels_set" => vec![(
            "/v1/sources/vendors/kaffebaren/labels".into(),
            Some(json!({"labels": []})),
            404,
        )],
        "message_list" => vec![
            ("/v1/mail/messages".into(), None, 200),
            (format!("/v1/mail/messages?cursor={message}"), None, 400),
        ],
        "message_view" => plain(&format!("/v1/mail/messages/{message}"), 404),
        "message_release" => plain(&format!("/v1/mail/messages/{message}/release"), 404),
        "message_retry" => plain(&format!("/v1/mail/messages/{message}/retry"), 404),
        "message_document" => plain(&format!("/v1/mail/messages/{message}/documents/html"), 404),
        "message_answer" => vec![(
            format!("/v1/mail/messages/{message}/answer"),
            Some(json!({"total_amount": 1})),
            404,
        )],
        "message_answer_delete" => plain(&format!("/v1/mail/messages/{message}/answer"), 404),
        "message_explain" => plain(&format!("/v1/mail/messages/{message}/explain"), 404),
        "mail_hand_over" => plain("/v1/mail/messages", 400),
        "trusted_sender_list" => plain("/v1/sources/trusted", 200),
        "sender_trust" => vec![(
            "/v1/sources/trusted".into(),
            Some(json!({"sender": "avi@garage.example.com"})),
            201,
        )],
        "sender_distrust" => plain("/v1/sources/trusted/nobody@garage.example.com", 404),
        "source_discover" => plain("/v1/sources/discover", 502),
        "suggestion_list" => plain("/v1/sources/suggestions", 200),
        "suggestion_accept" => plain(&format!("{suggestion}/accept"), 404),
        "suggestion_refuse" => plain(&format!("{suggestion}/refuse"), 404),
        "invoice_list" => vec![
            ("/v1/invoices/rental".into(), None, 200),
            ("/v1/invoices/retail".into(), None, 200),
            ("/v1/invoices/retail?counts=true".into(), None, 200),
            (
                format!("/v1/invoices/retail?subtype=grocery&invoice-id={retail}"),
                None,
                404,
            ),
            (
                format!("/v1/invoices/retail?subtype=grocery&invoice-id={rental}"),
                None,
                404,
            ),
        ],
        new => panic!("{new} is a new operation: add the requests of another user and the expected statuses"),
    }
}
