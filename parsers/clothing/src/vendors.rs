//! Who sends these invoices: sender and words of the subject.

use parser_kit::VendorEntry;

/// The vendors known to this build.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "zalando",
        name: "Zalando",
        senders: &["info@service-mail.zalando.se"],
        subjects: &["Thanks for your order", "Tack för din beställning"],
    },
    VendorEntry {
        id: "jack-jones",
        name: "Jack & Jones",
        senders: &["noreply@jackjones.com"],
        subjects: &["Orderbekräftelse"],
    },
    VendorEntry {
        id: "fotproffsen",
        name: "Fotproffsen",
        senders: &["support@fotproffsen.se"],
        subjects: &["Orderbekräftelse från Fotproffsen.se"],
    },
    VendorEntry {
        id: "hm",
        name: "H&M",
        senders: &["hm.com"],
        subjects: &["Orderbekräftelse", "Order confirmation", "Kvitto"],
    },
    VendorEntry {
        id: "asos",
        name: "ASOS",
        senders: &["asos.com"],
        subjects: &[
            "Thanks for your order",
            "Order confirmation",
            "Tack för din beställning",
        ],
    },
];
