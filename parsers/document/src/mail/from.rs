//! The sender in a `From` header that is not written as RFC 5322 asks for.

use mail_parser::{HeaderForm, Message};
use parser_model::MailAddress;

use super::model::words;

/// The one address of a header in which the name has signs that need quotes: `Kiosk: Kolon <kvitto@example.com>`, which is a group by
/// the grammar. A header with two addresses has none, and none that lists several senders. A quotation that does not end is none.
pub(super) fn sender(message: &Message<'_>, header: &str) -> Option<(MailAddress, Option<String>)> {
    let is_only = header.matches('@').count() == 1;
    let bare = outside_quotes(header).or_else(|| is_only.then(|| header.to_owned()))?;
    let bare = bare.trim_end_matches([';', ' ', '\t']);
    let (before, address) = match bare.strip_suffix('>').and_then(|bare| bare.split_once('<')) {
        Some(split) => split,
        None => bare.rsplit_once([':', ';']).unwrap_or(("", bare)),
    };
    let address = address.trim().parse::<MailAddress>().ok()?;
    if before.contains([',', '<', '>']) {
        return None;
    }
    let decoded = message.header_as("From", HeaderForm::Text);
    let name = decoded.first().and_then(|text| text.as_text()?.rsplit_once('<'));
    let name = name.map(|(name, _)| words(name.trim())).filter(|name| !name.is_empty());
    Some((address, name))
}

/// A header without the contents of quoted strings and comments, if these end.
fn outside_quotes(header: &str) -> Option<String> {
    let (mut bare, mut quoted, mut depth, mut escaped) = (String::new(), false, 0_usize, false);
    for c in header.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted || depth > 0 => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => depth -= 1,
            _ if quoted || depth > 0 => {}
            c => bare.push(c),
        }
    }
    (!quoted && depth == 0).then_some(bare)
}
