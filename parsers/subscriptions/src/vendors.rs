//! Who sends these invoices: sender and words of the subject.

use parser_kit::VendorEntry;

/// The vendors known to this build.
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
