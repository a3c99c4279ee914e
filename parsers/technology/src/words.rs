//! Words that speak for the category where no vendor decides.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    (
        "(elgiganten|mediamarkt|proshop|cdon|amazon web services|webhallen|netonnet|inet|komplett|dustin)",
        5,
    ),
    (
        "(dator*|laptop|computer|skärm|hdmi|usb|hörlurar|headphones|bluetooth|iphone|server|hosting|vps|domain|ljudhuset|smartphone|gadget|kamera|camera|ssd|tv|logitech|router|surfplatta|tablet)",
        3,
    ),
];
