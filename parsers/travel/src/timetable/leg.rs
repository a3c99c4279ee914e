//! One part of a journey.

use super::stop::Stop;

/// A part of a journey, of which values may be missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Leg {
    pub from: Stop,
    pub to: Stop,
    pub number: Option<String>,
}
