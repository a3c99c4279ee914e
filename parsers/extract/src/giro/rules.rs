//! The rules that decide the payment reference and the giro numbers.

use std::collections::BTreeSet;

use super::form::{bankgiro_at, check_digit_holds, plusgiro_at};
use super::{labelled, slip};
use crate::choice::Choice;
use crate::page::{Page, Place};
use crate::phrases::Numbers;
use crate::rule::{self, Example, Rule, Table};

/// The values of a field that one part of a page states.
struct Values {
    /// In the order of the page. A value that follows itself is kept once.
    in_order: Vec<String>,
    different: BTreeSet<String>,
}

/// The payment references of a page.
struct References {
    on_slips: Values,
    /// The labelled ones whose check digit is right.
    valid: Values,
    labelled: Values,
}

type ReferenceRule = Rule<fn(&References) -> Option<Choice<String>>>;
type GiroRule = Rule<fn(&Values) -> Option<Choice<String>>>;

const OCR: &[ReferenceRule] = &[
    Rule {
        id: "ocr/payment-slip",
        doc: "Takes the one reference in a payment slip's form, `# 48213003 #` or `+++090/9337/55493+++`, whose check digits are right.",
        example: Example::Pdf("Faktura 1001\nAtt betala   125,00\n# 48213003 #"),
        apply: |of| of.on_slips.take_only("the payment slip's form"),
    },
    Rule {
        id: "ocr/several-slips",
        doc: "Refuses different references in a payment slip's form.",
        example: Example::Pdf("Faktura 1001\n# 48213003 #\nFaktura 1002\n# 47105002 #"),
        apply: |of| of.on_slips.refuse_several(),
    },
    Rule {
        id: "ocr/check-digit-holds",
        doc: "Takes the one labelled reference whose check digit is right.",
        example: Example::Pdf("Faktura 1001\nOCR: 48213003\nReferensnummer: 48213001"),
        apply: |of| of.valid.take_only("its label, and its check digit holds"),
    },
    Rule {
        id: "ocr/several-valid",
        doc: "Refuses different labelled references whose check digits are right.",
        example: Example::Pdf("Faktura 1001\nOCR: 48213003\nOCR: 47105002"),
        apply: |of| of.valid.refuse_several(),
    },
    Rule {
        id: "ocr/labelled",
        doc: "Takes the one labelled reference, although its check digit is wrong.",
        example: Example::Pdf("Faktura 1001\nOCR: 48213001"),
        apply: |of| of.labelled.take_only(LABELLED),
    },
    Rule {
        id: "ocr/several",
        doc: "Refuses different labelled references whose check digits are wrong.",
        example: Example::Pdf("Faktura 1001\nOCR: 48213001\nOCR: 47105001"),
        apply: |of| of.labelled.refuse_several(),
    },
];

const BANKGIRO: &[GiroRule] = &[
    Rule {
        id: "bankgiro/labelled",
        doc: "Takes the one labelled number.",
        example: Example::Pdf("Faktura 1001\nBankgiro: 991-2346"),
        apply: |numbers| numbers.take_only(LABELLED),
    },
    Rule {
        id: "bankgiro/several",
        doc: "Refuses different labelled numbers.",
        example: Example::Pdf("Faktura 1001\nBankgiro: 991-2346\nBankgiro: 994-3218"),
        apply: Values::refuse_several,
    },
];

const PLUSGIRO: &[GiroRule] = &[
    Rule {
        id: "plusgiro/labelled",
        doc: "Takes the one labelled number.",
        example: Example::Pdf("Faktura 1001\nPlusgiro: 12 34 56-6"),
        apply: |numbers| numbers.take_only(LABELLED),
    },
    Rule {
        id: "plusgiro/several",
        doc: "Refuses different labelled numbers.",
        example: Example::Pdf("Faktura 1001\nPlusgiro: 12 34 56-6\nPlusgiro: 90 12 34-5"),
        apply: Values::refuse_several,
    },
];

const LABELLED: &str = "its label";

pub fn tables() -> Vec<Table> {
    vec![
        Table::new("ocr", "Among the payment references.", OCR),
        Table::new("bankgiro", "Among the numbers with a label of Bankgiro.", BANKGIRO),
        Table::new("plusgiro", "Among the numbers with a label of Plusgiro.", PLUSGIRO),
    ]
}

/// The payment reference: 4 to 27 digits, an RF reference or a structured communication.
pub fn ocr(page: &Page<'_>) -> Choice<String> {
    let references = References::new(page);
    rule::choose(OCR, |apply| apply(&references))
}

/// The Bankgiro number as `123-4567` or `1234-5678`.
pub fn bankgiro(page: &Page<'_>) -> Choice<String> {
    let numbers = Values::of(labelled::find(page, &Numbers::Bankgiro, bankgiro_at));
    rule::choose(BANKGIRO, |apply| apply(&numbers))
}

/// The Plusgiro number as it is written: `12 34 56-7`.
pub fn plusgiro(page: &Page<'_>) -> Choice<String> {
    let numbers = Values::of(labelled::find(page, &Numbers::Plusgiro, plusgiro_at));
    rule::choose(PLUSGIRO, |apply| apply(&numbers))
}

impl References {
    fn new(page: &Page<'_>) -> Self {
        let labelled = Values::of(labelled::ocr(page));
        let valid = labelled.in_order.iter().filter(|number| check_digit_holds(number));
        References {
            on_slips: Values::new(slip::references(page).map(|(_, digits)| digits).collect()),
            valid: Values::new(valid.cloned().collect()),
            labelled,
        }
    }
}

impl Values {
    fn new(mut values: Vec<String>) -> Self {
        values.dedup();
        Values {
            different: values.iter().cloned().collect(),
            in_order: values,
        }
    }

    fn of(found: Vec<(Place, String)>) -> Self {
        Values::new(found.into_iter().map(|(_, value)| value).collect())
    }

    fn take_only(&self, because: &str) -> Option<Choice<String>> {
        let value = self.different.first().filter(|_| self.different.len() == 1)?;
        Some(Choice::taken(value.clone(), because))
    }

    fn refuse_several(&self) -> Option<Choice<String>> {
        let refused = || Choice::refused("several different ones").among(self.in_order.clone());
        (self.different.len() > 1).then(refused)
    }
}
