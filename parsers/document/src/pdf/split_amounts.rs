//! Amounts with kronor and öre in separate columns: `7 779 | 00` below `Kronor | Öre`.

use crate::{Cell, Line};

/// Joins the two cells to `7 779,00` in every line below such a pair of column headings on the same page.
pub(super) fn join(lines: &mut [Line]) {
    let mut headings: Option<(Cell, Cell)> = None;
    for line in lines {
        if let Some(pair) = line.windows(2).find(|pair| are_headings(&pair[0], &pair[1])) {
            headings = Some((pair[0].clone(), pair[1].clone()));
        } else if let Some((kronor, ore)) = &headings {
            let is_split = |pair: &[Cell]| {
                let (whole, part) = (&pair[0], &pair[1]);
                let below = whole.page == ore.page && part.overlaps(ore) && whole.x1 >= kronor.x0;
                below && is_integer(&whole.text) && part.text.len() == 2 && is_integer(&part.text)
            };
            if let Some(at) = line.windows(2).position(is_split) {
                let part = line.remove(at + 1);
                let whole = &mut line[at];
                whole.text = format!("{},{}", whole.text, part.text);
                whole.x1 = part.x1;
            }
        }
    }
}

fn are_headings(left: &Cell, right: &Cell) -> bool {
    let is = |cell: &Cell, names: &[&str]| names.contains(&cell.text.to_lowercase().as_str());
    is(left, &["kronor", "kr", "kroner"]) && is(right, &["öre", "øre"])
}

fn is_integer(text: &str) -> bool {
    let number = text.trim_start_matches(['-', '−']);
    number.starts_with(|c: char| c.is_ascii_digit()) && number.bytes().all(|b| b.is_ascii_digit() || b == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: &[(&str, f32)]) -> Line {
        let cell = |(text, x0): &(&str, f32)| Cell {
            text: (*text).to_owned(),
            x0: *x0,
            x1: x0 + 50.0,
            height: 10.0,
            page: 0,
        };
        cells.iter().map(cell).collect()
    }

    #[test]
    fn kronor_and_ore_below_their_headings_are_one_amount() {
        let mut lines = vec![
            line(&[("Avser", 0.0), ("Kronor", 700.0), ("Öre", 800.0)]),
            line(&[("Att betala", 0.0), ("7 779", 700.0), ("00", 800.0)]),
            line(&[("Lägenhet", 0.0), ("14", 100.0), ("02", 200.0)]),
        ];
        join(&mut lines);
        assert_eq!(lines[1][1].text, "7 779,00");
        assert_eq!(lines[2].len(), 3);
    }
}
