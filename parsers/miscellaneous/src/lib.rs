//! Reads miscellaneous invoices: everything that no other category claims.

mod amazon_se;
mod filmstaden;
mod kinds;
mod liseberg;
mod record;
mod vendors;
mod visits;
mod words;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::{Item, Source};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "miscellaneous";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Everything that no other category claims.",
    version: 5,
    vendors: vendors::VENDORS,
    layouts: &[amazon_se::LAYOUT, filmstaden::LAYOUT, liseberg::LAYOUT],
    words: words::WORDS,
    schema: |generator| tagged_schema::<MiscellaneousInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = MiscellaneousInvoice {
        common: Common::from(&receipt.stated),
        category: kinds::of(source),
        description: shared_description(&receipt.items).or_else(|| joined_names(&receipt.items)),
        tax: receipt.tax,
        delivery_fee: receipt.delivery_fee,
        items: receipt.items.iter().map(line).collect(),
        notes: receipt.notes.clone(),
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
