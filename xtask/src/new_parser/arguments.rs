//! The arguments of `cargo xtask new-parser`.

use std::path::PathBuf;

use clap::Args;

/// The parser to write, and what is known about it.
#[derive(Args, Clone)]
pub struct Arguments {
    /// A new category such as pets, or a vendor of an existing category such as food-delivery/wolt
    #[arg(value_name = "CATEGORY[/VENDOR]")]
    pub name: String,
    /// A sentence that describes the new category
    #[arg(long, value_name = "SENTENCE")]
    pub about: Option<String>,
    /// A real mail to make the fixture from, with personal data, numbers, dates and amounts replaced
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// The vendor's name for people
    #[arg(long, value_name = "NAME")]
    pub called: Option<String>,
    /// The sender of the vendor's mails: an address, a domain or a glob with *
    #[arg(long, value_name = "SENDER")]
    pub sender: Option<String>,
    /// Words in the subject of the vendor's mails; may be repeated
    #[arg(long, value_name = "WORDS")]
    pub subject: Vec<String>,
}

impl Arguments {
    /// Whether any argument but the mail describes a vendor.
    pub fn describe_vendor(&self) -> bool {
        self.called.is_some() || self.sender.is_some() || !self.subject.is_empty()
    }
}
