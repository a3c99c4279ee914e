//! Reads utility invoices: electricity, heating, water, waste, internet and telephone.

mod record;
mod vendors;
mod words;

use std::sync::LazyLock;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::page::Page;
use parser_kit::phrases::Phrases;
use parser_kit::receipt::Source;
use parser_kit::register::Category;
use regex::Regex;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "utility";

static SUPPLIES: LazyLock<Vec<(UtilityType, Phrases)>> = LazyLock::new(|| {
    vec![
        (
            UtilityType::Electricity,
            Phrases::new(&[
                "elnät*",
                "elhandel*",
                "elöverföring",
                "elförbrukning",
                "energiskatt",
                "elavtal*",
                "electricity",
            ]),
        ),
        (
            UtilityType::Water,
            Phrases::new(&["vattenavgift*", "vatten och avlopp", "va avgift", "water"]),
        ),
        (
            UtilityType::Heating,
            Phrases::new(&["fjärrvärme*", "fjernvarme*", "district heating"]),
        ),
        (
            UtilityType::Internet,
            Phrases::new(&["bredband*", "fiber*", "broadband"]),
        ),
        (
            UtilityType::Mobile,
            Phrases::new(&["mobilabonnemang*", "mobiltelefoni", "mobilsurf", "samtal"]),
        ),
        (
            UtilityType::Waste,
            Phrases::new(&["avfall*", "renhållning*", "sophämtning*", "waste"]),
        ),
    ]
});
static USED: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "förbruk*",
        "förbrukning",
        "elförbrukning",
        "elöverföring",
        "överföring*",
        "usage",
        "consumption",
        "använt",
        "rörlig*",
        "rörligt elpris",
        "elhandel*",
    ])
});
static EARLIER: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "förra",
        "föregående",
        "i fjol",
        "last",
        "previous",
        "beräknad*",
        "årsförbrukning",
    ])
});
static QUANTITY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[^0-9.,])([0-9]{1,3}(?: [0-9]{3})+(?:,[0-9]{1,3})?|[0-9]{1,6}(?:,[0-9]{1,3})?) ?(kWh|MWh|m³|m3|GB)(?:[^A-Za-z0-9]|$)").expect("a constant pattern")
});

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Electricity, heating, water, waste, internet and telephone.",
    version: 2,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<UtilityInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let record = UtilityInvoice {
        common: Common::from(&receipt.stated),
        utility_type: supplied(source.page),
        provider: receipt.stated.vendor_name.clone(),
        usage: usage(source.page),
        period_start: receipt.period_start,
        period_end: receipt.period_end,
    };
    tagged_record(SUB_TYPE, &record)
}

/// What is supplied, where the page's words speak of one thing only.
fn supplied(page: &Page<'_>) -> Option<UtilityType> {
    let spoken = |words: &Phrases| page.lines.iter().flatten().any(|reads| words.stand_in(&reads.words));
    let mut kinds = SUPPLIES
        .iter()
        .filter(|(_, words)| spoken(words))
        .map(|(kind, _)| *kind);
    match (kinds.next(), kinds.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// What was used: quantities with a unit in lines about the use of this period.
fn usage(page: &Page<'_>) -> Vec<UtilityUsage> {
    let mut usage: Vec<UtilityUsage> = Vec::new();
    for (line, cells) in page.lines.iter().enumerate() {
        let about = cells.iter().any(|reads| USED.stand_in(&reads.words))
            && !cells.iter().any(|reads| EARLIER.stand_in(&reads.words));
        if !about {
            continue;
        }
        for hit in page.document.lines[line]
            .iter()
            .flat_map(|cell| QUANTITY.captures_iter(&cell.text))
        {
            let number = hit[1].replace([' ', '\u{a0}'], "").replace(',', ".");
            let found = number.parse().ok().map(|quantity| UtilityUsage {
                quantity,
                unit: hit[2].to_owned(),
            });
            usage.extend(found.filter(|u| {
                !usage
                    .iter()
                    .any(|known| known.quantity == u.quantity && known.unit == u.unit)
            }));
        }
    }
    usage
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
