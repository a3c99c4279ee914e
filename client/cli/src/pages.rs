//! Lists that come in pages.

use crate::failure::Failure;

/// A page, and the cursor of the next.
pub type Page<T> = (Vec<T>, Option<String>);

/// Fetches pages until there are this many entries, or no more. `largest` is the maximum number of entries per page.
///
/// `page` takes the cursor and the number of entries that are wanted.
pub async fn first<T>(
    wanted: usize,
    largest: u16,
    page: impl AsyncFn(Option<&str>, u16) -> Result<Page<T>, Failure>,
) -> Result<Vec<T>, Failure> {
    let mut all = Vec::new();
    let mut cursor: Option<String> = None;
    while all.len() < wanted {
        let left = u16::try_from(wanted - all.len()).unwrap_or(largest);
        let (entries, next) = page(cursor.as_deref(), left.min(largest)).await?;
        all.extend(entries);
        cursor = next;
        if cursor.is_none() {
            break;
        }
    }
    all.truncate(wanted);
    Ok(all)
}
