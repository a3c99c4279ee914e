//! Schemas of secret texts: `format: password`.

use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, Schema, SchemaObject, StringValidation};

/// A secret of any length.
pub(crate) struct Secret;

/// A password of a PDF.
pub(crate) struct PdfSecret;

impl JsonSchema for Secret {
    fn is_referenceable() -> bool {
        false
    }

    fn schema_name() -> String {
        "Secret".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        secret(None).into()
    }
}

impl JsonSchema for PdfSecret {
    fn is_referenceable() -> bool {
        false
    }

    fn schema_name() -> String {
        "PdfSecret".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let text = StringValidation {
            min_length: Some(1),
            max_length: Some(127),
            pattern: Some(r"^[^\x00-\x1f\x7f-\x9f]+$".into()),
        };
        secret(Some(text)).into()
    }
}

fn secret(text: Option<StringValidation>) -> SchemaObject {
    SchemaObject {
        instance_type: Some(InstanceType::String.into()),
        format: Some("password".into()),
        string: text.map(Box::new),
        ..SchemaObject::default()
    }
}
