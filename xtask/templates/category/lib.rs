//! Reads {{name}} invoices: {{about_inside}}

mod record;
mod vendors;
mod words;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::{Item, Source};
use parser_kit::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "{{name}}";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "{{about}}",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<{{type}}Invoice>(generator, SUB_TYPE),
    detail,
});

/// The record of this category from the general reading.
fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = {{type}}Invoice {
        common: Common::from(&receipt.stated),
        tax: receipt.tax,
        delivery_fee: receipt.delivery_fee,
        discount: receipt.discount,
        payment_method: receipt.payment_method.clone(),
        items: receipt.items.iter().map(line).collect(),
    };
    tagged_record(SUB_TYPE, &record)
}

fn line(item: &Item) -> {{type}}Line {
    {{type}}Line {
        name: item.name.clone(),
        quantity: item.quantity,
        price: item.price,
    }
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
