//! The built-in vendors: senders, and phrases of the subject.

use parser_kit::VendorEntry;

/// The built-in vendors of the category.
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
