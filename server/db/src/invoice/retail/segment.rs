//! Segments: the texts of many invoices together, each distinct one once. A search reads a segment in the time of a few texts,
//! because invoices have most of their texts in common.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use diesel::prelude::*;
use invoices_domain::RetailInvoiceId;

use crate::schema::retail_segments;

/// Before and after each text of an invoice.
pub(super) const SEPARATOR: char = '\u{1}';
/// The number of invoices of a full segment.
pub(super) const SIZE: u16 = 1_024;
/// The bytes of a bitmap of invoices. A shorter list of places is kept as it is.
const BITMAP: usize = SIZE as usize / 8;
/// The bytes of an id.
const ID: usize = 16;

/// The texts of at most [`SIZE`] invoices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = retail_segments)]
pub(super) struct Segment {
    /// The distinct texts, with separators around each.
    pub terms: String,
    /// The places of the invoices that have each: their number, then their list or bitmap.
    pub postings: Vec<u8>,
    /// The ids of the invoices, by place.
    pub invoices: Vec<u8>,
}

impl Segment {
    /// Of these invoices, each with its texts, which separators surround.
    pub fn of(invoices: &[(RetailInvoiceId, String)]) -> Self {
        let mut places: BTreeMap<&str, Vec<u16>> = BTreeMap::new();
        for (place, (_, texts)) in (0..SIZE).zip(invoices) {
            for term in texts.split(SEPARATOR).filter(|term| !term.is_empty()) {
                let of_term = places.entry(term).or_default();
                if of_term.last() != Some(&place) {
                    of_term.push(place);
                }
            }
        }
        let mut segment = Segment {
            terms: SEPARATOR.to_string(),
            ..Segment::default()
        };
        for (term, places) in places {
            segment.terms.push_str(term);
            segment.terms.push(SEPARATOR);
            write_posting(&mut segment.postings, &places);
        }
        for (id, _) in invoices.iter().take(SIZE.into()) {
            segment.invoices.extend(id.to_bytes());
        }
        segment
    }

