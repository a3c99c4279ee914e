//! `invoices corrections`.

use invoices_db::{CorrectedDocument, CorrectionFilter, CorrectionRow};
use serde_json::json;

use super::listing::{ListArgs, Listing};
use super::output::{Outcome, seconds};

/// List the values that users corrected
///
/// Prints one line per correction, for parser authors: the invoice, its vendor and documents with their parsers, the field, the
/// parsed value and the user's value.
#[derive(clap::Args)]
pub struct Corrections {
    /// Only corrections of invoices from this vendor (id) or landlord (sender)
    #[arg(long)]
    vendor: Option<String>,

    /// Only corrections of this parser's invoices, such as grocery or rental
    #[arg(long)]
    parser: Option<String>,

    /// Only corrections of this field, such as `total_amount` or `Total Amount`
    #[arg(long)]
    field: Option<String>,

    #[command(flatten)]
    list: ListArgs,
}

impl Corrections {
    pub async fn run(self) -> Outcome {
        let (store, user, corrected) = self.list.open().await?;
        let page = async |last: Option<&CorrectionRow>, size| {
            let filter = CorrectionFilter {
                user,
                vendor: self.vendor.clone(),
                parser: self.parser.clone(),
                field: self.field.clone(),
                corrected,
                after: last.map(|last| (last.corrected_at, last.id)),
            };
            Ok(store.corrections(filter, size).await?)
        };
        self.list.print(&CORRECTIONS, page).await
    }
}

const CORRECTIONS: Listing<CorrectionRow> = Listing {
    columns: &[
        ("corrected", |row| seconds(row.corrected_at)),
        ("user", |row| row.user_id.to_string()),
        ("invoice", |row| row.invoice_id.clone()),
        ("vendor", |row| row.vendor.clone().unwrap_or_default()),
        ("parser", |row| {
            row.documents.iter().filter_map(parser).collect::<Vec<_>>().join("; ")
        }),
        ("field", |row| row.field.clone()),
        ("read", |row| row.read_value.clone().unwrap_or_default()),
        ("set", |row| row.corrected_value.clone()),
    ],
    right: &[],
    fields: &[
        ("corrected_at", |row| json!(row.corrected_at)),
        ("user_id", |row| json!(row.user_id.to_string())),
        ("type", |row| json!(row.source.to_string())),
        ("invoice_id", |row| json!(row.invoice_id)),
        ("vendor", |row| json!(row.vendor)),
        ("documents", |row| {
            let documents = row.documents.iter().map(|document| {
                json!({
                    "object_key": document.object_key.as_ref().map(ToString::to_string),
                    "parser": document.parser,
                    "parser_version": document.parser_version,
                })
            });
            documents.collect()
        }),
        ("field", |row| json!(row.field)),
        ("read_value", |row| json!(row.read_value)),
        ("corrected_value", |row| json!(row.corrected_value)),
    ],
};

fn parser(document: &CorrectedDocument) -> Option<String> {
    let parser = document.parser.as_ref()?;
    let version = document.parser_version.unwrap_or_default();
    Some(format!("{parser} {version}"))
}
