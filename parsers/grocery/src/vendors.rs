//! Who sends these invoices: sender and words of the subject.

use parser_kit::VendorEntry;

/// The vendors known to this build.
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
