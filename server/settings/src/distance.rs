//! The name that a misspelt one may have meant.

/// The known path that is at most two letters away, or has the same key in another section.
pub(crate) fn nearest<'k>(path: &str, known: &'k [String]) -> Option<&'k str> {
    let near = known.iter().map(|name| (distance(path, name), name));
    let nearest = near.filter(|(distance, _)| *distance <= 2).min();
    let same_key = || known.iter().find(|name| key(name) == key(path));
    nearest.map(|(_, name)| name).or_else(same_key).map(String::as_str)
}

fn key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// The number of letters to insert, remove or replace (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_and_one_in_the_wrong_section_are_found() {
        let known = ["server.address", "pipeline.workers"].map(str::to_owned);
        assert_eq!(nearest("server.adress", &known), Some("server.address"));
        assert_eq!(nearest("server.workers", &known), Some("pipeline.workers"));
        assert_eq!(nearest("server.port", &known), None);
    }
}
