//! Reads grocery invoices: food and household goods.

mod record;
mod vendors;
mod words;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::receipt::Source;
use parser_kit::register::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "grocery";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Food and household goods.",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<GroceryInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = GroceryInvoice {
        common: Common::from(&receipt.stated),
        ..GroceryInvoice::default()
    };
    tagged_record(SUB_TYPE, &record)
}
