//! The line that machines read at the foot of a payment slip: `# 7031201101 # 5295 00 1 > 5914502#41#`.
//!
//! Source: the layout of Swedish giro slips. The reference, the amount and the account end in a check digit each.

use parser_document::Document;
use parser_model::Money;

use super::form::{OCR_DIGITS, marked_at};
use crate::luhn;
use crate::page::{Page, Place};
use crate::scanner::Scanner;

/// The values of a slip's line. Its check digits are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipLine {
    pub ocr: String,
    pub amount: Money,
    pub account: String,
    /// Whether the account is a Bankgiro. If not, it is a Plusgiro.
    pub is_bankgiro: bool,
}

/// Every such line of a page, with the place of its first cell.
pub fn lines(page: &Page<'_>) -> Vec<(Place, SlipLine)> {
    let marked = page.places().filter(|at| page.cell(*at).text.contains('#'));
    let joined = |at: Place| {
        // A wide gap divides the line into several cells.
        let rest = page.document.lines[at.line][at.cell..].iter();
        rest.map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    marked.filter_map(|at| Some((at, read(&joined(at))?))).collect()
}

/// Every payment reference in a slip's form, `# 12344 #`, `+++090/9337/55493+++` or `+71<000003304172020+86123456<`, whose check digits are right, with its line.
/// The amount and the account need not follow.
pub(super) fn references<'p>(page: &'p Page<'_>) -> impl Iterator<Item = (usize, String)> + 'p {
    let lines = page.document.lines.iter().enumerate();
    let marked = lines.filter(|(_, line)| line.iter().any(|cell| cell.text.contains(['#', '+', '*'])));
    marked.filter_map(|(at, line)| {
        let text = Document::line_text(line);
        let digits = reference(&text).filter(|digits| luhn::is_valid(digits));
        let marked = || {
            text.match_indices(['+', '*'])
                .find_map(|(start, _)| marked_at(&text[start..]))
        };
        Some((at, digits.map(str::to_owned).or_else(marked)?))
    })
}

/// The first run of digits before a `#`, if it has a payment reference's length.
fn reference(line: &str) -> Option<&str> {
    line.match_indices('#').find_map(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + 1..]);
        let before = before.strip_suffix(' ').unwrap_or(before);
        let head = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &before[head.len()..];
        let apart = head.is_empty() || head.ends_with(['#', ' ']);
        let ends = Scanner::new(after).ends_before(|c| c == ' ' || c.is_ascii_digit());
        (apart && ends && OCR_DIGITS.contains(&digits.len())).then_some(digits)
    })
}

fn read(text: &str) -> Option<SlipLine> {
    let mut scanner = Scanner::new(text.strip_prefix('#')?.trim_start());
    let ocr = scanner.digits(4..=25)?;
    take_sign(&mut scanner, '#')?;
    let kronor = scanner.digits(1..=8)?;
    scanner.take_while(|c| c == ' ');
    let ore = scanner.digits(2..=2)?;
    scanner.take_while(|c| c == ' ');
    let check = scanner.digits(1..=1)?;
    take_sign(&mut scanner, '>')?;
    let account = scanner.digits(2..=8)?;
    take_sign(&mut scanner, '#')?;
    let kind = scanner.digits(2..=2)?;
    scanner.one_of(&['#']).then_some(())?;
    let valid = [ocr, &format!("{kronor}{ore}{check}"), account]
        .into_iter()
        .all(luhn::is_valid);
    valid.then(|| {
        Some(SlipLine {
            ocr: ocr.to_owned(),
            amount: format!("{kronor}.{ore}").parse().ok()?,
            account: account.to_owned(),
            is_bankgiro: kind.starts_with('4'),
        })
    })?
}

/// Takes a sign and the blanks around it.
fn take_sign(scanner: &mut Scanner<'_>, sign: char) -> Option<()> {
    scanner.take_while(|c| c == ' ');
    scanner.one_of(&[sign]).then_some(())?;
    scanner.take_while(|c| c == ' ');
    Some(())
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
