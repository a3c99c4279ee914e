//! Reads food-delivery invoices: meals ordered from restaurants and brought home.

mod dishes;
mod dominos;
mod foodora;
mod record;
mod restaurant;
mod vendors;
mod words;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::{Item, Source};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "food-delivery";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Meals ordered from restaurants and brought home.",
    version: 5,
    vendors: vendors::VENDORS,
    layouts: &[foodora::LAYOUT, dominos::LAYOUT],
    words: words::WORDS,
    schema: |generator| tagged_schema::<FoodDeliveryInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = FoodDeliveryInvoice {
        common: Common::from(&receipt.stated),
        restaurant: restaurant::of(source),
        delivery_fee: receipt.delivery_fee,
        service_fee: receipt.service_fee,
        discount: receipt.discount,
        tip: receipt.tip,
        items: receipt.items.iter().map(line).collect(),
    };
    tagged_record(SUB_TYPE, &record)
}

fn line(item: &Item) -> FoodDeliveryLine {
    FoodDeliveryLine {
        name: item.name.clone(),
        description: item.description.clone(),
        quantity: item.quantity,
        price: item.price,
    }
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
