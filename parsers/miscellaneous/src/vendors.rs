//! The built-in vendors: senders, and phrases of the subject.

use parser_kit::VendorEntry;

/// The built-in vendors of the category.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "clasohlson",
        name: "Clas Ohlson",
        senders: &["noreplyclubclas@clasohlson.com"],
        subjects: &["Orderbekräftelse"],
    },
    VendorEntry {
        id: "amazon-se",
        name: "Amazon.se",
        senders: &["auto-confirm@amazon.se"],
        subjects: &["Ordered:"],
    },
    VendorEntry {
        id: "liseberg",
        name: "Liseberg",
        senders: &["order@liseberg.se"],
        subjects: &["Orderbekräftelse på order", "Bokningsbekräftelse på bokning"],
    },
    VendorEntry {
        id: "filmstaden",
        name: "Filmstaden",
        senders: &["noreply@filmstaden.se"],
        subjects: &["Här kommer dina biobiljetter"],
    },
];
