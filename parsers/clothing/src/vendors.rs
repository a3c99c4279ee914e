//! The built-in vendors: senders, and phrases of the subject.

use parser_kit::VendorEntry;

/// The built-in vendors of the category.
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
