//! Vendors whose pages are read by their layout.

mod articles;
mod aws;
mod cdon;
mod elgiganten;
mod mediamarkt;
mod power;
mod proshop;
mod sellers;

use parser_kit::document::Document;
use parser_kit::register::Layout;

/// All of them.
pub const LAYOUTS: &[Layout] = &[
    aws::LAYOUT,
    cdon::LAYOUT,
    elgiganten::LAYOUT,
    mediamarkt::LAYOUT,
    power::LAYOUT,
    proshop::LAYOUT,
];

/// Whether a mail's sender or logo is a vendor's.
fn is_from(document: &Document, host: &str, logo: &str) -> bool {
    let sender = document.from_address.rsplit_once('@').map_or("", |(_, sender)| sender);
    let at_host = sender == host || sender.strip_suffix(host).is_some_and(|head| head.ends_with('.'));
    at_host
        || document
            .images
            .iter()
            .any(|image| image.alt.to_lowercase().trim_end_matches(" logo") == logo)
}
