//! The fields that the detail records of all categories have, and the tag `sub_type`, which distinguishes the records.

use chrono::NaiveDate;
use parser_model::reading::{DateSource, Stated};
use parser_model::{Code, Currency, Money, warning};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, Metadata, Schema, SchemaObject};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What every detail record states. Optional fields are absent if the document does not state them.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Common {
    /// The invoice's id, a UUID.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(schema_with = "uuid")]
    pub invoice_id: String,
    /// The payee.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub vendor_name: String,
    /// The total that is due or was paid; negative for a refund.
    pub total_amount: Money,
    /// The currency. Absent if the document does not state it.
    pub currency: Option<Currency>,
    /// The date of the invoice or order.
    pub invoice_date: Option<NaiveDate>,
    /// `mail` if the date is that of the message; absent if the document states the date.
    pub invoice_date_source: Option<InvoiceDateSource>,
    /// The last day to pay.
    pub due_date: Option<NaiveDate>,
    /// The order or booking number.
    pub order_id: Option<String>,
    /// The invoice or receipt number.
    pub invoice_number: Option<String>,
    /// The payment reference: digits.
    pub ocr: Option<String>,
    /// The Bankgiro number, such as `123-4567`.
    pub bankgiro: Option<String>,
    /// The Plusgiro number, such as `12 34 56-7`.
    pub plusgiro: Option<String>,
    /// Values that disagreed or failed a check, as sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The codes of `warnings`, in the same order. Absent in records stored before codes existed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warning_codes: Vec<Code>,
}

/// The source of an invoice's date if the document does not state it.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InvoiceDateSource {
    /// The mail's date is used instead.
    Mail,
}

fn uuid(_: &mut SchemaGenerator) -> Schema {
    SchemaObject {
        instance_type: Some(InstanceType::String.into()),
        format: Some("uuid".into()),
        ..SchemaObject::default()
    }
    .into()
}

impl From<&Stated> for Common {
    /// Leaves the id empty. The service sets it, because it depends on the user.
    fn from(stated: &Stated) -> Self {
        let (warnings, warning_codes) = warning::sentences_and_codes(&stated.warnings);
        Common {
            invoice_id: String::new(),
            vendor_name: stated.vendor_name.clone().unwrap_or_default(),
            total_amount: stated.total_amount.unwrap_or_default(),
            currency: stated.currency,
            invoice_date: stated.invoice_date,
            invoice_date_source: (stated.invoice_date_source == Some(DateSource::Mail))
                .then_some(InvoiceDateSource::Mail),
            due_date: stated.due_date,
            order_id: stated.order_id.clone(),
            invoice_number: stated.invoice_number.clone(),
            ocr: stated.ocr.clone(),
            bankgiro: stated.bankgiro.clone(),
            plusgiro: stated.plusgiro.clone(),
            warnings,
            warning_codes,
        }
    }
}

/// Adds the schema of `T` to the document with a required property `sub_type`, an enum with the one value `tag`. Returns a
/// reference to it.
pub fn tagged_schema<T: JsonSchema>(generator: &mut SchemaGenerator, tag: &str) -> Schema {
    let reference = generator.subschema_for::<T>();
    if let Some(Schema::Object(component)) = generator.definitions_mut().get_mut(&T::schema_name()) {
        let object = component.object();
        let one_value = SchemaObject {
            instance_type: Some(InstanceType::String.into()),
            enum_values: Some(vec![json!(tag)]),
            metadata: Some(Box::new(Metadata {
                description: Some("The category.".into()),
                ..Metadata::default()
            })),
            ..SchemaObject::default()
        };
        object.properties.insert("sub_type".into(), one_value.into());
        object.required.insert("sub_type".into());
    }
    reference
}

/// The record as JSON with `sub_type`. Its nulls and empty lists, and the nulls of its lines, are left out.
pub fn tagged_record<T: Serialize>(tag: &str, record: &T) -> Map<String, Value> {
    let mut map = match serde_json::to_value(record) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    map.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
    let lines = map.values_mut().filter_map(Value::as_array_mut).flatten();
    for line in lines.filter_map(Value::as_object_mut) {
        line.retain(|_, value| !value.is_null());
    }
    map.insert("sub_type".into(), json!(tag));
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use parser_model::reading::Direction;
    use parser_model::{Identity, Warning};

    #[test]
    fn common_has_every_field_of_stated() {
        let text = || Some("1".to_owned());
        let stated = Stated {
            vendor_name: text(),
            total_amount: "1".parse().ok(),
            currency: Some(Currency::SEK),
            invoice_date: NaiveDate::from_ymd_opt(2026, 7, 3),
            invoice_date_source: Some(DateSource::Mail),
            due_date: NaiveDate::from_ymd_opt(2026, 7, 31),
            order_id: text(),
            invoice_number: text(),
            ocr: text(),
            bankgiro: Some("123-4567".into()),
            plusgiro: Some("12 34 56-7".into()),
            direction: Direction::Charge,
            identity: Identity::default(),
            warnings: vec![Warning::Parts],
        };
        let mut common = tagged_record("test", &Common::from(&stated));
        common.remove("sub_type");
        let common = Value::Object(common);
        let mut stated = json!(stated);
        // The sign of the amounts states the direction.
        stated.as_object_mut().unwrap().remove("direction");
        stated.as_object_mut().unwrap().remove("identity");
        assert_eq!(common, stated);
    }
}
