//! The built-in vendors: senders, and phrases of the subject.

use parser_kit::VendorEntry;

/// The built-in vendors of the category.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "anthropic",
        name: "Anthropic",
        senders: &["invoice+statements@mail.anthropic.com"],
        subjects: &["Your receipt from Anthropic"],
    },
    VendorEntry {
        id: "netflix",
        name: "Netflix",
        senders: &["netflix.com"],
        subjects: &["receipt", "kvitto", "faktura"],
    },
    VendorEntry {
        id: "spotify",
        name: "Spotify",
        senders: &["spotify.com"],
        subjects: &["receipt", "kvitto"],
    },
    VendorEntry {
        id: "apple",
        name: "Apple",
        senders: &["no_reply@email.apple.com"],
        subjects: &[
            "Your receipt from Apple",
            "Ditt kvitto från Apple",
            "Your invoice from Apple",
        ],
    },
    VendorEntry {
        id: "google",
        name: "Google",
        senders: &["googleplay-noreply@google.com", "payments-noreply@google.com"],
        subjects: &["Order Receipt", "Orderkvitto", "invoice", "faktura"],
    },
];
