//! What a search finds: a bitmap a segment, and the invoices that are in none.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use invoices_domain::{RetailInvoiceId, SubType};

use crate::invoice::retail::segment::{Bitmap, GOLDEN, Segment, ids};

/// The invoices of a user that a search finds.
#[derive(Default)]
pub(super) struct Found {
    segments: Vec<InSegment>,
    /// Those in no segment.
    alone: Ids,
}

struct InSegment {
    found: Bitmap,
    /// The ids of the segment's invoices, by place.
    invoices: Vec<u8>,
    categories: Vec<(SubType, Bitmap)>,
}

impl Found {
    /// Adds invoices that are in no segment.
    pub fn add(&mut self, alone: Vec<RetailInvoiceId>) {
        self.alone.extend(alone);
    }

    /// Adds the invoices of a segment that have one of these parts, without those that were removed from it.
    pub fn add_segment(&mut self, segment: Segment, parts: &[String], removed: Option<&Ids>) {
        let mut found = Bitmap::default();
        for part in parts {
            segment.find(part, &mut found);
        }
        if let Some(removed) = removed {
            for (place, id) in ids(&segment.invoices).enumerate() {
                if removed.contains(&id) {
                    found.remove(place);
                }
            }
        }
        if found.len() == 0 {
            return;
        }
        self.segments.push(InSegment {
            found,
            categories: segment.categories().collect(),
            invoices: segment.invoices,
        });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let in_segments: usize = self.segments.iter().map(|segment| segment.found.len()).sum();
        in_segments + self.alone.len()
    }

    /// All of them.
    pub fn ids(&self) -> impl Iterator<Item = RetailInvoiceId> {
        let in_segments = self
            .segments
            .iter()
            .flat_map(|segment| segment.found.of(&segment.invoices));
        in_segments.chain(self.alone.iter().copied())
    }

    /// Those of a few invoices that are among them, in the order of these.
    pub fn among(&self, few: Vec<RetailInvoiceId>) -> Vec<RetailInvoiceId> {
        let looked_for: Ids = few.iter().copied().collect();
        let found: Ids = self.ids().filter(|id| looked_for.contains(id)).collect();
        few.into_iter().filter(|id| found.contains(id)).collect()
    }

    /// The number in each category, and those whose text doesn't have it: an earlier version wrote it, or it is in no segment.
    pub fn by_category(&self) -> (BTreeMap<SubType, u64>, Ids) {
        let (mut counts, mut others) = (BTreeMap::new(), self.alone.clone());
        for segment in &self.segments {
            let mut rest = segment.found;
            for (sub_type, invoices) in &segment.categories {
                let count = rest.and(invoices).len() as u64;
                if count > 0 {
                    *counts.entry(sub_type.clone()).or_default() += count;
                }
                rest = rest.without(invoices);
            }
            others.extend(rest.of(&segment.invoices));
        }
        (counts, others)
    }
}

/// Ids of invoices. A search may find all of a user.
pub(super) type Ids = HashSet<RetailInvoiceId, BuildHasherDefault<IdHasher>>;

/// A quick hash of an id, which is derived by a hash.
#[derive(Default)]
pub(super) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.as_chunks().0 {
            self.write_u64(u64::from_le_bytes(*part));
        }
    }

    fn write_u64(&mut self, part: u64) {
        self.0 = (self.0.rotate_left(32) ^ part).wrapping_mul(GOLDEN);
    }

    fn write_usize(&mut self, _: usize) {
        // All ids have one length.
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
