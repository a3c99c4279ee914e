//! An operator's vendors.

use std::error::Error;

use parser_extract::taught::meaning_of_another;
use parser_model::{LabelError, Labels, Vendor};

/// Reads a JSON list of vendors: `vendor_id`, `vendor_name`, `sub_type`, `active`, `email_patterns`, `subject_keywords`, `labels`,
/// `not_invoice`.
pub fn read_vendors(json: &[u8]) -> Result<Vec<Vendor>, Box<dyn Error + Send + Sync>> {
    let vendors: Vec<Vendor> = serde_json::from_slice(json)?;
    for vendor in &vendors {
        check_labels(&vendor.labels)?;
    }
    Ok(vendors)
}

/// Whether the general vocabulary gives no label another meaning.
pub fn check_labels(labels: &Labels) -> Result<(), LabelError> {
    for label in labels.as_slice() {
        if let Some(meaning) = meaning_of_another(label.class, &label.phrase) {
            return Err(LabelError::Taken(label.phrase.clone(), meaning));
        }
    }
    Ok(())
}
