//! Who sends these invoices: sender and words of the subject.

use parser_kit::VendorEntry;

/// The vendors known to this build.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "{{vendor}}",
        name: "{{vendor_name}}",
        senders: &["{{sender}}"],
        subjects: &["Kvitto"],
    },
];
