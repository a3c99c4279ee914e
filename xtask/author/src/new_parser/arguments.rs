//! The arguments of `cargo xtask new-parser`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::name;

/// The parser to write, and what is known about it.
#[derive(Args, Clone)]
pub struct Arguments {
    /// A new category such as pets, or a vendor of an existing category such as food-delivery/wolt
    #[arg(value_name = "CATEGORY[/VENDOR]")]
    pub name: String,
    /// A sentence that describes the new category
    #[arg(long, value_name = "SENTENCE")]
    pub about: Option<String>,
    /// A real mail to make the fixture from: known words and amounts stay, everything else is replaced
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// The vendor's display name
    #[arg(long, value_name = "NAME")]
    pub called: Option<String>,
    /// The sender of the vendor's mails: an address, a domain or a glob with *
    #[arg(long, value_name = "SENDER")]
    pub sender: Option<String>,
    /// Words in the subject of the vendor's mails; may be repeated
    #[arg(long, value_name = "WORDS")]
    pub subject: Vec<String>,
    /// The vendor's words for a number, which its layout reads: `order_id=Stickkod` or `invoice_number=Kvittonr`
    #[arg(long, value_name = "FIELD=WORDS")]
    pub label: Option<Label>,
}

/// The words of a vendor that are beside the value of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The field's name in a reading.
    pub field: &'static str,
    /// The words, as the page has them.
    pub words: String,
}

/// The fields that a new layout can read.
const FIELDS: [&str; 2] = ["order_id", "invoice_number"];

/// What the general reading knows: the label of a sample without a layout.
impl Default for Label {
    fn default() -> Self {
        Label {
            field: FIELDS[0],
            words: "Ordernummer".into(),
        }
    }
}

impl FromStr for Label {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (field, words) = text.split_once('=').ok_or("it has no =")?;
        let known = FIELDS.into_iter().find(|known| *known == field);
        let field = known.ok_or_else(|| format!("{field:?} is neither {} nor {}", FIELDS[0], FIELDS[1]))?;
        name::check_text(words).map_err(|error| error.to_string())?;
        // Other signs mean something in the notation of phrases.
        if !words.chars().all(|c| c.is_alphanumeric() || c == ' ') || words.trim() != words {
            return Err(format!("{words:?} must be words without punctuation"));
        }
        Ok(Label {
            field,
            words: words.to_owned(),
        })
    }
}

impl Arguments {
    /// Whether any argument but the mail describes a vendor.
    pub fn describe_vendor(&self) -> bool {
        self.called.is_some() || self.sender.is_some() || !self.subject.is_empty()
    }
}
