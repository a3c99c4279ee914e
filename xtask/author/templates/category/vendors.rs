//! The vendors of these invoices: senders and words of the subject.

use parser_kit::VendorEntry;

/// The vendors of this build.
pub const VENDORS: &[VendorEntry] = &[];
