//! Tables in Markdown.

/// A row of a table.
pub struct Row<'a> {
    /// Counted from 1.
    pub line: usize,
    /// The name of the last column.
    pub last: &'a str,
    pub cells: Vec<&'a str>,
}

/// The rows of every table in a document, without the heads.
pub fn rows(text: &str) -> Vec<Row<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut rows = vec![];
    let mut head: Option<Vec<&str>> = None;
    for (index, line) in lines.iter().enumerate() {
        let Some(found) = cells(line) else {
            head = None;
            continue;
        };
        match &head {
            None => head = Some(found),
            Some(_) if found.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':'))) => {}
            Some(head) => rows.push(Row {
                line: index + 1,
                last: head.last().copied().unwrap_or_default(),
                cells: found,
            }),
        }
    }
    rows
}

/// The cells of a line, separated by `|`. A `|` after a backslash is text.
fn cells(line: &str) -> Option<Vec<&str>> {
    let line = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = vec![];
    let mut start = 0;
    for (at, _) in line.match_indices('|') {
        if !line[..at].ends_with('\\') {
            cells.push(line[start..at].trim());
            start = at + 1;
        }
    }
    cells.push(line[start..].trim());
    Some(cells)
}

/// The code spans in a cell.
pub fn codes(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_cells_below_their_head() {
        let text = "| A | B |\n|---|:--|\n| `x \\| y` | `one`, `two` |\n\ntext\n\n| C |\n|---|\n| 1 |\n| 2 |\n";
        let rows = rows(text);
        let seen: Vec<_> = rows.iter().map(|row| (row.line, row.last, row.cells.len())).collect();
        assert_eq!(seen, [(3, "B", 2), (9, "C", 1), (10, "C", 1)]);
        assert_eq!(codes(rows[0].cells[1]).collect::<Vec<_>>(), ["one", "two"]);
    }
}
