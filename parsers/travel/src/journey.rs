//! Journeys and stays, as a mail's markup names them.

use parser_kit::{Page, Pattern, dates, pattern, reservation};
use serde_json::{Map, Value};

use crate::record::{TravelSegment, TravelTransportType};

/// A reservation.
pub struct Journey {
    /// The means of transport, or a stay.
    pub transport: TravelTransportType,
    /// The carrier or host.
    pub company: Option<String>,
    /// The part that it is for.
    pub segment: TravelSegment,
    /// The passenger's name.
    pub passenger: Option<String>,
}

/// The journeys and stays of a page.
pub fn of<'p>(page: &'p Page<'_>) -> impl Iterator<Item = Journey> + 'p {
    page.document.linked_data.iter().filter_map(Journey::of)
}

impl Journey {
    /// From a schema.org reservation; `None` if the object isn't one.
    fn of(thing: &Map<String, Value>) -> Option<Journey> {
        let transport = match thing.get("@type")?.as_str()?.rsplit('/').next()? {
            "FlightReservation" => TravelTransportType::Flight,
            "TrainReservation" => TravelTransportType::Train,
            "BusReservation" => TravelTransportType::Bus,
            "BoatReservation" => TravelTransportType::Ferry,
            "TaxiReservation" => TravelTransportType::Taxi,
            "LodgingReservation" => TravelTransportType::Hotel,
            "RentalCarReservation" => TravelTransportType::Car,
            _ => return None,
        };
        let find = |names: &str| reservation::property(thing, names);
        let time = |names: &str| find(names).map(|text| format_time(&text));
        Some(Journey {
            transport,
            company: reservation::company(thing),
            segment: TravelSegment {
                departure_location: find(
                    "departureAirport departureStation departureBusStop departureBoatTerminal pickupLocation",
                ),
                arrival_location: find(
                    "arrivalAirport arrivalStation arrivalBusStop arrivalBoatTerminal dropoffLocation",
                ),
                departure_time: time("departureTime checkinTime checkinDate pickupTime"),
                arrival_time: time("arrivalTime checkoutTime checkoutDate dropoffTime"),
                number: find("flightNumber trainNumber busNumber"),
            },
            passenger: thing.get("underName").and_then(reservation::text),
        })
    }
}

static ISO_TIME: Pattern = pattern!(
    r"^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2})(?::[0-9]{2}(?:\.[0-9]+)?)?(?:[+-][0-9]{2}:?[0-9]{2})?$",
);

/// A local time without zone and seconds, `2026-07-31T12:30`, or a day, `2026-07-31`. Text in another form is left unchanged.
pub fn format_time(text: &str) -> String {
    let text = text.trim();
    if let Some(found) = ISO_TIME.captures(text) {
        return format!("{}T{}", &found[1], &found[2]);
    }
    match dates::certain(text) {
        Some(day) if !text.contains(':') && !text.contains(" kl") => day.to_string(),
        _ => text.to_owned(),
    }
}
