//! The schema of ids.

use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, Schema, SchemaObject};

/// A UUID in the document. The service takes any text for one, so that the answer to a wrong one is that nothing has it.
pub(crate) enum Uuid {}

impl JsonSchema for Uuid {
    fn schema_name() -> String {
        "Uuid".into()
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        SchemaObject {
            instance_type: Some(InstanceType::String.into()),
            format: Some("uuid".to_owned()),
            ..SchemaObject::default()
        }
        .into()
    }
}
