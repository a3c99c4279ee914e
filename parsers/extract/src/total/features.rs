//! What is known of each amount, to compare the rules with a learned ranking. Readings do not use it.

use std::collections::{BTreeMap, BTreeSet};

use parser_model::Money;

use super::labelled::Labelled;
use super::labels::{self, Class};
use super::parts::sums_of_parts;
use crate::page::Page;
use crate::ranking::Candidates;

/// The amounts of a page.
pub(super) fn candidates(page: &Page<'_>, all: &[Labelled]) -> Candidates<Money> {
    let sums = sums_of_parts(all);
    let net_and_vat = net_and_vat(all);
    let largest = all.iter().filter(|l| l.strong).map(|l| l.value.abs()).max();
    let mut repeats: BTreeMap<Money, usize> = BTreeMap::new();
    for amount in all {
        *repeats.entry(amount.value).or_default() += 1;
    }
    let mut candidates = Candidates::new();
    for (index, amount) in all.iter().enumerate() {
        let features = candidates.of(amount.value);
        match &amount.label {
            Some(label) => {
                features.add(format!("labelled as {:?}", label.class));
                features.add(format!("labelled as {:?} {}", label.class, label.position.as_str()));
                features.add_if(labels::is_to_pay(&label.words), "to pay");
                features.add_if(labels::was_charged(&label.words), "charged");
            }
            None => features.add("without a label"),
        }
        features.add_if(index + 1 == all.len(), "the last amount");
        features.add_if(amount.strong, "money for certain");
        features.add_if(amount.mark.is_some(), "with a currency");
        features.add_if(sums.contains(&amount.value), "the sum of the parts");
        features.add_if(net_and_vat.contains(&amount.value), "net and tax add up to it");
        features.add_if(Some(amount.value.abs()) == largest, "the largest amount");
        features.add_if(amount.value.is_negative(), "negative");
        features.add_if(amount.value.is_zero(), "zero");
        features.add(format!("stands {} times", repeats[&amount.value].min(4)));
        let usual = page.usual_height();
        features.add_if(
            usual > 0.0 && page.cell(amount.at).height > 1.15 * usual,
            "in large letters",
        );
        features.add(if page.is_mail() { "in a mail" } else { "in a PDF" });
    }
    candidates
}

fn net_and_vat(all: &[Labelled]) -> BTreeSet<Money> {
    let of = |class: Class| all.iter().filter(move |l| l.class() == Some(class)).map(|l| l.value);
    of(Class::Net)
        .flat_map(|net| of(Class::Vat).map(move |vat| net + vat))
        .collect()
}
