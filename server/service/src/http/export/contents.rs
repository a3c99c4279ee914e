//! The files of an export.

use std::fmt::Write;

use invoices_api::user::preferences::UserPreferences;
use invoices_api::user::{AccountUsage, UserProfile};
use invoices_app::{App, Error, Export};
use invoices_db::LedgerRow;
use invoices_domain::sources::Origin;
use invoices_domain::{ObjectKey, Source, UserId};
use invoices_terminal::csv_records;
use serde_json::{Value, json};

use super::archive::{Archive, Ended};
use super::table;
use crate::http::invoice::retail;
use crate::http::user::{account, preferences};
use crate::http::{channel, notification, source, webhook};

const README: &str = include_str!("readme.txt");

/// How much longer than the originals the records of what they state can be, and the bytes of a row beside that. Both are
/// generous: a user with less than a GiB of originals has no file of 4 GiB.
const RECORDS_AT_MOST: u64 = 4;
const ROW_AT_MOST: u64 = 16 << 10;

/// The files that are small: they are read before anything is sent.
pub struct About {
    profile: UserProfile,
    usage: AccountUsage,
    preferences: UserPreferences,
    sources: Value,
    webhooks: Value,
    channels: Value,
    /// Maximum number of bytes of a file with rows.
    at_most: u64,
}

impl About {
    pub async fn read(export: &Export) -> Result<Self, Error> {
        let (app, id) = (export.app(), export.user());
        let usage = account::usage(app, id).await?;
        let user = app.live_user(id).await?.ok_or(Error::UserNotFound)?;
        Ok(About {
            profile: account::profile(app, id, account::person(user)).await?,
            preferences: preferences::shown(app, id).await?,
            sources: sources_of(app, id).await?,
            webhooks: webhooks_of(app, id).await?,
            channels: channels_of(app, id).await?,
            at_most: usage
                .stored_bytes
                .saturating_mul(RECORDS_AT_MOST)
                .saturating_add(usage.messages.saturating_mul(ROW_AT_MOST)),
            usage,
        })
    }
}

/// Writes all files. An original that is missing is named in `missing.txt`.
pub async fn write(export: &Export, about: About, mut archive: Archive) -> Result<(), Ended> {
    let at_most = about.at_most;
    archive.file("README.txt", README.as_bytes()).await?;
    let profile = json!({"user_id": export.user(), "profile": about.profile, "usage": about.usage, "preferences": about.preferences});
    archive.json("profile.json", &profile).await?;
    archive.json("sources.json", &about.sources).await?;
    archive.json("webhooks.json", &about.webhooks).await?;
    archive.json("channels.json", &about.channels).await?;
    write_rental(export, &mut archive, at_most).await?;
    write_retail(export, &mut archive, at_most).await?;
    write_table(export, &mut archive, at_most).await?;
    write_messages(export, &mut archive, at_most).await?;
    write_notifications(export, &mut archive, at_most).await?;
    let mut missing = write_originals(export, &mut archive).await?;
    missing.extend(write_handed(export, &mut archive).await?);
    if !missing.is_empty() {
        missing.push(String::new());
        archive.file("missing.txt", missing.join("\r\n").as_bytes()).await?;
    }
    export.check_live().await?;
    archive.finish().await
}

