//! Reads grocery invoices: food and household goods.

mod record;
mod vendors;
mod words;

use std::sync::LazyLock;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::fields;
use parser_kit::phrases::Phrases;
use parser_kit::receipt::{Item, Source};
use parser_kit::register::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "grocery";

static STORE: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(&["butik(en)?", "butiksnamn", "store", "shop"]));
static LOCATION: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(&["butiksadress", "butikens adress", "store address"]));

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Food and household goods.",
    version: 2,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<GroceryInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = GroceryInvoice {
        common: Common::from(&receipt.stated),
        store_name: fields::value_of(source.page, &STORE),
        store_location: fields::value_of(source.page, &LOCATION),
        items: receipt.items.iter().map(line).collect(),
        discount: receipt.discount,
        deposit: receipt.deposit,
    };
    tagged_record(SUB_TYPE, &record)
}

fn line(item: &Item) -> GroceryLine {
    GroceryLine {
        name: item.name.clone(),
        quantity: item.quantity,
        unit: unit(item.unit.as_deref()),
        price: item.price,
        category: None,
    }
}

/// Pieces are `pcs` whatever the shop calls them.
fn unit(stated: Option<&str>) -> String {
    match stated {
        None | Some("st" | "stk" | "pc" | "pcs" | "förp" | "paket") => "pcs".to_owned(),
        Some(other) => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
