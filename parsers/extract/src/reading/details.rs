//! What only the categories of mails use.

use parser_model::Money;

use crate::choice::Choice;
use crate::document_dates::LabelledDate;
use crate::page::Page;
use crate::phrases::{Amounts, Phrases};
use crate::receipt::Receipt;
use crate::receipt::field::{
    DELIVERY_FEE, DEPOSIT, DISCOUNT, PAYMENT_METHOD, PERIOD_END, PERIOD_START, SERVICE_FEE, TAX, TIP, TOTAL_AMOUNT,
    VENDOR_NAME,
};
use crate::total::Labelled;
use crate::total::labels::Class;
use crate::words::Words;
use crate::{items, payment, period};

/// Whether one of two names begins with the other.
fn is_same_name(one: &Words, other: &Words) -> bool {
    let (one, other) = (one.folded(), other.folded());
    !one.trim().is_empty() && !other.trim().is_empty() && (one.starts_with(other) || other.starts_with(one))
}

/// Reads what only the categories of mails use.
pub(super) fn read(receipt: &mut Receipt, page: &Page<'_>, amounts: &[Labelled], dates: &[LabelledDate]) {
    let is = |phrases: &'static Phrases| move |words: &str| items::speaks_of(phrases, words);
    let parts = items::parts(page, amounts);
    let goods = items::find(page, amounts, &parts, receipt.get(TOTAL_AMOUNT));
    receipt.set_items(goods.items);
    let vendor = Words::of(&receipt.get(VENDOR_NAME).unwrap_or_default());
    receipt.change_items(|item| {
        // The name of the shop above its items doesn't mention their brand.
        let is_other = |brand: &String| !is_same_name(&Words::of(brand), &vendor);
        item.brand = item.brand.take().filter(is_other);
    });
    receipt.set(TAX, items::stated(&parts, Class::Vat, |_| true));
    let delivery = items::stated(&parts, Class::Delivery, |_| true)
        .otherwise(|| {
            let prices: Option<Money> = receipt.items().iter().map(|item| item.price).sum();
            match (prices, receipt.get(TOTAL_AMOUNT)) {
                (Some(prices), Some(total)) => items::joint_delivery(&parts, prices, total),
                _ => Choice::nothing(),
            }
        })
        .otherwise(|| items::free_delivery(page, &parts));
    receipt.set(DELIVERY_FEE, delivery);
    let reduction = || Choice::of(goods.reduction, "the lines among the items that lower the sum");
    let discount = items::stated(&parts, Class::Discount, |_| true).map(Money::abs);
    receipt.set(DISCOUNT, discount.otherwise(reduction));
    receipt.set(TIP, items::stated(&parts, Class::Fee, is(&Amounts::Tip)));
    receipt.set(DEPOSIT, items::deposit(&parts, is(&Amounts::ContainerDeposit)));
    let is_service = |words: &str| !is(&Amounts::Tip)(words) && !is(&Amounts::ContainerDeposit)(words);
    receipt.set(SERVICE_FEE, items::stated(&parts, Class::Fee, is_service));
    receipt.set(PAYMENT_METHOD, payment::method(page));
    let period = period::find(page, dates);
    receipt.set(PERIOD_START, period.clone().map(|(start, _)| start));
    receipt.set(PERIOD_END, period.map(|(_, end)| end));
}
