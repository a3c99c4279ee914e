//! Reads miscellaneous invoices: everything that no other category claims.

mod record;
mod vendors;
mod words;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::receipt::Source;
use parser_kit::register::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "miscellaneous";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Everything that no other category claims.",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<MiscellaneousInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = MiscellaneousInvoice {
        common: Common::from(&receipt.stated),
        ..MiscellaneousInvoice::default()
    };
    tagged_record(SUB_TYPE, &record)
}
