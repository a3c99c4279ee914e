//! Segments: the texts of many invoices together, each distinct one once. A search reads a segment in the time of a few texts,
//! because invoices have most of their texts in common.

use std::collections::BTreeMap;
use std::ops::Range;

use diesel::prelude::*;
use invoices_domain::{RetailInvoiceId, SubType};
use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter};

use crate::schema::retail_segments;

/// Before and after each text of an invoice.
pub(super) const SEPARATOR: char = '\u{1}';
/// At the beginning of an invoice's category, which is one of its texts. It orders categories before all others.
pub(super) const CATEGORY: char = '\u{2}';
/// The letters of a category: those of ASCII in the same order (private use), so that no word is found in them.
pub(super) const LETTERS: Range<u32> = 0xe000..0xe080;
/// The number of invoices of a full segment.
pub(super) const SIZE: u16 = 1_024;
/// The bytes of a bitmap of invoices. A shorter list of places is kept as it is.
const BITMAP: usize = SIZE as usize / 8;
/// The bytes of an id.
const ID: usize = 16;
/// The letters of a gram: a shorter part is looked for in all segments.
const GRAM: usize = 5;
/// The bytes of a segment's grams: a bit for each hash. In a full segment whose invoices each have their own number, total and article,
/// a quarter of the bits are set. A number of eight digits that is not in it passes once in 150 times, one of seven once in 40.
const GRAMS: usize = 1 << 13;

/// The texts of at most [`SIZE`] invoices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Insertable, AsChangeset)]
#[diesel(table_name = retail_segments)]
pub(super) struct Segment {
    /// The distinct texts, with separators around each.
    pub terms: String,
    /// The places of the invoices that have each: their number, then their list or bitmap.
    pub postings: Vec<u8>,
    /// The ids of the invoices, by place.
    pub invoices: Vec<u8>,
    /// A bit for each [`GRAM`] letters of a text, by their hash (a Bloom filter). `None` if an earlier version wrote it, or if it
    /// is not read.
    pub grams: Option<Vec<u8>>,
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
        let mut bits = vec![0; GRAMS];
        for gram in grams(&segment.terms) {
            bits[gram / 8] |= 1 << (gram % 8);
        }
        segment.grams = Some(bits);
        segment
    }

    /// Adds the invoices that have a text with this part. The part may begin or end with the separator.
    pub fn find(&self, part: &str, found: &mut Bitmap) {
        let finder = Finder::new(part);
        let terms = self.terms.as_bytes();
        let mut postings = Postings(&self.postings);
        // Up to where terms are counted.
        let mut counted = 0;
        while let Some(hit) = terms.get(counted..).and_then(|rest| finder.find(rest)) {
            let begin = counted + hit + usize::from(part.starts_with(SEPARATOR));
            let passed = memchr_iter(SEPARATOR as u8, &terms[counted..begin]).count();
            match postings.nth(passed.saturating_sub(1)) {
                Some(posting) => posting.add_to(found),
                None => break,
            }
            // The next term begins with the separator that ends this one.
            let Some(length) = memchr(SEPARATOR as u8, &terms[begin..]) else {
                break;
            };
            counted = begin + length;
        }
    }

    /// The invoices of each category.
    pub fn categories(&self) -> impl Iterator<Item = (SubType, Bitmap)> {
        let terms = self.terms.split(SEPARATOR).filter(|term| !term.is_empty());
        let first = terms.zip(Postings(&self.postings)).map_while(|(term, posting)| {
            let mut invoices = Bitmap::default();
            posting.add_to(&mut invoices);
            Some((term.strip_prefix(CATEGORY)?, invoices))
        });
        first.filter_map(|(letters, invoices)| Some((category(letters)?, invoices)))
    }
}

/// A category as texts have it.
pub(super) fn written_category(sub_type: &SubType) -> String {
    let letters = sub_type.as_str().chars();
    let letters = letters.filter_map(|c| char::from_u32(LETTERS.start + u32::from(c)));
    [CATEGORY].into_iter().chain(letters).chain([SEPARATOR]).collect()
}

/// The category whose [`written_category`] has these letters.
fn category(letters: &str) -> Option<SubType> {
    let letter = |c: char| char::from_u32(u32::from(c).checked_sub(LETTERS.start)?);
    letters.chars().map(letter).collect::<Option<String>>()?.parse().ok()
}

/// Whether a segment with these bits may have a text with this part.
pub(super) fn may_have(bits: &[u8], part: &str) -> bool {
    grams(part)
        .into_iter()
        .all(|gram| bits.get(gram / 8).is_none_or(|byte| byte & (1 << (gram % 8)) != 0))
}

