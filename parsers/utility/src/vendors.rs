//! The built-in vendors: senders, and phrases of the subject.

use parser_kit::VendorEntry;

/// The built-in vendors of the category.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "vattenfall",
        name: "Vattenfall",
        senders: &["noreply@vattenfall.se"],
        subjects: &["Faktura"],
    },
    VendorEntry {
        id: "ellevio",
        name: "Ellevio",
        senders: &["ellevio.se"],
        subjects: &["Faktura"],
    },
    VendorEntry {
        id: "telia",
        name: "Telia",
        senders: &["telia.se"],
        subjects: &["Faktura"],
    },
    VendorEntry {
        id: "tele2",
        name: "Tele2",
        senders: &["tele2.com", "tele2.se"],
        subjects: &["Faktura"],
    },
    VendorEntry {
        id: "goteborg-energi",
        name: "Göteborg Energi",
        senders: &["goteborgenergi.se"],
        subjects: &["Faktura"],
    },
];
