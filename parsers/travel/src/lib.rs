//! Reads travel invoices: journeys and nights away from home.

mod journey;
mod omio;
mod passengers;
mod record;
mod timetable;
mod transport;
mod vendors;

use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{INVOICE_DATE, ORDER_ID, VENDOR_NAME};
use parser_kit::{Category, Choice, Page, Pattern, Phrases, Receipt, is_wordy, pattern, phrases};
use serde_json::{Map, Value};

use journey::format_time;
pub use record::*;

const SUB_TYPE: &str = "travel";

static FROM: Phrases = phrases!["från", "from", "avreseort", "departure station", "departure airport"];
static TO: Phrases = phrases!["(till|to|ankomstort|destination|arrival station|arrival airport)"];
static DEPARTS: Phrases = phrases!["(avgång(stid)?|avresa|departure( time)?|incheckning|check ?in|check in date)"];
static ARRIVES: Phrases = phrases!["(ankomst(tid)?|arrival( time)?|utcheckning|check ?out|check out date)"];
static NUMBER: Phrases =
    phrases!["(flight( number)?|flightnummer|flygnummer|tåg( nummer)?|tågnummer|train number|linje)"];
/// The code of an airline and the number of a flight.
static FLIGHT: Pattern = pattern!(r"\b(?:[A-Z]{2}|[A-Z][0-9]|[0-9][A-Z]) ?([0-9]{1,4})\b");

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Journeys and overnight stays.",
    version: 17,
    vendors: vendors::VENDORS,
    layouts: &[omio::LAYOUT],
    schema: |generator| tagged_schema::<TravelInvoice>(generator, SUB_TYPE),
    detail,
});

fn detail(page: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    let transport = transport::of(page, receipt);
    receipt.set(TRANSPORT_TYPE, transport);
    let in_markup = journey::of(page).find_map(|journey| journey.company);
    receipt.set(
        TRANSPORT_COMPANY,
        Choice::of(in_markup, "the journey in the mail's markup"),
    );
    let vendor = Choice::of(receipt.get(VENDOR_NAME), "the vendor");
    receipt.set(TRANSPORT_COMPANY, vendor);
    let reference = Choice::of(receipt.get(ORDER_ID), "the order number");
    receipt.set(BOOKING_REFERENCE, reference);
    let segments = segments(page, receipt);
    receipt.set(SEGMENTS, segments);
    receipt.set(PASSENGERS, passengers::of(page));
    let record = TravelInvoice {
        common: Common::from(&receipt.stated()),
        transport_type: receipt.get(TRANSPORT_TYPE),
        transport_company: receipt.get(TRANSPORT_COMPANY),
        booking_reference: receipt.get(BOOKING_REFERENCE),
        segments: receipt.get(SEGMENTS).unwrap_or_default(),
        passengers: receipt.get(PASSENGERS).unwrap_or_default(),
    };
    tagged_record(SUB_TYPE, &record)
}

/// The parts of the journey: from JSON-LD or microdata, else from a timetable, else one part from labels. A timetable of one part is
/// completed from the labels.
fn segments(page: &Page<'_>, receipt: &Receipt) -> Choice<Vec<TravelSegment>> {
    let mut from_markup: Vec<TravelSegment> = journey::of(page).map(|journey| journey.segment).collect();
    from_markup.retain(|s| s.departure_location.is_some() || s.departure_time.is_some());
    if !from_markup.is_empty() {
        for segment in &mut from_markup {
            segment.number = segment.number.take().map(|number| with_carrier_code(page, number));
        }
        return Choice::taken(from_markup, "the journeys in the mail's markup");
    }
    let mut from_timetable = timetable::segments(page, receipt.get(INVOICE_DATE));
    let labelled = labelled_segment(page);
    match (from_timetable.as_mut_slice(), labelled) {
        ([], None) => Choice::nothing(),
        ([], Some(labelled)) => Choice::taken(vec![labelled], "the labels of its places and times"),
        ([one], Some(labelled)) => {
            one.departure_time = one.departure_time.take().or(labelled.departure_time);
            one.arrival_time = one.arrival_time.take().or(labelled.arrival_time);
            one.number = one.number.take().or(labelled.number);
            Choice::taken(from_timetable, "the timetable, completed by labels")
        }
        _ => Choice::taken(from_timetable, "the timetable"),
    }
}

/// A flight's number as the page spells it: `VY1293` if the markup has `1293`.
fn with_carrier_code(page: &Page<'_>, number: String) -> String {
    if number.is_empty() || number.len() > 4 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return number;
    }
    let cells = page.document.lines.iter().flatten();
    let mut found = cells.flat_map(|cell| FLIGHT.captures_iter(&cell.text));
    found
        .find(|hit| hit[1] == number)
        .map_or(number, |hit| hit[0].to_owned())
}

/// A part of the journey from labels. `None` unless both of its places or both of its times are labelled.
fn labelled_segment(page: &Page<'_>) -> Option<TravelSegment> {
    let value = |labels: &Phrases| page.text_that(labels, is_wordy).value;
    let has_digit = |text: &String| text.contains(|c: char| c.is_ascii_digit());
    let time = |labels: &Phrases| value(labels).filter(has_digit).map(|text| format_time(&text));
    let one = TravelSegment {
        departure_location: value(&FROM),
        arrival_location: value(&TO),
        departure_time: time(&DEPARTS),
        arrival_time: time(&ARRIVES),
        number: value(&NUMBER).filter(has_digit),
    };
    let both_ends = one.departure_location.is_some() && one.arrival_location.is_some();
    let both_times = one.departure_time.is_some() && one.arrival_time.is_some();
    (both_ends || both_times).then_some(one)
}

#[cfg(test)]
mod tests {
    parser_kit::golden!();
    parser_kit::compliance!();
}
