//! `invoices corrections`.

use std::error::Error;
use std::process::ExitCode;

use invoices_service::{CorrectedDocument, CorrectionFilter, CorrectionRow};
use serde_json::{Value, json};

use super::args::{SettingsArgs, UserArg, find_user, open_existing};
use super::listing::{ListArgs, PeriodArgs, Row};
use super::output::seconds;

/// List the values that users corrected
///
/// Prints one line per correction, for parser authors: the invoice, its vendor and documents with their parsers, the field, the
/// parsed value and the user's value.
#[derive(clap::Args)]
pub struct Corrections {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Only corrections of this user: an e-mail address or an id
    #[arg(long)]
    user: Option<UserArg>,

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
    corrected: PeriodArgs,

    #[command(flatten)]
    list: ListArgs,
}

impl Corrections {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let config = self.settings.load()?;
        let corrected = self.corrected.period(&config)?;
        let store = open_existing(&config).await?;
        let user = find_user(self.user.as_ref(), &store).await?;
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
        self.list.print(page).await
    }
}

impl Row for CorrectionRow {
    const COLUMNS: &'static [&'static str] = &[
        "corrected",
        "user",
        "invoice",
        "vendor",
        "parser",
        "field",
        "read",
        "set",
    ];
    const FIELDS: &'static [&'static str] = &[
        "corrected_at",
        "user_id",
        "type",
        "invoice_id",
        "vendor",
        "documents",
        "field",
        "read_value",
        "corrected_value",
    ];

    fn cells(&self) -> Vec<String> {
        vec![
            seconds(self.corrected_at),
            self.user_id.to_string(),
            self.invoice_id.clone(),
            self.vendor.clone().unwrap_or_default(),
            self.documents.iter().filter_map(parser).collect::<Vec<_>>().join("; "),
            self.field.clone(),
            self.read_value.clone().unwrap_or_default(),
            self.corrected_value.clone(),
        ]
    }

    fn values(&self) -> Vec<Value> {
        let documents = self.documents.iter().map(|document| {
            json!({
                "object_key": document.object_key.as_ref().map(ToString::to_string),
                "parser": document.parser,
                "parser_version": document.parser_version,
            })
        });
        vec![
            json!(self.corrected_at),
            json!(self.user_id.to_string()),
            json!(self.source.to_string()),
            json!(self.invoice_id),
            json!(self.vendor),
            documents.collect(),
            json!(self.field),
            json!(self.read_value),
            json!(self.corrected_value),
        ]
    }
}

fn parser(document: &CorrectedDocument) -> Option<String> {
    let parser = document.parser.as_ref()?;
    let version = document.parser_version.unwrap_or_default();
    Some(format!("{parser} {version}"))
}
