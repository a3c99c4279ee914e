//! A folder of documents with its manifest.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Result;

/// Values of documents that lie outside the project, by set and id: `<folder>/<id>`.
const DETAILS: &str = include_str!("details.json");

/// The documents of a folder.
pub struct Set {
    folder: PathBuf,
    /// The folder's name.
    pub name: String,
    /// Those of a kind that is graded.
    pub documents: Vec<Document>,
}

#[derive(Deserialize)]
struct Manifest {
    items: Vec<Document>,
}

/// A document and what a careful person reads in it.
#[derive(Deserialize)]
pub struct Document {
    /// Its name, unique in the set.
    pub id: String,
    /// The file, relative to the folder.
    pub path: String,
    pub kind: Kind,
    /// The language of most of its words.
    pub lang: Option<String>,
    category: Option<String>,
    /// The invented documents were written in rounds, so that later ones show what rules made for earlier ones are worth.
    pub round: Option<u64>,
    /// The values of the fields, and others that count as right.
    #[serde(default)]
    pub expected: Map<String, Value>,
    /// The category's own fields. Empty if nobody wrote them down.
    #[serde(default, alias = "detail")]
    pub details: Map<String, Value>,
}

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Kind {
    /// A mail that is a receipt, an invoice, an order or a refund.
    #[serde(rename = "html_receipt", alias = "swedish_encoded_mail")]
    Receipt,
    /// A PDF that is an invoice.
    #[serde(rename = "pdf_invoice")]
    Invoice,
    /// Any other mail or PDF.
    #[serde(rename = "real_mail_not_invoice")]
    Other,
    /// It isn't a document of a kind that is graded, such as a damaged file.
    #[serde(other)]
    Ungraded,
}

impl Set {
    /// Reads the manifest.
    pub fn open(folder: &Path) -> Result<Set> {
        let path = folder.join("manifest.json");
        let manifest = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut manifest: Manifest =
            serde_json::from_slice(&manifest).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = fs::canonicalize(folder)?;
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut known: Map<String, Value> = serde_json::from_str(DETAILS)?;
        for document in &mut manifest.items {
            if let Some(Value::Object(details)) = known.remove(&format!("{name}/{}", document.id)) {
                document.details = details;
            }
        }
        manifest.items.retain(|document| document.kind != Kind::Ungraded);
        Ok(Set {
            folder: folder.to_owned(),
            name,
            documents: manifest.items,
        })
    }

    /// The bytes of a document.
    pub fn bytes(&self, document: &Document) -> Result<Vec<u8>> {
        let path = self.folder.join(&document.path);
        fs::read(&path).map_err(|error| format!("{}: {error}", path.display()).into())
    }
}

impl Document {
    /// Whether no record may come of it.
    pub fn is_no_invoice(&self) -> bool {
        self.kind == Kind::Other || self.expected.get("not_a_receipt") == Some(&Value::Bool(true))
    }

    /// Whether its items are graded apart, because the rules were made without its layout.
    pub fn is_held_back(&self) -> bool {
        self.details.get("held_back") == Some(&Value::Bool(true))
    }

    /// The category's name.
    pub fn category(&self) -> Option<&str> {
        let hint = self.expected.get("category_hint").and_then(Value::as_str);
        let of_details = self.details.get("sub_type").and_then(Value::as_str);
        self.category.as_deref().or(hint).or(of_details)
    }
}
