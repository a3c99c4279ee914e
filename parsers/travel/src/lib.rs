//! Reads travel invoices: journeys and nights away from home.

mod record;
mod vendors;
mod words;

use std::sync::LazyLock;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::fields;
use parser_kit::journey::{Segment, Transport};
use parser_kit::phrases::Phrases;
use parser_kit::receipt::Source;
use parser_kit::register::Category;
use serde_json::{Map, Value};

pub use record::*;

const SUB_TYPE: &str = "travel";

static FROM: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(&["från", "from", "avreseort", "departure station", "departure airport"]));
static TO: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "till",
        "to",
        "ankomstort",
        "destination",
        "arrival station",
        "arrival airport",
    ])
});
static DEPARTS: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "avgång(stid)?",
        "avresa",
        "departure( time)?",
        "incheckning",
        "check ?in",
        "check in date",
    ])
});
static ARRIVES: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "ankomst(tid)?",
        "arrival( time)?",
        "utcheckning",
        "check ?out",
        "check out date",
    ])
});
static NUMBER: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "flight( number)?",
        "flightnummer",
        "flygnummer",
        "tåg( nummer)?",
        "tågnummer",
        "train number",
        "linje",
    ])
});
static PASSENGER: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::new(&[
        "resenär(er)?",
        "passagerare",
        "passengers?",
        "travell?ers?",
        "gäst(er)?",
        "guests?",
    ])
});
static WAYS: LazyLock<Vec<(TravelTransportType, Phrases)>> = LazyLock::new(|| {
    vec![
        (
            TravelTransportType::Flight,
            Phrases::new(&["flights?", "flyg*", "boarding*", "airport", "flygplats"]),
        ),
        (
            TravelTransportType::Train,
            Phrases::new(&["tåg*", "trains?", "vagn", "snälltåg*", "x2000", "sj"]),
        ),
        (
            TravelTransportType::Bus,
            Phrases::new(&["buss*", "bus", "coach", "flixbus", "bus4you"]),
        ),
        (
            TravelTransportType::Ferry,
            Phrases::new(&["färja*", "färjor", "ferry", "hytt"]),
        ),
        (TravelTransportType::Taxi, Phrases::new(&["taxi*", "uber"])),
        (
            TravelTransportType::Hotel,
            Phrases::new(&["hotel", "hotell*", "nätter", "nights?", "rum", "incheckning"]),
        ),
        (
            TravelTransportType::Car,
            Phrases::new(&["hyrbil*", "rental car", "car rental"]),
        ),
    ]
});

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Journeys and nights away from home.",
    version: 1,
    vendors: vendors::VENDORS,
    layouts: &[],
    words: words::WORDS,
    schema: |generator| tagged_schema::<TravelInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(source: &Source<'_>) -> Map<String, Value> {
    let receipt = source.receipt;
    let stated = &receipt.stated;
    let carrier = source.page.document.journeys.iter().find_map(|j| j.company.clone());
    let record = TravelInvoice {
        common: Common::from(stated),
        transport_type: transport(source),
        transport_company: carrier.or_else(|| stated.vendor_name.clone()),
        booking_reference: stated.order_id.clone(),
        segments: segments(source),
        passengers: passengers(source),
    };
    tagged_record(SUB_TYPE, &record)
}

/// What the markup names, else what labels on the page say of one journey.
fn segments(source: &Source<'_>) -> Vec<TravelSegment> {
    let named: Vec<TravelSegment> = source
        .page
        .document
        .journeys
        .iter()
        .map(|j| segment(&j.segment))
        .collect();
    if !named.is_empty() {
        return named;
    }
    let value = |labels: &Phrases| fields::value_of(source.page, labels);
    let one = TravelSegment {
        departure_location: value(&FROM),
        arrival_location: value(&TO),
        departure_time: value(&DEPARTS),
        arrival_time: value(&ARRIVES),
        number: value(&NUMBER),
    };
    let both_ends = one.departure_location.is_some() && one.arrival_location.is_some();
    let both_times = one.departure_time.is_some() && one.arrival_time.is_some();
    if both_ends || both_times { vec![one] } else { Vec::new() }
}

fn segment(segment: &Segment) -> TravelSegment {
    let segment = segment.clone();
    TravelSegment {
        departure_location: segment.from,
        arrival_location: segment.to,
        departure_time: segment.departs,
        arrival_time: segment.arrives,
        number: segment.number,
    }
}

fn passengers(source: &Source<'_>) -> Vec<TravelPassenger> {
    let mut names: Vec<String> = source
        .page
        .document
        .journeys
        .iter()
        .filter_map(|j| j.passenger.clone())
        .collect();
    if names.is_empty() {
        names.extend(
            fields::value_of(source.page, &PASSENGER).filter(|name| !name.contains(|c: char| c.is_ascii_digit())),
        );
    }
    names.dedup();
    names.into_iter().map(|name| TravelPassenger { name }).collect()
}

/// How one travels: by the markup, else where the page's words speak of one way only.
fn transport(source: &Source<'_>) -> Option<TravelTransportType> {
    if let Some(transport) = source.page.document.journeys.iter().find_map(|j| j.transport) {
        return Some(match transport {
            Transport::Flight => TravelTransportType::Flight,
            Transport::Train => TravelTransportType::Train,
            Transport::Bus => TravelTransportType::Bus,
            Transport::Ferry => TravelTransportType::Ferry,
            Transport::Taxi => TravelTransportType::Taxi,
            Transport::Hotel => TravelTransportType::Hotel,
            Transport::Car => TravelTransportType::Car,
        });
    }
    let spoken = |words: &Phrases| {
        source
            .page
            .lines
            .iter()
            .flatten()
            .any(|reads| words.stand_in(&reads.words))
    };
    let mut ways = WAYS.iter().filter(|(_, words)| spoken(words)).map(|(way, _)| *way);
    match (ways.next(), ways.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
