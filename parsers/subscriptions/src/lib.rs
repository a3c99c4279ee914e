//! Reads subscriptions invoices: software, media and other things paid by the month or year.

mod record;
mod vendors;
mod words;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::receipt::Source;
use parser_kit::register::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "subscriptions";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Software, media and other things paid by the month or year.",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<SubscriptionsInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = SubscriptionsInvoice {
        common: Common::from(&receipt.stated),
        ..SubscriptionsInvoice::default()
    };
    tagged_record(SUB_TYPE, &record)
}
