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
    version: 2,
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
        description: described(&receipt.items).or_else(|| description(&receipt.items)),
        tax: receipt.tax,
        delivery_fee: receipt.delivery_fee,
        items: receipt.items.iter().map(line).collect(),
        notes: receipt.notes.clone(),
    };
    tagged_record(SUB_TYPE, &record)
}

/// What a layout says that all of it is, such as a film.
fn described(items: &[Item]) -> Option<String> {
    let first = items.first()?.description.clone()?;
    items
        .iter()
        .all(|item| item.description.as_ref() == Some(&first))
        .then_some(first)
}

/// What was bought, in one line: its lines' names.
fn description(items: &[Item]) -> Option<String> {
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
