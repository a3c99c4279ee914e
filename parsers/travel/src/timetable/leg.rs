//! One part of a journey.

use super::stop::Stop;

/// A part of the journey while it is put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Leg {
    pub from: Stop,
    pub to: Stop,
    pub number: Option<String>,
}