/// The user's own landlords, vendors, trusted senders and suggestions, and what the user has switched off of the operator's.
async fn sources_of(app: &App, id: UserId) -> Result<Value, Error> {
    let all = app.sources(id).await?;
    let is_own = |origin: Origin| origin == Origin::User;
    let (landlords, others): (Vec<_>, Vec<_>) = all.landlords.into_iter().partition(|each| is_own(each.origin));
    let (vendors, other_vendors): (Vec<_>, Vec<_>) = all.vendors.into_iter().partition(|each| is_own(each.origin));
    let off = others.into_iter().filter(|each| !each.active).map(source::landlord);
    let vendors_off = other_vendors
        .into_iter()
        .filter(|each| !each.vendor.active)
        .map(source::vendor);
    let suggestions = app.suggestions(id).await?.into_iter().map(source::suggestion);
    let trusted = app.trusted_senders(id).await?;
    Ok(json!({
        "landlords": landlords.into_iter().map(source::landlord).collect::<Vec<_>>(),
        "vendors": vendors.into_iter().map(source::vendor).collect::<Vec<_>>(),
        "switched_off": {
            "landlords": off.collect::<Vec<_>>(),
            "vendors": vendors_off.collect::<Vec<_>>(),
        },
        "labels": {
            "landlords": app.labels_of_all(id, Source::Rental).await?,
            "vendors": app.labels_of_all(id, Source::Retail).await?,
        },
        "trusted_senders": trusted.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "suggestions": suggestions.collect::<Vec<_>>(),
    }))
}

/// Without their secrets.
async fn webhooks_of(app: &App, id: UserId) -> Result<Value, Error> {
    let webhooks = app.webhooks(id).await?.into_iter().map(webhook::webhook);
    Ok(json!({"webhooks": webhooks.collect::<Vec<_>>()}))
}

/// Without their secrets.
async fn channels_of(app: &App, id: UserId) -> Result<Value, Error> {
    let channels = app.channels(id).await?.into_iter();
    let channels = channels.map(|(known, last)| channel::channel(known, last));
    Ok(json!({"channels": channels.collect::<Vec<_>>()}))
}

async fn write_rental(export: &Export, archive: &mut Archive, at_most: u64) -> Result<(), Ended> {
    let mut list = archive.list("rental.json", "invoices", at_most).await?;
    let mut last = None;
    loop {
        let page = export.rental(last.as_ref()).await?;
        let Some(end) = page.last() else { break };
        last = Some(end.record.invoice_id.clone());
        for invoice in page {
            list.add(&invoice.record.to_map()).await?;
        }
    }
    list.end().await
}

async fn write_retail(export: &Export, archive: &mut Archive, at_most: u64) -> Result<(), Ended> {
    let mut list = archive.list("retail.json", "invoices", at_most).await?;
    let mut last = None;
    loop {
        let page = export.retail(last.as_ref()).await?;
        let Some(end) = page.last() else { break };
        last = Some(end.clone());
        for (invoice, details) in export.with_details(page).await? {
            let currency = invoice.currency;
            let mut summary = serde_json::to_value(retail::summary(invoice))?;
            // A currency that the document does not state is not exported.
            if let (None, Some(summary)) = (currency, summary.as_object_mut()) {
                summary.remove("currency");
                summary.remove("currency_assumed");
            }
            list.add(&json!({"summary": summary, "details": details})).await?;
        }
    }
    list.end().await
}

async fn write_table(export: &Export, archive: &mut Archive, at_most: u64) -> Result<(), Ended> {
    archive.begin("invoices.csv", at_most).await?;
    archive.add(csv_records([table::header()]).as_bytes()).await?;
    let mut last = None;
    loop {
        let page = export.rental(last.as_ref()).await?;
        let Some(end) = page.last() else { break };
        last = Some(end.record.invoice_id.clone());
        let lines = csv_records(page.iter().map(table::rental));
        archive.add(lines.as_bytes()).await?;
    }
    let mut last = None;
    loop {
        let page = export.retail(last.as_ref()).await?;
        let Some(end) = page.last() else { return Ok(()) };
        last = Some(end.clone());
        let mut records = Vec::with_capacity(page.len());
        for (invoice, details) in export.with_details(page).await? {
            let currency = invoice.currency;
            records.push(table::retail(&retail::summary(invoice), currency, &details));
        }
        archive.add(csv_records(records).as_bytes()).await?;
    }
}

