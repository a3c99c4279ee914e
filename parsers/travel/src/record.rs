//! The detail record of the category.

use parser_kit::Field;
use parser_kit::detail::Common;
use schemars::JsonSchema;
use serde::Serialize;

/// The means of transport, or `hotel`.
pub const TRANSPORT_TYPE: Field<TravelTransportType> = Field::new("transport_type");
/// The transport company or hotel.
pub const TRANSPORT_COMPANY: Field<String> = Field::new("transport_company");
/// The number of the booking.
pub const BOOKING_REFERENCE: Field<String> = Field::new("booking_reference");
/// The parts of the journey.
pub const SEGMENTS: Field<Vec<TravelSegment>> = Field::new("segments");
/// Who travels.
pub const PASSENGERS: Field<Vec<TravelPassenger>> = Field::new("passengers");

/// Journeys and overnight stays.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct TravelInvoice {
    /// What every invoice states.
    #[serde(flatten)]
    pub common: Common,
    /// The means of transport, or `hotel`.
    pub transport_type: Option<TravelTransportType>,
    /// The transport company or hotel.
    pub transport_company: Option<String>,
    /// The number of the booking.
    pub booking_reference: Option<String>,
    /// The parts of the journey.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<TravelSegment>,
    /// Who travels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passengers: Vec<TravelPassenger>,
}

/// A part of a journey.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct TravelSegment {
    /// The start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departure_location: Option<String>,
    /// The end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrival_location: Option<String>,
    /// When it starts, as the document states it, such as `2026-07-31T12:30`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departure_time: Option<String>,
    /// When it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrival_time: Option<String>,
    /// The number of the flight, train or bus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
}

/// Who travels.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct TravelPassenger {
    /// The name as the ticket has it.
    pub name: String,
}

/// The means of transport, or `hotel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TravelTransportType {
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
