//! The built-in vendors: senders, and phrases of the subject.

use parser_kit::VendorEntry;

/// The built-in vendors of the category.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "ica",
        name: "ICA",
        senders: &["kvitto@ica.se"],
        subjects: &["Ditt kvitto"],
    },
    VendorEntry {
        id: "coop",
        name: "Coop",
        senders: &["coop.se"],
        subjects: &["Orderbekräftelse", "Kvitto"],
    },
    VendorEntry {
        id: "willys",
        name: "Willys",
        senders: &["willys.se"],
        subjects: &["Orderbekräftelse", "Kvitto"],
    },
    VendorEntry {
        id: "mathem",
        name: "Mathem",
        senders: &["mathem.se"],
        subjects: &["Orderbekräftelse", "Kvitto", "Faktura"],
    },
];
