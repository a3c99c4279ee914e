//! Reads {{name}} invoices: {{about_inside}}

mod record;
mod vendors;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{DELIVERY_FEE, DISCOUNT, PAYMENT_METHOD, TAX};
use parser_kit::{Item, Page, Receipt};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "{{name}}";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "{{about}}",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    schema: |generator| tagged_schema::<{{type}}Invoice>(generator, SUB_TYPE),
    detail,
});

/// The record of this category.
fn detail(_: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    let record = {{type}}Invoice {
        common: Common::from(&receipt.stated()),
        tax: receipt.get(TAX),
        delivery_fee: receipt.get(DELIVERY_FEE),
        discount: receipt.get(DISCOUNT),
        payment_method: receipt.get(PAYMENT_METHOD),
        items: receipt.items().iter().map(line).collect(),
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
