//! The envelope of a success: a sentence, the status, and the data.

use dropshot::{HttpResponseCreated, HttpResponseOk};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, Metadata, ObjectValidation, Schema, SchemaObject};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::error::ApiError;

/// 200 with the data in an envelope, or why there is none.
pub type Answer<T> = Result<HttpResponseOk<Envelope<T>>, ApiError>;

/// 201 with the data in an envelope, or why there is none.
pub type Created<T> = Result<HttpResponseCreated<Envelope<T>>, ApiError>;

/// `{"message": …, "code": …, "data": …}`. `data` is always present; it is `null` for `None` and [`NoData`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Envelope<T> {
    /// What happened, as a sentence for people.
    pub message: String,
    /// The HTTP status.
    pub code: u16,
    /// The result.
    pub data: T,
}

impl<T: JsonSchema + Serialize + Send + Sync + 'static> Envelope<T> {
    /// 200.
    pub fn ok(message: impl Into<String>, data: T) -> HttpResponseOk<Self> {
        HttpResponseOk(Self::with_code(200, message, data))
    }

    /// 201.
    pub fn created(message: impl Into<String>, data: T) -> HttpResponseCreated<Self> {
        HttpResponseCreated(Self::with_code(201, message, data))
    }

    pub(crate) fn with_code(code: u16, message: impl Into<String>, data: T) -> Self {
        Envelope {
            message: message.into(),
            code,
            data,
        }
    }
}

impl<T: JsonSchema> JsonSchema for Envelope<T> {
    fn schema_name() -> String {
        let data = T::schema_name();
        format!("{}Envelope", data.strip_prefix("Nullable_").unwrap_or(&data))
    }

    /// Written by hand: a derived schema makes a nullable field optional, but `data` is always present.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let status = SchemaObject {
            instance_type: Some(InstanceType::Integer.into()),
            format: Some("uint16".to_owned()),
            ..SchemaObject::default()
        };
        let properties = [
            ("message", generator.subschema_for::<String>()),
            ("code", status.into()),
            ("data", generator.subschema_for::<T>()),
        ];
        SchemaObject {
            instance_type: Some(InstanceType::Object.into()),
            object: Some(Box::new(ObjectValidation {
                required: properties.iter().map(|(name, _)| (*name).to_owned()).collect(),
                properties: properties.map(|(name, schema)| (name.to_owned(), schema)).into(),
                ..ObjectValidation::default()
            })),
            metadata: Some(metadata(
                "A success: `message` is for people, `code` is the HTTP status, `data` the result.",
            )),
            ..SchemaObject::default()
        }
        .into()
    }
}

/// Data that is always `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoData;

impl Serialize for NoData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_none()
    }
}

impl JsonSchema for NoData {
    fn schema_name() -> String {
        "NoData".into()
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        SchemaObject {
            instance_type: Some(InstanceType::Object.into()),
            metadata: Some(metadata("Always `null`.")),
            extensions: [("nullable".to_owned(), json!(true))].into(),
            ..SchemaObject::default()
        }
        .into()
    }
}

fn metadata(description: &str) -> Box<Metadata> {
    Box::new(Metadata {
        description: Some(description.to_owned()),
        ..Metadata::default()
    })
}
