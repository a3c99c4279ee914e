//! The built-in vendors: senders, and phrases of the subject.

use parser_kit::VendorEntry;

/// The built-in vendors of the category.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "elgiganten",
        name: "Elgiganten",
        senders: &["donotreply@elgiganten.se"],
        subjects: &["Orderbekräftelse"],
    },
    VendorEntry {
        id: "mediamarkt",
        name: "MediaMarkt",
        senders: &["no_reply@mediamarkt.se"],
        subjects: &["Din orderbekräftelse"],
    },
    VendorEntry {
        id: "power",
        name: "POWER",
        senders: &["no-reply@power.se"],
        subjects: &["Vi har behandlat din order:"],
    },
    VendorEntry {
        id: "proshop",
        name: "Proshop",
        senders: &["support@proshop.se"],
        subjects: &["Orderbekräftelse - Ordernummer:"],
    },
    VendorEntry {
        id: "cdon",
        name: "CDON",
        senders: &["noreply@cdon.com"],
        subjects: &["Orderbekräftelse"],
    },
    VendorEntry {
        id: "aws",
        name: "Amazon Web Services",
        senders: &["no-reply@tax-and-invoicing.us-east-1.amazonaws.com"],
        subjects: &["Amazon Web Services Billing Statement Available"],
    },
];
