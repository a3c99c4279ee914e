//! The currency of the chosen total. Never a default: what the document does not say is absent.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use parser_model::Currency;

use super::contradiction::of_total;
use super::mark::{self, Mark};
use super::sign::{
    as_code, can_mean, dollar_code, dollar_of_country, krona, krona_code, krona_of_country, meaning, meanings,
    us_dollar,
};
use super::text::{announced_code, codes_in, named_with_country, speaks_of_kronor};
use crate::choice::{Choice, only};
use crate::giro;
use crate::page::{Page, Place};
use crate::phrases::CurrencyNames;
use crate::rule::{self, Example, Rule, Table};
use crate::total::{Labelled, Total};

/// An amount that was chosen as the total.
struct Chosen<'a> {
    page: &'a Page<'a>,
    all: &'a [Labelled],
    amount: &'a Labelled,
}

/// What the whole document says of currencies.
struct Text<'a> {
    page: &'a Page<'a>,
    /// The currencies of all amounts; `None` if a sign stands for several.
    of_amounts: Option<BTreeSet<Currency>>,
    /// The text, once a rule has asked for it.
    joined: OnceCell<String>,
    codes: OnceCell<BTreeSet<Currency>>,
}

type ChosenRule = Rule<fn(&Chosen<'_>) -> Option<Choice<Currency>>>;
type TextRule = Rule<fn(&Text<'_>) -> Option<Choice<Currency>>>;

const CHOSEN_RULES: &[ChosenRule] = &[
    Rule {
        id: "currency/contradicted",
        doc: "Refuses if the total's label, or the same amount under another total's label, names another currency than its sign.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal in EUR   125.00 USD"),
        apply: |of| {
            let several = of_total(of.page, of.amount, of.all).len() > 1;
            refuse(several, "marks of the total name several currencies")
        },
    },
    Rule {
        id: "currency/code-beside-total",
        doc: "Takes the code next to the total.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   125.00 EUR"),
        apply: |of| take(of.amount.mark.and_then(as_code), "beside the total"),
    },
    Rule {
        id: "currency/same-amount",
        doc: "Takes the only code next to the same amount elsewhere, if the total's sign can mean it.",
        example: Example::Mail("Receipt\nOrder 1001\nGrand total   $125.00\nGarden chair   125.00 CAD"),
        apply: |of| {
            // A code next to the same value elsewhere shows which dollar or krona is meant; another currency's code does not.
            let same_value = of.all.iter().filter(|l| l.value == of.amount.value);
            let code = only(same_value.filter_map(|l| as_code(l.mark?)));
            take(
                code.filter(|code| can_mean(of.amount.mark, *code)),
                "beside the same amount",
            )
        },
    },
    Rule {
        id: "currency/label-or-line",
        doc: "Takes the only code in the total's line, label or the line below it, if the total's sign can mean it, or for a total without one the sign that a cell there is or has in brackets.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal in EUR   125.00"),
        apply: |of| {
            let code = neighbour(of.page, of.amount).filter(|code| can_mean(of.amount.mark, *code));
            let sign = || of.amount.mark.is_none().then(|| neighbouring_sign(of))?;
            take(code.or_else(sign), "in the total's label or line")
        },
    },
    Rule {
        id: "currency/symbol",
        doc: "Takes the currency of the sign \u{20ac}, \u{a3} or \u{a5} next to the total.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   \u{20ac}125.00"),
        apply: |of| {
            let code = of.amount.mark.and_then(Mark::currency);
            take(code, "a sign beside the amount")
        },
    },
    Rule {
        id: "currency/dollar-code",
        doc: "Takes for a dollar sign the only dollar whose code is in the text.",
        example: Example::Mail("Receipt\nPrices are in CAD.\nOrder 1001\nGarden chair\nThank you\nTotal   $125.00"),
        apply: |of| {
            let code = of.is(Mark::Dollar).then(|| dollar_code(of.page)).flatten();
            take(code, "the one dollar that the text names")
        },
    },
    Rule {
        id: "currency/dollar-country",
        doc: "Takes for a dollar sign the dollar or peso of the country that most words and hosts speak for, at least two.",
        example: Example::Mail("Receipt\nOrder 1001\nGST   5.00\nTotal   $125.00\nGarden Street 1, Toronto, Canada"),
        apply: |of| {
            let code = of.is(Mark::Dollar).then(|| dollar_of_country(of.page)).flatten();
            take(code, "a dollar sign with the country's marks")
        },
    },
    Rule {
        id: "currency/us-dollar",
        doc: "Reads a dollar sign as US dollars, if nothing indicates another country with dollars.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   $125.00"),
        apply: |of| {
            let code = of.is(Mark::Dollar).then(|| us_dollar(of.page)).flatten();
            take(code, "a dollar sign without another country's marks")
        },
    },
    Rule {
        id: "currency/krona-code",
        doc: "Reads \u{201c}kr\u{201d} as the only krona or krone whose code is next to other amounts.",
        example: Example::Mail("Receipt\nDelivery   40.00 SEK\nOrder 1001\nThank you\nTotal   125.00 kr"),
        apply: |of| {
            let code = of.is(Mark::Krona).then(|| krona_code(of.all)).flatten();
            take(code, "\u{201c}kr\u{201d} with a code beside other amounts")
        },
    },
    Rule {
        id: "currency/krona-country",
        doc: "Takes for \u{201c}kr\u{201d} the krona or krone of the country that most words, letters and hosts speak for.",
        example: Example::Mail("Kvitto\nBest\u{e4}llning 1001\nMoms   25,00 kr\nTotalt   125,00 kr"),
        apply: |of| {
            let code = of.is(Mark::Krona).then(|| krona_of_country(of.page)).flatten();
            take(code, BY_COUNTRY)
        },
    },
    Rule {
        id: "currency/ambiguous-sign",
        doc: "Refuses a total whose sign stands for several currencies.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   $125.00\nGarden Street 1, Australia"),
        apply: |of| {
            refuse(
                of.amount.mark.is_some(),
                "the total's sign stands for several currencies",
            )
        },
    },
    Rule {
        id: "currency/kronor-label",
        doc: "Takes for \u{201c}kr\u{201d} in the total's label the krona or krone that the document means.",
        example: Example::Mail("Kvitto\nBest\u{e4}llning 1001\nMoms   25,00\nTotalt i kr:   125,00"),
        apply: |of| {
            let is_in_kronor = of.amount.names(&CurrencyNames::Krona);
            let code = is_in_kronor.then(|| krona(of.page, of.all)).flatten();
            take(code, "\u{201c}kr\u{201d} in the total's label")
        },
    },
];

