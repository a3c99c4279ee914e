//! Journeys and stays, as a mail's markup names them.

use serde_json::{Map, Value};

/// The means of transport, or a stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// By air.
    Flight,
    /// By rail.
    Train,
    /// By bus or coach.
    Bus,
    /// By ship.
    Ferry,
    /// By taxi.
    Taxi,
    /// A stay.
    Hotel,
    /// By a rented car.
    Car,
}

/// A part of a journey, or a stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// The start.
    pub from: Option<String>,
    /// The end.
    pub to: Option<String>,
    /// When it starts, as it is written.
    pub departs: Option<String>,
    /// When it ends, as it is written.
    pub arrives: Option<String>,
    /// The number of the flight, train or bus.
    pub number: Option<String>,
}

/// A reservation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journey {
    /// The means of transport.
    pub transport: Option<Transport>,
    /// The carrier or host.
    pub company: Option<String>,
    /// The part that it is for.
    pub segment: Segment,
    /// The passenger's name.
    pub passenger: Option<String>,
}

impl Journey {
    /// From a schema.org reservation; `None` if the object isn't one.
    pub fn of(thing: &Map<String, Value>) -> Option<Journey> {
        let kind = thing.get("@type")?.as_str()?;
        let transport = match kind.rsplit('/').next()? {
            "FlightReservation" => Some(Transport::Flight),
            "TrainReservation" => Some(Transport::Train),
            "BusReservation" => Some(Transport::Bus),
            "BoatReservation" => Some(Transport::Ferry),
            "TaxiReservation" => Some(Transport::Taxi),
            "LodgingReservation" => Some(Transport::Hotel),
            "RentalCarReservation" => Some(Transport::Car),
            _ => return None,
        };
        let what = thing.get("reservationFor").and_then(Value::as_object);
        // The names of several properties, separated by blanks.
        let find = |names: &str| {
            let property = |name| what.and_then(|what| what.get(name)).or_else(|| thing.get(name));
            names.split(' ').find_map(|name| text(property(name)?))
        };
        Some(Journey {
            transport,
            company: find("airline trainCompany busCompany provider rentalCompany"),
            segment: Segment {
                from: find("departureAirport departureStation departureBusStop departureBoatTerminal pickupLocation"),
                to: find("arrivalAirport arrivalStation arrivalBusStop arrivalBoatTerminal dropoffLocation"),
                departs: find("departureTime checkinTime checkinDate pickupTime"),
                arrives: find("arrivalTime checkoutTime checkoutDate dropoffTime"),
                number: find("flightNumber trainNumber busNumber"),
            },
            passenger: thing.get("underName").and_then(text),
        })
    }
}

/// A text, or the name of a thing.
fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.as_str(),
        Value::Object(thing) => thing.get("name").or_else(|| thing.get("iataCode"))?.as_str()?,
        _ => return None,
    };
    let text = parser_document::text::tidy(parser_document::text::cut(text, 120));
    (!text.is_empty()).then_some(text)
}
