//! How a crate makes itself known: it submits what it reads, and the sum of the crates finds it by linking alone.

use parser_model::reading::{MailContext, ParserTag, Reading};
use parser_model::{SubType, Vendor};
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde_json::{Map, Value};

use parser_document::Document;
use parser_extract::page::Page;
use parser_extract::receipt::{Receipt, Source};

/// A retail category.
pub struct Category {
    /// Its name, such as `food-delivery`.
    pub sub_type: &'static str,
    /// One sentence on what belongs to it.
    pub description: &'static str,
    /// Rises when its results change.
    pub version: u32,
    /// Who sends its invoices.
    pub vendors: &'static [VendorEntry],
    /// The vendors whose pages it reads by their layout. The first that recognises a document reads it.
    pub layouts: &'static [Layout],
    /// Words that speak for the category where no vendor decides, with their weight.
    pub words: &'static [(&'static str, u32)],
    /// The schema of its detail record; see [`crate::detail::tagged_schema`].
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Its detail record; see [`crate::detail::tagged_record`].
    pub detail: fn(&Source<'_>) -> Map<String, Value>,
}

/// A vendor as data: who sends, and which words of the subject are wanted.
pub struct VendorEntry {
    /// The vendor's id.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Addresses, domains or globs.
    pub senders: &'static [&'static str],
    /// Any of these stands in the subject; none: any subject.
    pub subjects: &'static [&'static str],
}

/// A vendor's layout: refines what the general reading found.
pub struct Layout {
    /// The vendor's id.
    pub vendor: &'static str,
    /// Rises when its results change.
    pub version: u32,
    /// Whether the document is this vendor's. Cheap, and may be wrong.
    pub recognises: fn(&Document) -> bool,
    /// Fills in what the layout says beyond the general reading; leaves alone what it does not find.
    pub read: fn(&Page<'_>, &mut Receipt),
}

/// The reader of landlords' PDFs.
pub struct RentalReader {
    /// Reads a PDF. Never panics; what it can't read it refuses.
    pub read: fn(&[u8], &MailContext) -> Reading,
    /// Its name and version.
    pub tag: fn() -> ParserTag,
}

inventory::collect!(Category);
inventory::collect!(RentalReader);

/// Registers a [`Category`] or the [`RentalReader`].
#[macro_export]
macro_rules! register {
    ($what:expr) => {
        $crate::inventory::submit! { $what }
    };
}

/// Every linked category, sorted by name: the order of linking is nobody's to know.
pub fn categories() -> Vec<&'static Category> {
    let mut all: Vec<&'static Category> = inventory::iter::<Category>.into_iter().collect();
    all.sort_by_key(|c| c.sub_type);
    all
}

/// The linked reader of rental PDFs.
pub fn rental_reader() -> Option<&'static RentalReader> {
    inventory::iter::<RentalReader>.into_iter().next()
}

impl Category {
    /// The name as the rest of the service knows it.
    pub fn sub_type(&self) -> SubType {
        self.sub_type.parse().expect("a category's name is checked by its test")
    }

    /// The category as the catalogue shows it.
    pub fn entry(&self) -> parser_model::Category {
        parser_model::Category {
            sub_type: self.sub_type(),
            description: self.description,
            schema: self.schema,
        }
    }

    /// Its vendors as the service searches for them, all active.
    pub fn vendors(&self) -> Vec<Vendor> {
        self.vendors.iter().map(|v| v.vendor(self.sub_type())).collect()
    }
}

impl VendorEntry {
    fn vendor(&self, sub_type: SubType) -> Vendor {
        let wellformed = "built-in vendors are checked by a test";
        Vendor {
            vendor_id: self.id.parse().expect(wellformed),
            vendor_name: self.name.to_owned(),
            sub_type,
            active: true,
            email_patterns: self.senders.iter().map(|s| s.parse().expect(wellformed)).collect(),
            subject_keywords: self.subjects.iter().map(|&s| s.to_owned()).collect(),
        }
    }
}