const TEXT_RULES: &[TextRule] = &[
    Rule {
        id: "currency/ambiguous-amounts",
        doc: "Refuses if an amount's sign stands for several currencies.",
        example: Example::Mail("Receipt\nTotal   $80.00\nTotal   $100.00\nGarden Street 1, Australia"),
        apply: |of| refuse(of.of_amounts.is_none(), "a sign that stands for several currencies"),
    },
    Rule {
        id: "currency/several",
        doc: "Refuses amounts in several currencies.",
        example: Example::Mail("Receipt\nTotal   80.00 EUR\nTotal   100.00 USD"),
        apply: |of| {
            let several = of.of_amounts.as_ref().is_some_and(|codes| codes.len() > 1);
            refuse(several, "amounts in several currencies")
        },
    },
    Rule {
        id: "currency/only-amounts",
        doc: "Takes the only currency of the amounts.",
        example: Example::Mail("Receipt\nTotal   80.00 EUR\nTotal   100.00 EUR"),
        apply: |of| {
            let code = of.of_amounts.as_ref().and_then(|codes| only(codes.iter().copied()));
            take(code, "the only currency of its amounts")
        },
    },
    Rule {
        id: "currency/announced",
        doc: "Takes the code after words such as \u{201c}currency\u{201d} or \u{201c}amounts in\u{201d}.",
        example: Example::Mail("Receipt\nCurrency: EUR\nOrder 1001\nGarden chair\nThank you\nTotal   125.00"),
        apply: |of| take(announced_code(of.text()), IN_SENTENCE),
    },
    Rule {
        id: "currency/only-code",
        doc: "Takes the only currency whose code is in the text.",
        example: Example::Mail("Receipt\nPrices are EUR.\nOrder 1001\nGarden chair\nThank you\nTotal   125.00"),
        apply: |of| {
            take(
                only(of.codes().iter().copied()),
                "the only currency that the text names",
            )
        },
    },
    Rule {
        id: "currency/euro-sign",
        doc: "Takes the euro if the text has its sign and no code.",
        example: Example::Mail("Receipt\nPrices are in \u{20ac}.\nOrder 1001\nGarden chair\nThank you\nTotal   125.00"),
        apply: |of| {
            let is_euro = of.codes().is_empty() && of.text().contains('€');
            take(
                is_euro.then(|| mark::code("EUR")).flatten(),
                "the only sign in the text",
            )
        },
    },
    Rule {
        id: "currency/country-named",
        doc: "Takes the krona or krone that the text names with its country.",
        example: Example::Mail("Kvitto\nPriser i svenska kronor\nBest\u{e4}llning 1001\nTotalt   125,00"),
        apply: |of| {
            let code = of.codes().is_empty().then(|| named_with_country(of.text()));
            take(code.flatten(), IN_SENTENCE)
        },
    },
    Rule {
        id: "currency/kronor-in-text",
        doc: "Takes the krona or krone of the document's country, if the text mentions kronor or writes a price as \
            \u{201c}125:-\u{201d}.",
        example: Example::Mail("Kvitto\nPriser i kronor\nBest\u{e4}llning 1001\nMoms   25,00\nTotalt   125,00"),
        apply: |of| {
            let is_in_kronor = || speaks_of_kronor(of.text());
            let code = (of.codes().is_empty() && is_in_kronor()).then(|| krona_of_country(of.page));
            take(code.flatten(), BY_COUNTRY)
        },
    },
    Rule {
        id: "currency/giro",
        doc: "Takes the Swedish krona for a PDF with a Bankgiro or Plusgiro number, to which nothing else is paid.",
        example: Example::Pdf("Faktura 1001\nBankgiro   5050-1055\nAtt betala   125,00"),
        apply: |of| {
            let has_giro = || giro::bankgiro(of.page).value.is_some() || giro::plusgiro(of.page).value.is_some();
            let is_swedish = of.codes().is_empty() && !of.page.is_mail() && has_giro();
            take(
                is_swedish.then_some(Currency::SEK),
                "it is paid to a Swedish giro number",
            )
        },
    },
];

