//! The layouts of vendors.

mod articles;
mod aws;
mod cdon;
mod elgiganten;
mod mediamarkt;
mod power;
mod proshop;

use parser_kit::Layout;

pub const LAYOUTS: &[Layout] = &[
    aws::LAYOUT,
    cdon::LAYOUT,
    elgiganten::LAYOUT,
    mediamarkt::LAYOUT,
    power::LAYOUT,
    proshop::LAYOUT,
];
