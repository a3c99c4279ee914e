//! Reads miscellaneous invoices: everything that fits no other category.

mod amazon_se;
mod filmstaden;
mod kinds;
mod liseberg;
mod record;
mod vendors;
mod visits;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{DELIVERY_FEE, NOTES, TAX};
use parser_kit::{Choice, Item, Page, Receipt};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "miscellaneous";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Everything that fits no other category.",
    version: 17,
    vendors: vendors::VENDORS,
    layouts: &[amazon_se::LAYOUT, filmstaden::LAYOUT, liseberg::LAYOUT],
    schema: |generator| tagged_schema::<MiscellaneousInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(page: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    let kind = kinds::of(page, receipt);
    receipt.set(CATEGORY, kind);
    let description = Choice::of(
        shared_description(receipt.items()),
        "the description that all items share",
    )
    .otherwise(|| Choice::of(joined_names(receipt.items()), "the names of the items"));
    receipt.set(DESCRIPTION, description);
    let record = MiscellaneousInvoice {
        common: Common::from(&receipt.stated()),
        category: receipt.get(CATEGORY),
        description: receipt.get(DESCRIPTION),
        tax: receipt.get(TAX),
        delivery_fee: receipt.get(DELIVERY_FEE),
        items: receipt.items().iter().map(line).collect(),
        notes: receipt.get(NOTES),
    };
    tagged_record(SUB_TYPE, &record)
}

/// The description that a layout gave to all items, such as a film.
fn shared_description(items: &[Item]) -> Option<String> {
    let first = items.first()?.description.clone()?;
    items
        .iter()
        .all(|item| item.description.as_ref() == Some(&first))
        .then_some(first)
}

/// The names of the items in one line. `None` if that is too long.
fn joined_names(items: &[Item]) -> Option<String> {
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    let joined = names.join(", ");
    (!joined.is_empty() && joined.chars().count() <= 200).then_some(joined)
}

fn line(item: &Item) -> MiscellaneousLine {
    MiscellaneousLine {
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