/// Whether there is a gram to look for in this part.
pub(super) fn has_grams(part: &str) -> bool {
    !grams(part).is_empty()
}

/// The bit of each gram that is in one text, or has the separator at its begin or end.
fn grams(texts: &str) -> Vec<usize> {
    let letters: Vec<char> = texts.chars().collect();
    let grams = letters.array_windows::<GRAM>();
    let in_one = grams.filter(|gram| !gram[1..GRAM - 1].contains(&SEPARATOR));
    let bits = in_one.map(|gram| {
        let hash = gram.iter().fold(0_u64, |hash, letter| {
            (hash.rotate_left(5) ^ u64::from(*letter)).wrapping_mul(GOLDEN)
        });
        let [first, second, ..] = hash.to_be_bytes();
        usize::from(u16::from_be_bytes([first, second]))
    });
    bits.collect()
}

/// Places of invoices in a segment.
#[derive(Clone, Copy)]
pub(super) struct Bitmap([u8; BITMAP]);

impl Default for Bitmap {
    fn default() -> Self {
        Bitmap([0; BITMAP])
    }
}

impl Bitmap {
    pub fn len(&self) -> usize {
        self.0.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// Those of a segment's invoices that are in these places.
    pub fn of(&self, invoices: &[u8]) -> impl Iterator<Item = RetailInvoiceId> {
        let is_set = |place: usize| self.0.get(place / 8).is_some_and(|byte| byte & (1 << (place % 8)) != 0);
        ids(invoices)
            .enumerate()
            .filter(move |(place, _)| is_set(*place))
            .map(|(_, id)| id)
    }

    pub fn insert(&mut self, place: usize) {
        if let Some(byte) = self.0.get_mut(place / 8) {
            *byte |= 1 << (place % 8);
        }
    }

    pub fn remove(&mut self, place: usize) {
        if let Some(byte) = self.0.get_mut(place / 8) {
            *byte &= !(1 << (place % 8));
        }
    }

    pub fn extend(&mut self, others: &[u8]) {
        for (byte, other) in self.0.iter_mut().zip(others) {
            *byte |= other;
        }
    }

    /// The places of both.
    pub fn and(&self, other: &Bitmap) -> Bitmap {
        Bitmap(std::array::from_fn(|byte| self.0[byte] & other.0[byte]))
    }

    /// The places that are not in the other.
    pub fn without(&self, other: &Bitmap) -> Bitmap {
        Bitmap(std::array::from_fn(|byte| self.0[byte] & !other.0[byte]))
    }
}

/// The constant of the golden ratio.
pub(super) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

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
        let mut bitmap = Bitmap::default();
        for place in places {
            bitmap.insert((*place).into());
        }
        postings.extend(bitmap.0);
    }
}

/// The places of the invoices that have a term.
enum Posting<'a> {
    List(&'a [u8]),
    Bitmap(&'a [u8]),
}

impl Posting<'_> {
    fn add_to(&self, found: &mut Bitmap) {
        match self {
            Posting::List(places) => {
                let (places, _) = places.as_chunks();
                for place in places {
                    found.insert(u16::from_le_bytes(*place).into());
                }
            }
            Posting::Bitmap(bitmap) => found.extend(bitmap),
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
        let mut found = Bitmap::default();
        segment.find(part, &mut found);
        let ids = found.of(&segment.invoices);
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
            prop_assert!(found(&segment, part).len() <= 100);
        }

        #[test]
        fn a_segment_has_the_grams_of_what_it_finds(
            texts in vec("[ab]{0,9}", 1..9),
            part in "\u{1}?[ab]{1,9}\u{1}?",
        ) {
            let segment = Segment::of(&[(id(1), format!("\u{1}{}\u{1}", texts.join("\u{1}")))]);
            let is_found = !found(&segment, &part).is_empty();
            prop_assert!(!is_found || may_have(segment.grams.as_deref().unwrap(), &part));
        }
    }

    #[test]
    fn a_segment_without_a_part_mostly_lacks_its_grams() {
        let invoices: Vec<_> = (0..u128::from(SIZE))
            .map(|n| {
                (
                    id(n),
                    format!("\u{1}{}\u{1}article {}\u{1}", 70_000_000 + 977 * n, 31 * n),
                )
            })
            .collect();
        let segment = Segment::of(&invoices);
        let grams = segment.grams.as_deref().unwrap();
        let parts = (0..1_000).map(|n| format!("{}", 20_000_000 + 1_009 * n));
        let may = parts.filter(|part| may_have(grams, part)).count();
        assert!(may < 20, "{may}");
        assert!(may_have(grams, "70000977") && !may_have(grams, "potatoes") && !has_grams("1234"));
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
