//! The search for shops and landlords that are not known.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use chrono::{NaiveDate, Utc};
use invoices_client::{Client, types};
use invoices_service::{Catalogue, VendorId};
use serde_json::json;

use super::tables;

/// The longest time that one search may look back, in days.
const MAX_DAYS: i64 = 5 * 365;

/// Names the unknown shops and landlords among the senders of mails since this day. Returns them.
pub async fn discover(client: &Client, since: Option<NaiveDate>) -> Result<Vec<types::Suggestion>, Box<dyn Error>> {
    let days = since.map(|since| (Utc::now().date_naive() - since).num_days().clamp(1, MAX_DAYS));
    let body = types::DiscoverBody {
        days: days.and_then(|days| days.try_into().ok()),
    };
    let found = client.source_discover(&body).await?.into_inner();
    let data = found.data;
    let (mails, senders) = (data.mails_found, data.senders_examined);
    writeln!(
        io::stdout(),
        "{}  {mails} mails of {senders} unknown senders",
        found.message
    )?;
    writeln!(io::stdout(), "{}\n", tables::suggestions(&data.suggestions))?;
    Ok(data.suggestions)
}

/// Adds every shop and landlord that was found.
pub async fn accept(client: &Client, suggestions: &[types::Suggestion]) -> Result<(), Box<dyn Error>> {
    for suggestion in suggestions {
        client.suggestion_accept(&suggestion.suggestion_id).await?;
    }
    Ok(())
}

/// Writes the shops that were found as a vendors file.
pub fn write_vendors(
    file: &Path,
    suggestions: &[types::Suggestion],
    catalogue: &Catalogue,
) -> Result<(), Box<dyn Error>> {
    let mut used = BTreeSet::new();
    let mut vendors = Vec::new();
    for suggestion in suggestions {
        let Some(sub_type) = &suggestion.sub_type else {
            continue;
        };
        vendors.push(json!({
            "vendor_id": vendor_id(&suggestion.name, catalogue, &mut used),
            "vendor_name": suggestion.name,
            "sub_type": sub_type.to_string(),
            "email_patterns": suggestion.senders,
            "subject_keywords": [],
        }));
    }
    let text = serde_json::to_string_pretty(&vendors)?;
    fs::write(file, text + "\n").map_err(|error| format!("failed to write {}: {error}", file.display()))?;
    writeln!(io::stdout(), "Wrote {} vendors to {}.\n", vendors.len(), file.display())?;
    Ok(())
}

/// An id after the name that no other vendor has.
fn vendor_id(name: &str, catalogue: &Catalogue, used: &mut BTreeSet<String>) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let base = if words.is_empty() {
        "vendor".to_owned()
    } else {
        words.join("-")
    };
    let is_free = |id: &String| {
        let parsed: Option<VendorId> = id.parse().ok();
        parsed.is_some_and(|parsed| catalogue.vendor(&parsed).is_none())
    };
    let numbered = (2..).map(|number: u32| format!("{base}-{number}"));
    let mut candidates = [base.clone(), format!("shop-{base}")].into_iter().chain(numbered);
    candidates
        .find(|id| is_free(id) && used.insert(id.clone()))
        .unwrap_or(base)
}
