//! What this build can read: categories with their schemas, and vendors.

use std::collections::BTreeSet;

use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;

use crate::ids::VendorId;
use crate::sub_type::SubType;
use crate::vendor::Vendor;

/// A retail category.
#[derive(Clone, Debug)]
pub struct Category {
    /// Its name.
    pub sub_type: SubType,
    /// One sentence on what belongs to it.
    pub description: &'static str,
    /// Adds the schema of its detail record to a document: a reference to a component
    /// whose `sub_type` is the one-value enum of this category's name.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// Every category and vendor of a build, sorted, never empty.
#[derive(Clone, Debug)]
pub struct Catalogue {
    categories: Vec<Category>,
    vendors: Vec<Vendor>,
}

/// Why a catalogue can't stand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// Nothing is registered: the parser crates were not linked.
    #[error("no category is registered: the parser crates were not linked")]
    Empty,
    /// Two categories have one name.
    #[error("two parsers claim the category {0}")]
    DoubleCategory(SubType),
    /// Two vendors have one id.
    #[error("two vendors have the id {0}")]
    DoubleVendor(VendorId),
    /// A vendor's category is not registered.
    #[error("vendor {vendor} has the unknown sub-type {sub_type}")]
    UnknownSubType {
        /// The vendor.
        vendor: VendorId,
        /// What it says.
        sub_type: SubType,
    },
}

impl Catalogue {
    /// Sorts and checks what was registered.
    pub fn new(mut categories: Vec<Category>, mut vendors: Vec<Vendor>) -> Result<Self, CatalogueError> {
        categories.sort_by(|a, b| a.sub_type.cmp(&b.sub_type));
        vendors.sort_by(|a, b| a.vendor_id.cmp(&b.vendor_id));
        if categories.is_empty() {
            return Err(CatalogueError::Empty);
        }
        if let Some(pair) = categories.windows(2).find(|pair| pair[0].sub_type == pair[1].sub_type) {
            return Err(CatalogueError::DoubleCategory(pair[0].sub_type.clone()));
        }
        if let Some(pair) = vendors.windows(2).find(|pair| pair[0].vendor_id == pair[1].vendor_id) {
            return Err(CatalogueError::DoubleVendor(pair[0].vendor_id.clone()));
        }
        let known: BTreeSet<&SubType> = categories.iter().map(|c| &c.sub_type).collect();
        if let Some(vendor) = vendors.iter().find(|v| !known.contains(&v.sub_type)) {
            return Err(CatalogueError::UnknownSubType {
                vendor: vendor.vendor_id.clone(),
                sub_type: vendor.sub_type.clone(),
            });
        }
        Ok(Catalogue { categories, vendors })
    }

    /// The same categories with the operator's vendors laid over the built-in ones:
    /// an entry with a known id takes that vendor's place, any other is added.
    pub fn with_vendors(self, vendors: Vec<Vendor>) -> Result<Self, CatalogueError> {
        let given: BTreeSet<VendorId> = vendors.iter().map(|v| v.vendor_id.clone()).collect();
        let kept = self.vendors.into_iter().filter(|v| !given.contains(&v.vendor_id));
        let all = kept.chain(vendors).collect();
        Catalogue::new(self.categories, all)
    }

    /// The same categories with none but these vendors.
    pub fn with_only_vendors(self, vendors: Vec<Vendor>) -> Result<Self, CatalogueError> {
        Catalogue::new(self.categories, vendors)
    }

    /// Every category, sorted by name.
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// Every category's name, sorted.
    pub fn sub_types(&self) -> impl Iterator<Item = &SubType> {
        self.categories.iter().map(|c| &c.sub_type)
    }

    /// The category of that name.
    pub fn sub_type(&self, name: &str) -> Option<&SubType> {
        self.sub_types().find(|s| s.as_str() == name)
    }

    /// Every vendor, active or not, sorted by id.
    pub fn vendors(&self) -> &[Vendor] {
        &self.vendors
    }

    /// The vendors that are searched for, of one category or all.
    pub fn active_vendors(&self, sub_type: Option<&SubType>) -> Vec<&Vendor> {
        self.vendors
            .iter()
            .filter(|v| v.active && sub_type.is_none_or(|s| *s == v.sub_type))
            .collect()
    }

    /// The vendor of that id.
    pub fn vendor(&self, id: &VendorId) -> Option<&Vendor> {
        self.vendors.iter().find(|v| v.vendor_id == *id)
    }
}
