//! Reads subscription invoices: software, media and other things paid by the month or year.

mod apple;
mod plan;
mod record;
mod vendors;
mod words;

use parser_kit::Category;
use parser_kit::Source;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "subscriptions";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Software, media and other things paid by the month or year.",
    version: 5,
    vendors: vendors::VENDORS,
    layouts: &[apple::LAYOUT],
    words: words::WORDS,
    schema: |generator| tagged_schema::<SubscriptionsInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    // A page may use one number for both the order and the receipt.
    let is_not_order_id = |number: &String| receipt.stated.order_id.as_ref() != Some(number);
    let record = SubscriptionsInvoice {
        common: Common::from(&receipt.stated),
        receipt_number: receipt.receipt_number.clone().filter(is_not_order_id),
        payment_method: receipt.payment_method.clone(),
        plan: receipt.plan.clone().or_else(|| plan::of(source)),
        period_start: receipt.period_start,
        period_end: receipt.period_end,
    };
    tagged_record(SUB_TYPE, &record)
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