pub fn tables() -> Vec<Table> {
    vec![
        Table::new("currency", "If an amount of the document is the total.", CHOSEN_RULES),
        Table::new(
            "currency",
            "If the table above does not decide, or no amount is the total.",
            TEXT_RULES,
        ),
    ]
}

/// The currency of `total`, or of the whole document if no total was chosen.
pub fn choose(page: &Page<'_>, total: &Total, all: &[Labelled]) -> Choice<Currency> {
    let chosen = total.amount.as_ref().map(|amount| Chosen { page, all, amount });
    let decided = chosen.and_then(|chosen| rule::first(CHOSEN_RULES, |apply| apply(&chosen)));
    let decided = decided.or_else(|| {
        let text = Text::new(page, all);
        rule::first(TEXT_RULES, |apply| apply(&text))
    });
    decided.map_or_else(Choice::nothing, |(id, choice)| choice.by(id))
}

impl Chosen<'_> {
    fn is(&self, mark: Mark) -> bool {
        self.amount.mark == Some(mark)
    }
}

impl<'a> Text<'a> {
    fn new(page: &'a Page<'a>, all: &[Labelled]) -> Self {
        Text {
            page,
            of_amounts: meanings(page, all).collect(),
            joined: OnceCell::new(),
            codes: OnceCell::new(),
        }
    }

