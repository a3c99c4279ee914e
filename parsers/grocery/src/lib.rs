//! Reads grocery invoices: food and household goods.

mod departments;
mod record;
mod store;
mod vendors;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{DEPOSIT, DISCOUNT};
use parser_kit::{Item, Page, Receipt};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "grocery";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Food and household goods.",
    version: 17,
    vendors: vendors::VENDORS,
    layouts: &[],
    schema: |generator| tagged_schema::<GroceryInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(page: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    store::find(page, receipt);
    let record = GroceryInvoice {
        common: Common::from(&receipt.stated()),
        store_name: receipt.get(STORE_NAME),
        store_location: receipt.get(STORE_LOCATION),
        items: receipt.items().iter().map(|item| line(page, item)).collect(),
        discount: receipt.get(DISCOUNT),
        deposit: receipt.get(DEPOSIT),
    };
    tagged_record(SUB_TYPE, &record)
}

fn line(page: &Page<'_>, item: &Item) -> GroceryLine {
    GroceryLine {
        name: item.name.clone(),
        quantity: item.quantity,
        unit: unit(item.unit.as_deref()),
        price: item.price,
        category: departments::of(page, item),
    }
}

/// The unit of a line. Pieces are `pcs`, whatever the shop calls them, and so is a missing unit.
fn unit(stated: Option<&str>) -> String {
    match stated {
        None
        | Some(
            "st" | "stk" | "stycken" | "stück" | "stuk" | "stuks" | "kpl" | "ks" | "kus" | "kusy" | "kusů" | "szt"
            | "sztuk" | "sztuka" | "sztuki" | "pz" | "pezzi" | "pièce" | "pièces" | "ud" | "uds" | "unidad"
            | "unidades" | "τεμ" | "τμχ" | "pc" | "pcs" | "piece" | "pieces" | "förp" | "paket",
        ) => "pcs".to_owned(),
        Some(other) => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
