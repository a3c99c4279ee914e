//! Reads technology invoices: electronics, computers and the services that run on them.

mod layouts;
mod record;
mod vendors;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{DELIVERY_FEE, NOTES, PAYMENT_METHOD, TAX};
use parser_kit::{Item, Page, Receipt};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "technology";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Electronics, computers and the services that run on them.",
    version: 17,
    vendors: vendors::VENDORS,
    layouts: layouts::LAYOUTS,
    schema: |generator| tagged_schema::<TechnologyInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(_: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    let record = TechnologyInvoice {
        common: Common::from(&receipt.stated()),
        tax: receipt.get(TAX),
        delivery_fee: receipt.get(DELIVERY_FEE),
        payment_method: receipt.get(PAYMENT_METHOD),
        items: receipt.items().iter().map(line).collect(),
        notes: receipt.get(NOTES),
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
