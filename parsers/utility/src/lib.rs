//! Reads utility invoices: electricity, heating, water, waste, internet and telephone.

mod record;
mod vendors;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{PERIOD_END, PERIOD_START, VENDOR_NAME};
use parser_kit::{Category, Choice, DecimalSign, Money, Page, Pattern, Phrases, Receipt, pattern, phrases};
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "utility";

/// Utilities with their words.
static UTILITIES: [(UtilityType, Phrases); 6] = [
    (
        UtilityType::Electricity,
        phrases![
            "(elnät*|elhandel*|elöverföring|elförbrukning|energiskatt|elavtal*|elkostnad*|strøm*|strom)",
            "(nettleie|electricity)",
        ],
    ),
    (
        UtilityType::Water,
        phrases!["(vattenavgift*|vatten och avlopp|va avgift|vatten|avlopp|water|vesi|jätevesi|wasser)"],
    ),
    (
        UtilityType::Heating,
        phrases!["(fjärrvärme*|fjernvarme*|district heating|fernwärme|kaukolämpö)"],
    ),
    (
        UtilityType::Internet,
        phrases!["bredband*", "fiber*", "fibre", "broadband", "internet"],
    ),
    (
        UtilityType::Mobile,
        phrases!["(mobilabonnemang*|mobiltelefoni|mobilsurf|samtal|mobil|mobilen|surf|sms)"],
    ),
    (
        UtilityType::Waste,
        phrases!["avfall*", "renhållning*", "sophämtning*", "waste"],
    ),
];
/// Words of a line about the consumption.
static CONSUMPTION: Phrases = phrases![
    "(förbruk*|förbrukning|elförbrukning|elöverföring|överföring*|usage|verbrauch|kulutus|forbruk)",
    "(strømforbruk|forbrug|energiavgift*|consumption|använt|rörlig*|rörligt elpris|elhandel*)",
];
/// Words of a line about the consumption in another period, or an estimate.
static OTHER_PERIOD: Phrases = phrases!["(förra|föregående|i fjol|last|previous|beräknad*|årsförbrukning)"];
static QUANTITY: Pattern = pattern!(
    r"(?:^|[^0-9.,])([0-9]{1,3}(?:[ .][0-9]{3})+(?:,[0-9]{1,3})?|[0-9]{1,6}(?:[.,][0-9]{1,3})?) ?(kWh|MWh|m³|m3|GB)(?:[^A-Za-z0-9]|$)",
);

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Electricity, heating, water, waste, internet and telephone.",
    version: 17,
    vendors: vendors::VENDORS,
    layouts: &[],
    schema: |generator| tagged_schema::<UtilityInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(page: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    receipt.set(UTILITY_TYPE, utility_type(page));
    let provider = Choice::of(receipt.get(VENDOR_NAME), "the vendor");
    receipt.set(PROVIDER, provider);
    receipt.set(USAGE, usage(page));
    let record = UtilityInvoice {
        common: Common::from(&receipt.stated()),
        utility_type: receipt.get(UTILITY_TYPE),
        provider: receipt.get(PROVIDER),
        usage: receipt.get(USAGE).unwrap_or_default(),
        period_start: receipt.get(PERIOD_START),
        period_end: receipt.get(PERIOD_END),
    };
    tagged_record(SUB_TYPE, &record)
}

/// The utility whose words are in most cells. Refused if two have the same number.
fn utility_type(page: &Page<'_>) -> Choice<UtilityType> {
    let count_cells = |words: &Phrases| {
        let count = page
            .lines
            .iter()
            .flatten()
            .filter(|content| words.contains(&content.words))
            .count();
        count + usize::from(words.contains(&page.subject)) + usize::from(words.contains(&page.title))
    };
    let mut kinds: Vec<(usize, UtilityType)> = UTILITIES
        .iter()
        .map(|(kind, words)| (count_cells(words), *kind))
        .collect();
    kinds.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    match kinds[..] {
        [(most, kind), (second, _), ..] if most > second => Choice::taken(kind, format!("its words in {most} cells")),
        [(most, _), ..] if most > 0 => Choice::refused("the words of two are in as many cells"),
        _ => Choice::nothing(),
    }
}

/// The consumption: quantities with a unit, in lines about the consumption of this period. Each is listed once.
fn usage(page: &Page<'_>) -> Choice<Vec<UtilityUsage>> {
    let mut usage: Vec<UtilityUsage> = Vec::new();
    for (line, cells) in page.lines.iter().enumerate() {
        let is_about_usage = cells.iter().any(|content| CONSUMPTION.contains(&content.words))
            && !cells.iter().any(|content| OTHER_PERIOD.contains(&content.words));
        if !is_about_usage {
            continue;
        }
        for hit in page.document.lines[line]
            .iter()
            .flat_map(|cell| QUANTITY.captures_iter(&cell.text))
        {
            let found = quantity(&hit[1], page.decimals).map(|quantity| UtilityUsage {
                quantity,
                unit: hit[2].to_owned(),
            });
            usage.extend(found.filter(|found| !usage.contains(found)));
        }
    }
    Choice::of(
        (!usage.is_empty()).then_some(usage),
        "quantities with a unit in lines about the consumption",
    )
}

/// Parses `1 234,5`, `1.234` or `29.4`. If the decimal sign of the page is a comma, points separate thousands.
fn quantity(text: &str, decimals: DecimalSign) -> Option<Money> {
    let text = text.replace(' ', "");
    let text = if decimals == DecimalSign::Comma || text.contains(',') {
        text.replace('.', "").replace(',', ".")
    } else {
        text
    };
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
