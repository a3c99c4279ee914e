//! Reads clothing invoices: clothes and shoes.

mod record;
mod vendors;
mod words;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::receipt::Source;
use parser_kit::register::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "clothing";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Clothes and shoes.",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<ClothingInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = ClothingInvoice {
        common: Common::from(&receipt.stated),
        ..ClothingInvoice::default()
    };
    tagged_record(SUB_TYPE, &record)
}
