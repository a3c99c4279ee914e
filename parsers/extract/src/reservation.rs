//! Reservations of journeys and stays, as a mail's markup states them.

use serde_json::{Map, Value};

/// The carrier or host of a journey or stay.
pub fn company(reservation: &Map<String, Value>) -> Option<String> {
    const KINDS: [&str; 7] = ["Flight", "Train", "Bus", "Boat", "Taxi", "Lodging", "RentalCar"];
    let kind = reservation.get("@type")?.as_str()?.rsplit('/').next()?;
    let is_journey = kind
        .strip_suffix("Reservation")
        .is_some_and(|kind| KINDS.contains(&kind));
    is_journey.then(|| property(reservation, "airline trainCompany busCompany provider rentalCompany"))?
}

/// What the first of several properties says, of what the reservation is for or else of itself. Their names are separated by blanks.
pub fn property(reservation: &Map<String, Value>, names: &str) -> Option<String> {
    let what = reservation.get("reservationFor").and_then(Value::as_object);
    let property = |name| what.and_then(|what| what.get(name)).or_else(|| reservation.get(name));
    names.split(' ').find_map(|name| text(property(name)?))
}

/// A text, or the name of a thing.
pub fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.as_str(),
        Value::Object(thing) => thing.get("name").or_else(|| thing.get("iataCode"))?.as_str()?,
        _ => return None,
    };
    let text = parser_document::text::tidy(parser_document::text::cut(text, 120));
    (!text.is_empty()).then_some(text)
}
