//! The catalogue: the categories of a build with their schemas, and the vendors.

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
    /// Adds the schema of its detail record to a document, and returns a reference to it. The property `sub_type` of the
    /// schema is an enum with one value, the name of the category.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// The categories of a build, at least one, and its vendors. Names and ids are unique, and each vendor's category exists.
#[derive(Clone, Debug)]
pub struct Catalogue {
    categories: Vec<Category>,
    vendors: Vec<Vendor>,
}

/// Why a catalogue is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// There is no category, because the parser crates are not linked.
    #[error("no category is registered: the parser crates are not linked")]
    Empty,
    /// Two categories have the same name.
    #[error("two categories are named {0}")]
    DuplicateCategory(SubType),
    /// Two vendors have the same id.
    #[error("two vendors have the id {0}")]
    DuplicateVendor(VendorId),
    /// A vendor's category does not exist.
    #[error("vendor {vendor} has the unknown sub-type {sub_type}")]
    UnknownSubType {
        /// The vendor's id.
        vendor: VendorId,
        /// The name of the category.
        sub_type: SubType,
    },
}

impl Catalogue {
    /// Sorts and checks categories and vendors.
    pub fn new(mut categories: Vec<Category>, mut vendors: Vec<Vendor>) -> Result<Self, CatalogueError> {
        categories.sort_by(|a, b| a.sub_type.cmp(&b.sub_type));
        vendors.sort_by(|a, b| a.vendor_id.cmp(&b.vendor_id));
        if categories.is_empty() {
            return Err(CatalogueError::Empty);
        }
        if let Some(pair) = categories.windows(2).find(|pair| pair[0].sub_type == pair[1].sub_type) {
            return Err(CatalogueError::DuplicateCategory(pair[0].sub_type.clone()));
        }
        if let Some(pair) = vendors.windows(2).find(|pair| pair[0].vendor_id == pair[1].vendor_id) {
            return Err(CatalogueError::DuplicateVendor(pair[0].vendor_id.clone()));
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

    /// Adds the operator's vendors. One with the id of a built-in vendor replaces it.
    pub fn with_vendors(self, vendors: Vec<Vendor>) -> Result<Self, CatalogueError> {
        let replaced: BTreeSet<VendorId> = vendors.iter().map(|v| v.vendor_id.clone()).collect();
        let kept = self.vendors.into_iter().filter(|v| !replaced.contains(&v.vendor_id));
        let all = kept.chain(vendors).collect();
        Catalogue::new(self.categories, all)
    }

    /// Replaces all vendors.
    pub fn with_only_vendors(self, vendors: Vec<Vendor>) -> Result<Self, CatalogueError> {
        Catalogue::new(self.categories, vendors)
    }

    /// All categories, sorted by name.
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// The names of all categories, sorted.
    pub fn sub_types(&self) -> impl Iterator<Item = &SubType> {
        self.categories.iter().map(|c| &c.sub_type)
    }

    /// The category with this name.
    pub fn sub_type(&self, name: &str) -> Option<&SubType> {
        self.sub_types().find(|s| s.as_str() == name)
    }

    /// All vendors, inactive ones included, sorted by id.
    pub fn vendors(&self) -> &[Vendor] {
        &self.vendors
    }

    /// The active vendors of one category, or of all.
    pub fn active_vendors(&self, sub_type: Option<&SubType>) -> Vec<&Vendor> {
        self.vendors
            .iter()
            .filter(|v| v.active && sub_type.is_none_or(|s| *s == v.sub_type))
            .collect()
    }

    /// The vendor with this id.
    pub fn vendor(&self, id: &VendorId) -> Option<&Vendor> {
        self.vendors.iter().find(|v| v.vendor_id == *id)
    }
}
