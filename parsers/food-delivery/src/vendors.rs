//! Who sends these invoices: sender and words of the subject.

use parser_kit::VendorEntry;

/// The vendors known to this build.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "foodora",
        name: "foodora",
        senders: &["info@mail.foodora.se"],
        subjects: &["Orderbekräftelse"],
    },
    VendorEntry {
        id: "dominos",
        name: "Domino's",
        senders: &["domino@dominos.se"],
        subjects: &["Tack för din beställning"],
    },
    VendorEntry {
        id: "wolt",
        name: "Wolt",
        senders: &["wolt.com"],
        subjects: &["Kvitto", "Receipt", "Orderbekräftelse"],
    },
    VendorEntry {
        id: "uber-eats",
        name: "Uber Eats",
        senders: &["uber.com"],
        subjects: &["Uber Eats"],
    },
];
