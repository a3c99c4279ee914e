//! Cents in words behind whole units: `62 euros and 50 cents`.

use parser_document::text::cut;

use crate::pattern::{Pattern, pattern};

/// The hundredths of currencies.
const HUNDREDTHS: &str = "cent cents ct centime centimes céntimo céntimos cêntimo cêntimos centavo centavos centesimo centesimi \
    snt senttiä öre øre ore gr groszy hal haléřů p pence rp";
/// What says how many cents has at most this many bytes.
const MAX_BYTES: usize = 24;

static NUMBER_AND_WORD: Pattern =
    pattern!(r"(?i)^ ?(?:(?:and|und|et|en|con|y|och|og|e|i|ja) )?([0-9]{1,2}) ?(\p{L}+)\b");

/// Whether a word names the hundredths of a currency.
pub fn is_hundredths(word: &str) -> bool {
    HUNDREDTHS.split(' ').any(|known| known == word.to_lowercase())
}

/// The cents at the start of a text, and the length of what says so.
pub(super) fn behind(text: &str) -> Option<(u32, usize)> {
    // `12 kr 50 gr` may be a weight.
    const SHORTEST_WORD: usize = 3;
    let found = NUMBER_AND_WORD.captures(cut(text, MAX_BYTES))?;
    let word = found.get(2)?.as_str();
    // `349 kr og 49 øre per SMS`, `40 € und 50 Cent Trinkgeld`
    let next = text[found.range().end..].trim_start().chars().next();
    let is_last = next.is_none_or(|c| ".,;!?)".contains(c));
    let is_of_sum = is_last && word.chars().count() >= SHORTEST_WORD && is_hundredths(word);
    let cents = found.get(1)?.as_str().parse().ok().filter(|_| is_of_sum)?;
    Some((cents, found.range().end))
}
