//! Reads clothing invoices: clothes and shoes.

mod record;
mod vendors;
mod words;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::{Item, Source};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "clothing";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Clothes and shoes.",
    version: 5,
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
        tax: receipt.tax,
        delivery_fee: receipt.delivery_fee,
        discount: receipt.discount,
        payment_method: receipt.payment_method.clone(),
        items: receipt.items.iter().map(line).collect(),
    };
    tagged_record(SUB_TYPE, &record)
}

fn line(item: &Item) -> ClothingLine {
    ClothingLine {
        name: item.name.clone(),
        brand: item.brand.clone(),
        size: item.size.clone(),
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
