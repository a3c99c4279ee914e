//! Reads clothing invoices: clothes and shoes.

mod record;
mod vendors;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{DELIVERY_FEE, DISCOUNT, PAYMENT_METHOD, TAX};
use parser_kit::{Item, Page, Receipt};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "clothing";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Clothes and shoes.",
    version: 17,
    vendors: vendors::VENDORS,
    layouts: &[],
    schema: |generator| tagged_schema::<ClothingInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(_: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    let record = ClothingInvoice {
        common: Common::from(&receipt.stated()),
        tax: receipt.get(TAX),
        delivery_fee: receipt.get(DELIVERY_FEE),
        discount: receipt.get(DISCOUNT),
        payment_method: receipt.get(PAYMENT_METHOD),
        items: receipt.items().iter().map(line).collect(),
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
