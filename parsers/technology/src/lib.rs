//! Reads technology invoices: electronics, computers and the services that run on them.

mod layouts;
mod record;
mod vendors;
mod words;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::{Item, Source};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "technology";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Electronics, computers and the services that run on them.",
    version: 5,
    vendors: vendors::VENDORS,
    layouts: layouts::LAYOUTS,
    words: words::WORDS,
    schema: |generator| tagged_schema::<TechnologyInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = TechnologyInvoice {
        common: Common::from(&receipt.stated),
        tax: receipt.tax,
        delivery_fee: receipt.delivery_fee,
        payment_method: receipt.payment_method.clone(),
        items: receipt.items.iter().map(line).collect(),
        notes: receipt.notes.clone(),
    };
    tagged_record(SUB_TYPE, &record)
}

fn line(item: &Item) -> TechnologyLine {
    TechnologyLine {
        name: item.name.clone(),
        article_number: item.article_number.clone(),
        quantity: item.quantity,
        price: item.price,
    }
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
