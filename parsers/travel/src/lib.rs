//! Reads travel invoices: journeys and nights away from home.

mod record;
mod vendors;
mod words;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::receipt::Source;
use parser_kit::register::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "travel";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Journeys and nights away from home.",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<TravelInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = TravelInvoice {
        common: Common::from(&receipt.stated),
        ..TravelInvoice::default()
    };
    tagged_record(SUB_TYPE, &record)
}