    /// The invoices that have a text with this part. The part may begin or end with the separator.
    pub fn find(&self, part: &str) -> impl Iterator<Item = RetailInvoiceId> {
        let mut found = [0_u8; BITMAP];
        let mut postings = Postings(&self.postings);
        // Up to where terms are counted.
        let mut counted = 0;
        while let Some(hit) = self.terms.get(counted..).and_then(|rest| rest.find(part)) {
            let begin = counted + hit + usize::from(part.starts_with(SEPARATOR));
            let before = self.terms.as_bytes()[counted..begin].iter();
            let passed = before.filter(|byte| char::from(**byte) == SEPARATOR).count();
            match postings.nth(passed.saturating_sub(1)) {
                Some(posting) => posting.add_to(&mut found),
                None => break,
            }
            // The next term begins with the separator that ends this one.
            let Some(length) = self.terms[begin..].find(SEPARATOR) else {
                break;
            };
            counted = begin + length;
        }
        let is_found = move |place: usize| found.get(place / 8).is_some_and(|byte| byte & (1 << (place % 8)) != 0);
        let ids = ids(&self.invoices).enumerate();
        ids.filter(move |(place, _)| is_found(*place)).map(|(_, id)| id)
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
        // The constant is that of the golden ratio.
        self.0 = (self.0.rotate_left(32) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, _: usize) {
        // All ids have one length.
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// The ids of a segment's invoices.
pub(super) fn ids(invoices: &[u8]) -> impl Iterator<Item = RetailInvoiceId> {
    let (ids, _) = invoices.as_chunks::<ID>();
    ids.iter().copied().map(RetailInvoiceId::from_bytes)
}

fn write_posting(postings: &mut Vec<u8>, places: &[u16]) {
    let number = u16::try_from(places.len()).unwrap_or(u16::MAX);
    postings.extend(number.to_le_bytes());
    if 2 * places.len() < BITMAP {
        postings.extend(places.iter().flat_map(|place| place.to_le_bytes()));
    } else {
        let mut bitmap = [0; BITMAP];
        for place in places {
            set(&mut bitmap, *place);
        }
        postings.extend(bitmap);
    }
}

fn set(bitmap: &mut [u8; BITMAP], place: u16) {
    if let Some(byte) = bitmap.get_mut(usize::from(place) / 8) {
        *byte |= 1 << (place % 8);
    }
}

/// The places of the invoices that have a term.
enum Posting<'a> {
    List(&'a [u8]),
    Bitmap(&'a [u8]),
}

impl Posting<'_> {
    fn add_to(&self, found: &mut [u8; BITMAP]) {
        match self {
            Posting::List(places) => {
                let (places, _) = places.as_chunks();
                for place in places {
                    set(found, u16::from_le_bytes(*place));
                }
            }
            Posting::Bitmap(bitmap) => {
                for (found, added) in found.iter_mut().zip(*bitmap) {
                    *found |= added;
                }
            }
        }
    }
}

/// Reads one posting after the other.
struct Postings<'a>(&'a [u8]);

impl<'a> Iterator for Postings<'a> {
    type Item = Posting<'a>;

    fn next(&mut self) -> Option<Posting<'a>> {
        let (number, rest) = self.0.split_first_chunk()?;
        let number = usize::from(u16::from_le_bytes(*number));
        let is_list = 2 * number < BITMAP;
        let (posting, rest) = rest.split_at_checked(if is_list { 2 * number } else { BITMAP })?;
        self.0 = rest;
        Some(if is_list {
            Posting::List(posting)
        } else {
            Posting::Bitmap(posting)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    fn id(number: u128) -> RetailInvoiceId {
        RetailInvoiceId::from_bytes(number.to_be_bytes())
    }

    fn found(segment: &Segment, part: &str) -> Vec<u128> {
        let ids = segment.find(part);
        ids.map(|id| u128::from_be_bytes(id.to_bytes())).collect()
    }

    proptest! {
        #[test]
        fn a_segment_finds_what_its_texts_have(
            texts in vec(vec(select(vec!["ab", "abab", "ba", "b", "cé", "aé", ""]), 0..5), 0..300),
            parts in vec(select(vec!["a", "b", "ab", "ba", "bab", "é", "x", "\u{1}ab\u{1}", "\u{1}ab", "ab\u{1}"]), 1..4),
        ) {
            let texts = texts.iter().map(|texts| format!("\u{1}{}\u{1}", texts.join("\u{1}")));
            let invoices: Vec<_> = (0..).map(id).zip(texts).collect();
            let segment = Segment::of(&invoices);
            for part in parts {
                let expected = (0..).zip(&invoices).filter(|(_, (_, texts))| texts.contains(part));
                let expected: Vec<u128> = expected.map(|(number, _)| number).collect();
                prop_assert_eq!(found(&segment, part), expected, "{:?}", part);
            }
            prop_assert!(ids(&segment.invoices).eq(invoices.iter().map(|(id, _)| *id)));
        }

        #[test]
        fn a_segment_that_is_cut_is_no_panic(cut in 0..200_usize, part in select(vec!["a", "b", "\u{1}"])) {
            let invoices: Vec<_> = (0..100).map(|n| (id(n), format!("\u{1}a{n}\u{1}b\u{1}"))).collect();
            let mut segment = Segment::of(&invoices);
            segment.postings.truncate(cut);
            segment.invoices.truncate(cut);
            prop_assert!(segment.find(part).count() <= 100);
        }
    }

    #[test]
    fn a_term_of_all_invoices_takes_a_bitmap() {
        let invoices: Vec<_> = (0..u128::from(SIZE))
            .map(|n| (id(n), "\u{1}ica\u{1}".to_owned()))
            .collect();
        let segment = Segment::of(&invoices);
        assert_eq!(
            (segment.terms.as_str(), segment.postings.len()),
            ("\u{1}ica\u{1}", 2 + BITMAP)
        );
        assert_eq!(found(&segment, "ic"), (0..u128::from(SIZE)).collect::<Vec<_>>());
        assert_eq!(found(&segment, "icae"), [0; 0]);
    }
}
