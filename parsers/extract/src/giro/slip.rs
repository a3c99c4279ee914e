//! The line that machines read at the foot of a payment slip: `# 7031201101 # 5295 00 1 > 5914502#41#`.
//!
//! Source: the layout of Swedish giro slips, whose reference, amount and account each end in a check digit of their own.

use parser_model::Money;

use crate::luhn;
use crate::page::{Page, Place};
use crate::scanner::Scanner;

/// What the line of a slip says. Every check digit in it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipLine {
    /// The payment reference.
    pub ocr: String,
    /// What to pay.
    pub amount: Money,
    /// The account's digits.
    pub account: String,
    /// Whether the account is a Bankgiro, else a Plusgiro.
    pub is_bankgiro: bool,
}

/// Every such line of a page, with its place.
pub fn lines(page: &Page<'_>) -> Vec<(Place, SlipLine)> {
    let marked = page.places().filter(|at| page.cell(*at).text.contains('#'));
    let joined = |at: Place| {
        // A wide gap parts the line into cells: it goes on to the right.
        let rest = page.document.lines[at.line][at.cell..].iter();
        rest.map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    marked.filter_map(|at| Some((at, read(&joined(at))?))).collect()
}

/// Reads the line that begins a text.
fn read(text: &str) -> Option<SlipLine> {
    let mut form = Scanner::new(text.strip_prefix('#')?.trim_start());
    let ocr = form.digits(4..=25)?;
    sign(&mut form, '#')?;
    let kronor = form.digits(1..=8)?;
    form.take_while(|c| c == ' ');
    let ore = form.digits(2..=2)?;
    form.take_while(|c| c == ' ');
    let check = form.digits(1..=1)?;
    sign(&mut form, '>')?;
    let account = form.digits(2..=8)?;
    sign(&mut form, '#')?;
    let kind = form.digits(2..=2)?;
    form.one_of(&['#']).then_some(())?;
    let sound = [ocr, &format!("{kronor}{ore}{check}"), account]
        .into_iter()
        .all(luhn::holds);
    sound.then(|| {
        Some(SlipLine {
            ocr: ocr.to_owned(),
            amount: format!("{kronor}.{ore}").parse().ok()?,
            account: account.to_owned(),
            is_bankgiro: kind.starts_with('4'),
        })
    })?
}

/// Takes a sign between blanks.
fn sign(form: &mut Scanner<'_>, sign: char) -> Option<()> {
    form.take_while(|c| c == ' ');
    form.one_of(&[sign]).then_some(())?;
    form.take_while(|c| c == ' ');
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
    fn a_slips_line_is_believed_where_every_check_digit_holds() {
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
