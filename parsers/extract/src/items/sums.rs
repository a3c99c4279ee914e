//! Sums that the prices of items may add up to.

use std::collections::BTreeSet;

use parser_document::steps::Counted;
use parser_model::Money;

use super::parts::Part;
use crate::total::labels::Class;

/// More sums are not made.
const MAX_SUMS: usize = 500;

/// Sums that the prices of items may add up to.
pub(super) struct Sums {
    /// The net sums, the total, and the total without all delivery, fees and discounts, with its tax and without.
    pub named: BTreeSet<Money>,
    /// These, and each of them without some of the parts.
    pub possible: BTreeSet<Money>,
    /// The only net sum.
    pub subtotal: Option<Money>,
}

impl Sums {
    pub(super) fn new(parts: &[Part], total: Money) -> Self {
        let values = |class: Class| -> BTreeSet<Money> {
            let own = parts.iter().filter(|part| part.class == class);
            own.map(|part| part.value).collect()
        };
        let joint = |class: Class| -> Money { values(class).into_iter().sum() };
        // A negative net sum lowers the price, whatever it is called.
        let (reductions, net): (BTreeSet<Money>, BTreeSet<Money>) = values(Class::Net)
            .into_iter()
            .partition(|sum| sum.is_negative() != total.is_negative());
        let discounts = values(Class::Discount).into_iter().chain(reductions);
        let discounts: BTreeSet<Money> = discounts.map(Money::abs).collect();
        let discount: Money = discounts.into_iter().sum();
        // Of a refund, a discount is not given back.
        let discount = if total.is_negative() { -discount } else { discount };
        let items = total - joint(Class::Delivery) - joint(Class::Fee) - joint(Class::Round) + discount;
        let subtotal = net.first().copied().filter(|sum| net.len() == 1 && !sum.is_zero());
        let mut named = BTreeSet::from([total, items, items - joint(Class::Vat)]);
        named.extend(net.into_iter().take(MAX_SUMS));
        let mut possible = named.clone();
        for (class, is_added) in [
            (Class::Delivery, true),
            (Class::Fee, true),
            (Class::Vat, true),
            (Class::Discount, total.is_negative()),
            (Class::Round, true),
        ] {
            let values = values(class);
            let joint: Money = values.iter().copied().sum();
            let before: Vec<Money> = possible.iter().copied().collect();
            for sum in before {
                for value in values.iter().chain([&joint]).take(MAX_SUMS).counted() {
                    let value = if class == Class::Discount { value.abs() } else { *value };
                    possible.insert(if is_added { sum - value } else { sum + value });
                }
                if possible.len() > MAX_SUMS {
                    return Sums::of(named, possible, subtotal);
                }
            }
        }
        Sums::of(named, possible, subtotal)
    }

    fn of(mut named: BTreeSet<Money>, mut possible: BTreeSet<Money>, subtotal: Option<Money>) -> Self {
        for sums in [&mut named, &mut possible] {
            sums.retain(|sum| !sum.is_zero());
        }
        Sums {
            named,
            possible,
            subtotal,
        }
    }
}
