//! Cents in words behind whole units: `62 euros and 50 cents`.

use parser_document::text::cut;

use crate::pattern::{Pattern, pattern};

/// What says how many cents has at most this many bytes.
const MAX_BYTES: usize = 24;

static CENTS: Pattern = pattern!(
    r"(?i)^ ?(?:(?:and|und|et|en|con|y|och|og|e|i|ja) )?([0-9]{1,2}) ?(?:cents?|centimes?|céntimos?|cêntimos?|centavos?|centesimi|senttiä|öre|øre|groszy|haléřů|hal|pence)\b",
);

/// The cents at the start of a text, and the length of what says so.
pub(super) fn behind(text: &str) -> Option<(u32, usize)> {
    let found = CENTS.captures(cut(text, MAX_BYTES))?;
    // `349 kr og 49 øre per SMS`, `40 € und 50 Cent Trinkgeld`
    let ends = text[found.range().end..].trim_start().chars().next();
    if ends.is_some_and(|c| !".,;!?)".contains(c)) {
        return None;
    }
    Some((found.get(1)?.as_str().parse().ok()?, found.range().end))
}
