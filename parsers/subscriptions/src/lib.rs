//! Reads subscription invoices: software, media and other things paid by the month or year.

mod apple;
mod plan;
mod record;
mod vendors;

use parser_kit::Category;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{ORDER_ID, PAYMENT_METHOD, PERIOD_END, PERIOD_START, RECEIPT_NUMBER};
use parser_kit::{Page, Receipt};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "subscriptions";

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Software, media and other monthly or yearly payments.",
    version: 17,
    vendors: vendors::VENDORS,
    layouts: &[apple::LAYOUT],
    schema: |generator| tagged_schema::<SubscriptionsInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(page: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    let plan = plan::of(page, receipt.items());
    receipt.set(PLAN, plan);
    if receipt.get(RECEIPT_NUMBER) == receipt.get(ORDER_ID) {
        // A page may use one number for both the order and the receipt.
        receipt.leave_out(RECEIPT_NUMBER, "it is the order's number", "subscriptions");
    }
    let record = SubscriptionsInvoice {
        common: Common::from(&receipt.stated()),
        receipt_number: receipt.get(RECEIPT_NUMBER),
        payment_method: receipt.get(PAYMENT_METHOD),
        plan: receipt.get(PLAN),
        period_start: receipt.get(PERIOD_START),
        period_end: receipt.get(PERIOD_END),
    };
    tagged_record(SUB_TYPE, &record)
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
