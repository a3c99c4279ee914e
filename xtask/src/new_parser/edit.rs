//! Additions to files that are there: each is one entry of a list, and nothing else moves.

use crate::Result;

/// `entry` as the last of the list that `head` opens, such as `layouts: &[`. The list keeps its form, in one line or many.
pub fn append(source: &str, head: &str, entry: &str) -> Option<String> {
    let inside = source.find(head)? + head.len();
    let end = inside + closing(&source[inside..])?;
    let (kept, rest) = (source[inside..end].trim_end(), &source[end..]);
    let kept = kept.strip_suffix(',').unwrap_or(kept);
    let added = match kept {
        "" => entry.to_owned(),
        many if many.contains('\n') => format!("{many},\n{entry},\n"),
        one_line => format!("{one_line}, {entry}"),
    };
    Some(format!("{}{added}{rest}", &source[..inside]))
}

/// Where the bracket closes that was open before `text`. Brackets in strings are not looked for: lists hold none.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1_usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '[' => open += 1,
            ']' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })
}

/// `mod name;` among the file's modules; rustfmt sorts them.
pub fn declare(source: &str, name: &str) -> Option<String> {
    after_last(
        source,
        |line| line.starts_with("mod ") && line.ends_with(';'),
        &format!("mod {name};"),
    )
}

/// The crate among the parsers that are linked.
pub fn link(manifest: &str, name: &str) -> Result<String> {
    let line = format!("parser-{name} = {{ path = \"{name}\" }}");
    let is_parser = |line: &str| line.starts_with("parser-") && line.contains("{ path = ");
    after_last(manifest, is_parser, &line)
        .ok_or_else(|| format!("parsers/Cargo.toml has no list of parsers: add `{line}` to its [dependencies]").into())
}

/// `added` as a line of its own after the last that fits.
fn after_last(text: &str, fits: impl Fn(&str) -> bool, added: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| fits(line))?;
    lines.insert(last + 1, added);
    Some(lines.join("\n") + "\n")
}
