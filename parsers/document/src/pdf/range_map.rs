//! A map from character codes to values. A range of codes takes one entry, however long it is.

/// A map from codes and ranges of codes to values.
#[derive(Debug, Default)]
pub struct RangeMap<T> {
    /// Sorted by code after [`RangeMap::sort`]. Of several values for one code the last one counts.
    single: Vec<(u32, T)>,
    /// First and last code, sorted by the first after [`RangeMap::sort`].
    ranges: Vec<(u32, u32, T)>,
}

impl<T> RangeMap<T> {
    pub fn insert(&mut self, code: u32, value: T) {
        self.single.push((code, value));
    }

    /// Sets one value for all codes from the first to the last.
    pub fn insert_range(&mut self, first: u32, last: u32, value: T) {
        if first == last {
            self.insert(first, value);
        } else if first < last {
            self.ranges.push((first, last, value));
        }
    }

    /// Must be called before the first [`RangeMap::get`].
    pub fn sort(&mut self) {
        self.single.sort_by_key(|single| single.0);
        self.ranges.sort_by_key(|range| range.0);
    }

    /// The value of a code, and the distance of the code from the first of its range.
    pub fn get(&self, code: u32) -> Option<(&T, u32)> {
        let after = self.single.partition_point(|single| single.0 <= code);
        if let Some((_, value)) = after
            .checked_sub(1)
            .map(|last| &self.single[last])
            .filter(|s| s.0 == code)
        {
            return Some((value, 0));
        }
        let after = self.ranges.partition_point(|range| range.0 <= code);
        let (first, last, value) = self.ranges.get(after.checked_sub(1)?)?;
        (code <= *last).then_some((value, code - first))
    }

    pub fn is_empty(&self) -> bool {
        self.single.is_empty() && self.ranges.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_own_value_or_the_value_of_its_range() {
        let mut ranges = RangeMap::default();
        ranges.insert_range(10, u32::MAX, 'b');
        ranges.insert_range(0, 5, 'a');
        ranges.insert(3, 'c');
        ranges.sort();
        assert_eq!(ranges.get(5), Some((&'a', 5)));
        assert_eq!(ranges.get(3), Some((&'c', 0)));
        assert_eq!(ranges.get(7), None);
        assert_eq!(ranges.get(12), Some((&'b', 2)));
    }
}
