//! Reads food-delivery invoices: meals delivered from restaurants.

mod dishes;
mod dominos;
mod foodora;
mod record;
mod restaurant;
mod vendors;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{DELIVERY_FEE, DISCOUNT, SERVICE_FEE, TIP};
use parser_kit::{Item, Page, Receipt};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "food-delivery";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Meals delivered from restaurants.",
    version: 17,
    vendors: vendors::VENDORS,
    layouts: &[foodora::LAYOUT, dominos::LAYOUT],
    schema: |generator| tagged_schema::<FoodDeliveryInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(page: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    let restaurant = restaurant::of(page, receipt);
    receipt.set(RESTAURANT, restaurant);
    let record = FoodDeliveryInvoice {
        common: Common::from(&receipt.stated()),
        restaurant: receipt.get(RESTAURANT),
        delivery_fee: receipt.get(DELIVERY_FEE),
        service_fee: receipt.get(SERVICE_FEE),
        discount: receipt.get(DISCOUNT),
        tip: receipt.get(TIP),
        items: receipt.items().iter().map(line).collect(),
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