async fn write_messages(export: &Export, archive: &mut Archive, at_most: u64) -> Result<(), Ended> {
    let mut list = archive.list("messages.json", "messages", at_most).await?;
    let mut last = None;
    loop {
        let page = export.messages(last).await?;
        let Some(end) = page.last() else { break };
        last = Some(end.place());
        for row in page {
            list.add(&message(&row)).await?;
        }
    }
    list.end().await
}

/// A message of the ledger. Unknown values are left out.
fn message(row: &LedgerRow) -> Value {
    let facts = &row.facts;
    let documents = row.documents.iter().map(|document| {
        present(json!({
            "part": document.part,
            "state": document.state.as_str(),
            "reason": document.reason,
            "reason_code": document.reason_code.as_ref().map(|code| &code.code),
            "reason_parameters": document.reason_code.as_ref().map(|code| &code.parameters),
            "file_name": document.file_name,
            "parser": document.parser,
            "parser_version": document.parser_version,
        }))
    });
    present(json!({
        "message_id": row.message_id,
        "account": row.inbox.account,
        "source": row.inbox.source.as_str(),
        "state": row.state.as_str(),
        "reason": row.reason,
        "reason_code": row.reason_code.as_ref().map(|code| &code.code),
        "reason_parameters": row.reason_code.as_ref().map(|code| &code.parameters),
        "vendor_id": facts.vendor_id,
        "sender": facts.sender,
        "sender_name": facts.sender_name,
        "subject": facts.subject,
        "forwarded": facts.forwarded.then_some(true),
        "received_at": facts.received_at,
        "found_at": row.found_at,
        "updated_at": row.updated_at,
        "documents": documents.collect::<Vec<_>>(),
    }))
}

fn present(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.retain(|_, value| !value.is_null());
    }
    value
}

async fn write_notifications(export: &Export, archive: &mut Archive, at_most: u64) -> Result<(), Ended> {
    let mut list = archive.list("notifications.json", "notifications", at_most).await?;
    let mut last = None;
    loop {
        let page = export.notifications(last.as_ref()).await?;
        let Some(end) = page.last() else { break };
        last = Some(end.clone());
        for row in page {
            list.add(&notification::wire(row)).await?;
        }
    }
    list.end().await
}

/// Returns the names of those that are missing.
async fn write_originals(export: &Export, archive: &mut Archive) -> Result<Vec<String>, Ended> {
    let (mut last, mut missing) = (None, Vec::new());
    loop {
        let page = export.documents(last).await?;
        let Some(end) = page.last() else { return Ok(missing) };
        last = Some(end.document_id);
        for document in page {
            let name = original_name(&document.object_key);
            match export.original(&document).await? {
                Some(bytes) => archive.file(&name, &bytes).await?,
                None => missing.push(name),
            }
        }
    }
}

/// The key without the prefix of the user's objects. No part of a key is a separator or leads to another folder; what Windows
/// does not allow in names is percent-encoded, such as the colon after a drive.
fn original_name(key: &ObjectKey) -> String {
    let (prefix, key) = (ObjectKey::user_prefix(key.user()), key.to_string());
    let mut name = String::from("originals/");
    for c in key.strip_prefix(&prefix).unwrap_or(&key).chars() {
        if "%:*?\"<>|".contains(c) {
            // Writing to a `String` never fails.
            let _ = write!(name, "%{:02X}", u32::from(c));
        } else {
            name.push(c);
        }
    }
    name
}

/// Returns the names of those that are missing.
async fn write_handed(export: &Export, archive: &mut Archive) -> Result<Vec<String>, Ended> {
    let (mut last, mut missing) = (None, Vec::new());
    loop {
        let page = export.handed(last.as_ref()).await?;
        let Some(end) = page.last() else { return Ok(missing) };
        last = Some(end.clone());
        for id in page {
            // The id of such a mail is a digest, but other ids may have any printable characters.
            let name = format!("handed-over/{}.eml", id.hash16());
            match export.handed_mail(&id).await? {
                Some(bytes) => archive.file(&name, &bytes).await?,
                None => missing.push(name),
            }
        }
    }
}
