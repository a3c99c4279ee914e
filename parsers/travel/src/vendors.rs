//! The built-in vendors: senders, and phrases of the subject.

use parser_kit::VendorEntry;

/// The built-in vendors of the category.
pub const VENDORS: &[VendorEntry] = &[
    VendorEntry {
        id: "flix",
        name: "FlixBus",
        senders: &["noreply@flixbus.com", "noreply@booking.flixbus.com"],
        subjects: &["FlixBus Booking Confirmation", "FlixBus bokningsbekräftelse"],
    },
    VendorEntry {
        id: "ryanair",
        name: "Ryanair",
        senders: &["Itinerary@ryanair.com"],
        subjects: &["Ryanair Travel Itinerary", "Ryanair reseplan"],
    },
    VendorEntry {
        id: "bus4you",
        name: "Vy bus4you",
        senders: &["ticket-bus@vy.se"],
        subjects: &["Bokningsbekräftelse"],
    },
    VendorEntry {
        id: "omio",
        name: "Omio",
        senders: &["service@omio.com"],
        subjects: &["Your tickets to"],
    },
    VendorEntry {
        id: "lufthansa",
        name: "Lufthansa",
        senders: &["online@booking.lufthansa.com"],
        subjects: &["Booking details"],
    },
    VendorEntry {
        id: "sj",
        name: "SJ",
        senders: &["sj.se"],
        subjects: &["Bokningsbekräftelse", "Din biljett", "Kvitto", "Köpbekräftelse"],
    },
    VendorEntry {
        id: "vr",
        name: "VR",
        senders: &["vr.se", "vr.fi"],
        subjects: &["Bokningsbekräftelse", "Köpbekräftelse", "Din biljett", "Kvitto"],
    },
    VendorEntry {
        id: "sas",
        name: "SAS",
        senders: &["flysas.com", "sas.se"],
        subjects: &[
            "Bokningsbekräftelse",
            "Booking confirmation",
            "Your booking",
            "Din bokning",
        ],
    },
    VendorEntry {
        id: "uber",
        name: "Uber",
        senders: &["uber.com"],
        subjects: &["trip with Uber", "resa med Uber"],
    },
];