    fn text(&self) -> &str {
        self.joined.get_or_init(|| self.page.document.text())
    }

    fn codes(&self) -> &BTreeSet<Currency> {
        self.codes.get_or_init(|| {
            let mut codes: BTreeSet<Currency> = codes_in(self.text()).collect();
            codes.retain(|code| !is_unit_only(self.page, *code));
            codes
        })
    }
}

/// Whether a code stands nowhere but in a column of units: `ESTRELLA 30 | BRL | 4 | 129,20` are four barrels.
fn is_unit_only(page: &Page<'_>, code: Currency) -> bool {
    const LINES: usize = 6;
    let names = |at: &Place| codes_in(&page.cell(*at).text).any(|other| other == code);
    let is_count = |at: Place| page.cell(at).text.bytes().all(|byte| byte.is_ascii_digit());
    let is_before_count = |at: Place| {
        let count = page.right(at).filter(|right| is_count(*right));
        count.is_some_and(|count| page.right(count).is_some())
    };
    let is_other = |at: Place| {
        let text = &page.cell(at).text;
        text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_uppercase()) && codes_in(text).next().is_none()
    };
    // A column of currencies has no other units.
    let is_unit = |at: Place| {
        let mut column = page.above(at, LINES).chain(page.below(at, LINES));
        let is_alone = page.cell(at).text.len() == code.as_str().len();
        is_alone && is_before_count(at) && column.any(|at| is_other(at) && is_before_count(at))
    };
    let mut places = page.places().filter(names).peekable();
    places.peek().is_some() && places.all(is_unit)
}

fn take(code: Option<Currency>, why: &str) -> Option<Choice<Currency>> {
    code.map(|code| Choice::taken(code, why))
}

fn refuse(refuses: bool, why: &str) -> Option<Choice<Currency>> {
    refuses.then(|| Choice::refused(why))
}

const BY_COUNTRY: &str = "\u{201c}kr\u{201d} with the country's marks";

/// A code in the line, in the two cells above, or alone in the line below.
fn neighbour(page: &Page<'_>, amount: &Labelled) -> Option<Currency> {
    let line = &page.document.lines[amount.at.line];
    let mut codes: BTreeSet<Currency> = line.iter().flat_map(|cell| codes_in(&cell.text)).collect();
    if codes.is_empty() {
        let above = page.above(amount.at, 2);
        codes.extend(above.flat_map(|above| codes_in(&page.cell(above).text)));
    }
    if codes.is_empty()
        && let Some([below]) = page.document.lines.get(amount.at.line + 1).map(Vec::as_slice)
    {
        codes.extend(mark::code(below.text.trim()));
    }
    codes.retain(|code| !is_unit_only(page, *code));
    only(codes)
}

/// What `R$` in a cell of its own means, and `Total (€)`, in the line or in the column above.
fn neighbouring_sign(of: &Chosen<'_>) -> Option<Currency> {
    const LINES: usize = 12;
    let line = of.page.document.lines[of.amount.at.line].iter();
    let above = of.page.above(of.amount.at, LINES).map(|above| of.page.cell(above));
    let bracketed = |text: &str| Some(text.rsplit_once('(')?.1.split_once(')')?.0.to_owned());
    let codes = line.chain(above).filter_map(|cell| {
        let sign = bracketed(&cell.text).unwrap_or_else(|| cell.text.trim().to_owned());
        let (mark, _) = mark::at_start(&sign).filter(|(_, length)| *length == sign.len())?;
        meaning(of.page, mark, of.all)
    });
    let code = only(codes).filter(|code| !is_unit_only(of.page, *code))?;
    // `Rate (€)` beside `All prices in USD`
    let mut named = of.page.places().flat_map(|at| codes_in(&of.page.cell(at).text));
    named.all(|named| named == code).then_some(code)
}

const IN_SENTENCE: &str = "a sentence names it";
