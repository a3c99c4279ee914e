//! Registration: a crate submits its category or reader, and `invoices-parsers` finds it because it is linked.

use parser_model::reading::{MailContext, ParserTag, Reading};
use parser_model::{Labels, SubType, Vendor};
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde_json::{Map, Value};

use parser_extract::page::Page;
use parser_extract::phrases::Index;
use parser_extract::receipt::Receipt;

use crate::layout::Layout;

/// A retail category.
pub struct Category {
    /// Its name, such as `food-delivery`.
    pub sub_type: &'static str,
    /// One sentence on what belongs to it.
    pub description: &'static str,
    /// A number that rises when its results change.
    pub version: u32,
    /// The companies that send its invoices.
    pub vendors: &'static [VendorEntry],
    /// The layouts. The first that recognises a document refines its reading.
    pub layouts: &'static [Layout],
    /// Adds the schema of its detail record; see [`crate::detail::tagged_schema`].
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Fills the fields of its own, and makes its detail record; see [`crate::detail::tagged_record`].
    pub detail: fn(&Page<'_>, &mut Receipt) -> Map<String, Value>,
}

/// A built-in vendor.
pub struct VendorEntry {
    /// The vendor's id: lower-case letters, digits and hyphens.
    pub id: &'static str,
    /// Its name, as users see it.
    pub name: &'static str,
    /// The senders of its messages: addresses, domains or globs, as in [`parser_model::EmailPattern`].
    pub senders: &'static [&'static str],
    /// The subject must contain at least one of these phrases. If the list is empty, any subject matches.
    pub subjects: &'static [&'static str],
}

/// The phrases of all categories. They decide if the vendor is unknown: a page belongs to the category with the greatest sum of weights,
/// which must be at least 3.
pub struct CategoryWords {
    /// All phrases as the first set, then the sets that have a weight.
    pub index: Index,
    /// The category of each set behind the first, and its weight.
    pub weights: &'static [(&'static str, u32)],
}

/// The reader of rent notices.
pub struct RentalReader {
    /// Reads a PDF. Never panics: a file that it can't read is [`parser_model::reading::Outcome::Failed`].
    pub read: fn(&[u8], &MailContext) -> Reading,
    /// Its name and version.
    pub tag: fn() -> ParserTag,
}

inventory::collect!(Category);
inventory::collect!(CategoryWords);
inventory::collect!(RentalReader);

/// Registers a [`Category`], the [`CategoryWords`] or the [`RentalReader`].
#[macro_export]
macro_rules! register {
    ($what:expr) => {
        $crate::inventory::submit! { $what }
    };
}

/// The linked categories. They are sorted by name, because the order of linking is not defined.
pub fn categories() -> Vec<&'static Category> {
    let mut all: Vec<&'static Category> = inventory::iter::<Category>.into_iter().collect();
    all.sort_by_key(|c| c.sub_type);
    all
}

/// The phrases of the linked categories. None if only one category is linked, for its tests.
pub fn category_words() -> Option<&'static CategoryWords> {
    inventory::iter::<CategoryWords>.into_iter().next()
}

/// The linked reader of rent notices.
pub fn rental_reader() -> Option<&'static RentalReader> {
    inventory::iter::<RentalReader>.into_iter().next()
}

impl Category {
    /// The name as a checked value. Panics if it is invalid, which a test rules out.
    pub fn sub_type(&self) -> SubType {
        self.sub_type.parse().expect("a category's name is checked by its test")
    }

    /// The category as an entry of the catalogue.
    pub fn entry(&self) -> parser_model::Category {
        parser_model::Category {
            sub_type: self.sub_type(),
            description: self.description,
            schema: self.schema,
        }
    }

    /// Its vendors, all active.
    pub fn vendors(&self) -> Vec<Vendor> {
        self.vendors.iter().map(|v| v.vendor(self.sub_type())).collect()
    }
}

impl VendorEntry {
    fn vendor(&self, sub_type: SubType) -> Vendor {
        let valid = "built-in vendors are checked by a test";
        Vendor {
            vendor_id: self.id.parse().expect(valid),
            vendor_name: self.name.to_owned(),
            sub_type,
            active: true,
            email_patterns: self.senders.iter().map(|s| s.parse().expect(valid)).collect(),
            subject_keywords: self.subjects.iter().map(|&s| s.to_owned()).collect(),
            labels: Labels::default(),
            not_invoice: Vec::new(),
        }
    }
}
