//! The line that machines read at the foot of a payment slip: `# 7031201101 # 5295 00 1 > 5914502#41#`.
//!
//! Source: the layout of Swedish giro slips. The reference, the amount and the account end in a check digit each.

use parser_document::Document;
use parser_model::Money;

use super::form::marked_at;
use crate::luhn;
use crate::page::Page;
use crate::pattern::{Pattern, pattern};

/// The values of a slip's line. Its check digits are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipLine {
    pub ocr: String,
    pub amount: Money,
    pub account: String,
    /// Whether the account is a Bankgiro. If not, it is a Plusgiro.
    pub is_bankgiro: bool,
}

/// The reference, the kronor, the öre and their check digit, the account, and its kind.
static LINE: Pattern =
    pattern!(r"^#\s*([0-9]{4,25}) *# *([0-9]{1,8}) +([0-9]{2}) +([0-9]) *> *([0-9]{2,8}) *# *([0-9]{2})#",);
/// A payment reference alone.
static REFERENCE: Pattern = pattern!(r"(?:^|[# ])([0-9]{4,27}) ?#(?:[ 0-9]|$)");

/// Every such line of a page.
pub fn lines<'p>(page: &'p Page<'_>) -> impl Iterator<Item = SlipLine> + 'p {
    let marked = page.places().filter(|at| page.cell(*at).text.contains('#'));
    marked.filter_map(|at| {
        // A wide gap divides the line into several cells.
        let rest = page.document.lines[at.line][at.cell..].iter();
        read(&rest.map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" "))
    })
}

/// Every payment reference in a slip's form, `# 12344 #`, `+++090/9337/55493+++` or `+71<000003304172020+86123456<`, whose check digits are right, with its line.
/// The amount and the account need not follow.
pub(super) fn references<'p>(page: &'p Page<'_>) -> impl Iterator<Item = (usize, String)> + 'p {
    let lines = page.document.lines.iter().enumerate();
    let marked = lines.filter(|(_, line)| line.iter().any(|cell| cell.text.contains(['#', '+', '*'])));
    marked.filter_map(|(at, line)| {
        let text = Document::line_text(line);
        let digits = REFERENCE.captures(&text).map(|found| found[1].to_owned());
        let digits = digits.filter(|digits| luhn::is_valid(digits));
        let marked = || {
            text.match_indices(['+', '*'])
                .find_map(|(start, _)| marked_at(&text[start..]))
        };
        Some((at, digits.or_else(marked)?))
    })
}

fn read(text: &str) -> Option<SlipLine> {
    let found = LINE.captures(text)?;
    let amount = [&found[2], &found[3], &found[4]].concat();
    let is_valid = [&found[1], &amount, &found[5]].into_iter().all(luhn::is_valid);
    is_valid.then(|| {
        Some(SlipLine {
            ocr: found[1].to_owned(),
            amount: format!("{}.{}", &found[2], &found[3]).parse().ok()?,
            account: found[5].to_owned(),
            is_bankgiro: found[6].starts_with('4'),
        })
    })?
}

impl SlipLine {
    /// The account as people write it: `591-4502`, `440188-1`.
    pub fn number(&self) -> String {
        let tail = if self.is_bankgiro { 4 } else { 1 };
        let (front, back) = self.account.split_at(self.account.len().saturating_sub(tail));
        format!("{front}-{back}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_only_if_all_check_digits_are_right() {
        let line = read("# 7031201101 # 5295 00 1 > 5914502#41#").unwrap();
        assert_eq!(
            (line.ocr.as_str(), line.amount.to_string().as_str()),
            ("7031201101", "5295")
        );
        assert_eq!(line.number(), "591-4502");
        let plusgiro = read("# 440188076 # 8256 00 0 > 4401881#14#").unwrap();
        assert_eq!(plusgiro.number(), "440188-1");
        for wrong in [
            "# 7031201102 # 5295 00 1 > 5914502#41#",
            "# 7031201101 # 5296 00 1 > 5914502#41#",
            "# 7031201101 # 5295 00 1 > 5914503#41#",
            "# 7031201101 # > 5914502#41#",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
