//! Reads food-delivery invoices: meals ordered from restaurants and brought home.

mod record;
mod vendors;
mod words;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::receipt::Source;
use parser_kit::register::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "food-delivery";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Meals ordered from restaurants and brought home.",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<FoodDeliveryInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = FoodDeliveryInvoice {
        common: Common::from(&receipt.stated),
        ..FoodDeliveryInvoice::default()
    };
    tagged_record(SUB_TYPE, &record)
}
