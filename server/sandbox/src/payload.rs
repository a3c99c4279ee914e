//! Messages in the provider's JSON format.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use mail_parser::{Message, MessagePart, MimeHeaders, PartType};
use serde_json::{Value, json};

use crate::mail::{Mail, parse, snippet};

/// Parts nested deeper than this are left out.
const MAX_DEPTH: usize = 20;

/// The requested format of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Ids and labels.
    Minimal,
    /// The headers as well.
    Metadata,
    /// Every part as well.
    Full,
    /// The MIME message instead.
    Raw,
}

impl Format {
    /// `full` is the default.
    pub(crate) fn named(name: Option<&str>) -> Option<Format> {
        match name.map(str::to_ascii_lowercase).as_deref() {
            None | Some("full") => Some(Format::Full),
            Some("minimal") => Some(Format::Minimal),
            Some("metadata") => Some(Format::Metadata),
            Some("raw") => Some(Format::Raw),
            Some(_) => None,
        }
    }
}

/// The message, read from `bytes`. Every mail is a thread of its own.
pub(crate) fn message(mail: &Mail, bytes: &[u8], format: Format) -> Value {
    let parsed = parse(bytes);
    let mut message = json!({
        "id": mail.id,
        "threadId": mail.id,
        "labelIds": mail.labels(),
        "snippet": parsed.as_ref().map(snippet).unwrap_or_default(),
        "sizeEstimate": bytes.len(),
        "historyId": mail.history_id.to_string(),
        "internalDate": mail.received_ms.to_string(),
    });
    match format {
        Format::Minimal => {}
        Format::Raw => message["raw"] = URL_SAFE.encode(bytes).into(),
        Format::Metadata | Format::Full => {
            let whole = parsed.and_then(|parsed| part(&parsed, 0, "", MAX_DEPTH));
            let mut payload = whole.unwrap_or_else(|| json!({}));
            if format == Format::Metadata {
                payload = json!({"mimeType": payload["mimeType"], "headers": payload["headers"]});
            }
            message["payload"] = payload;
        }
    }
    message
}

/// An attachment by its id; `None` if there is none.
pub(crate) fn attachment(bytes: &[u8], id: &str) -> Option<Value> {
    let mail = parse(bytes)?;
    let content = mail.part(attachment_index(id)?)?.contents();
    Some(json!({"size": content.len(), "data": URL_SAFE.encode(content)}))
}

/// The id of an attachment contains the path of its part.
fn attachment_id(index: u32) -> String {
    format!("attachment-{index}")
}

fn attachment_index(id: &str) -> Option<u32> {
    id.strip_prefix("attachment-")?.parse().ok()
}

/// A part with its sub-parts. An attachment's body is only its id, as at the provider. `path` is the part's position,
/// such as `0.1`.
fn part(mail: &Message<'_>, index: u32, path: &str, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let found = mail.part(index)?;
    let (below, content) = match &found.body {
        PartType::Multipart(parts) => (&parts[..], &[][..]),
        _ => (&[][..], found.contents()),
    };
    let parts = below.iter().enumerate();
    let parts = parts.filter_map(|(n, index)| part(mail, *index, &place(path, n), depth));
    let parts: Vec<Value> = parts.collect();
    let file_name = found.attachment_name().unwrap_or_default();
    let mut body = json!({"size": content.len()});
    if !content.is_empty() && file_name.is_empty() {
        body["data"] = URL_SAFE.encode(content).into();
    } else if !content.is_empty() {
        body["attachmentId"] = attachment_id(index).into();
    }
    let mut value = json!({
        "partId": path,
        "mimeType": mime_type(found),
        "filename": file_name,
        "headers": headers(mail, found),
        "body": body,
    });
    if !parts.is_empty() {
        value["parts"] = parts.into();
    }
    Some(value)
}

fn place(path: &str, n: usize) -> String {
    if path.is_empty() {
        n.to_string()
    } else {
        format!("{path}.{n}")
    }
}

fn mime_type(part: &MessagePart<'_>) -> String {
    match part.content_type() {
        Some(kind) => format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("plain")).to_lowercase(),
        None => "text/plain".into(),
    }
}

fn headers(mail: &Message<'_>, part: &MessagePart<'_>) -> Vec<Value> {
    let raw = mail.raw_message();
    let headers = part.headers.iter().map(|header| {
        let (start, end) = (header.offset_start() as usize, header.offset_end() as usize);
        let value = raw.get(start..end).map(String::from_utf8_lossy).unwrap_or_default();
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        json!({"name": header.name(), "value": value})
    });
    headers.collect()
}
