//! The parts of a sum: net, tax, delivery, fees, discounts, and what was paid before.

use std::collections::BTreeSet;

use parser_document::steps;
use parser_model::Money;

use super::labelled::Labelled;
use super::labels::Class;

/// Whether `rest` is left of `whole` after the negative amounts between the two: `Total 90.31, Applied balance -12.00, Paid 78.31`.
pub(super) fn is_left_of(whole: &Labelled, rest: &Labelled, all: &[Labelled]) -> bool {
    if !steps::spend(all.len()) {
        return false;
    }
    let between = all.iter().filter(|l| l.at > whole.at && l.at < rest.at);
    let deducted: Money = between.map(|l| l.value).filter(|value| value.is_negative()).sum();
    !deducted.is_zero() && whole.value + deducted == rest.value
}

/// Every sum of labelled net, tax, delivery, fees, discount and rounding, each of them optional.
pub(super) fn sums_of_parts(all: &[Labelled]) -> BTreeSet<Money> {
    const NET_AND_TAX: &[(Class, bool)] = &[(Class::Net, false), (Class::Vat, false)];
    sums(all, &[NET_AND_TAX, ADJUSTMENTS].concat())
}

/// Every sum of labelled delivery, fees, discount and rounding, each of them optional.
pub(super) fn adjustments(all: &[Labelled]) -> BTreeSet<Money> {
    sums(all, ADJUSTMENTS)
}

/// What comes on top of the goods, and whether it lessens the sum.
const ADJUSTMENTS: &[(Class, bool)] = &[
    (Class::Delivery, false),
    (Class::Fee, false),
    (Class::Discount, true),
    (Class::Round, false),
];

/// Every sum, but for zero, of a value of each class, or none, or all of the class together.
fn sums(all: &[Labelled], classes: &[(Class, bool)]) -> BTreeSet<Money> {
    /// Maximum number of values tried per class.
    const MAX_VALUES: usize = 4;
    let mut sums = vec![Money::ZERO];
    for (class, minus) in classes {
        steps::spend(all.len() + sums.len());
        let own = all.iter().filter(|l| l.class() == Some(*class));
        let values: BTreeSet<Money> = own.map(|l| l.value).collect();
        let joint: Money = values.iter().copied().sum();
        let mut options: BTreeSet<Money> = values.into_iter().take(MAX_VALUES).collect();
        options.insert(joint);
        options.remove(&Money::ZERO);
        for at in 0..sums.len() {
            let base = sums[at];
            let parts = options.iter().map(|part| if *minus { -part.abs() } else { *part });
            sums.extend(parts.map(|part| base + part));
        }
    }
    sums.into_iter().filter(|sum| !sum.is_zero()).collect()
}
