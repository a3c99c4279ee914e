//! Additions to existing files. Each adds one entry to a list and changes nothing else.

use crate::Result;

/// Appends an entry to the list that starts with `head`, such as `layouts: &[`. A list in one line stays in one line.
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

/// The position of the bracket that closes one opened before `text`. The lists contain no brackets in strings.
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

/// Adds `mod name;` after the file's other modules; rustfmt sorts them.
pub fn declare(source: &str, name: &str) -> Option<String> {
    let is_module = |line: &str| line.starts_with("mod ") && line.ends_with(';');
    after_last(source, is_module, &format!("mod {name};"))
}

/// Adds the crate to the linked parsers.
pub fn link(manifest: &str, name: &str) -> Result<String> {
    let line = format!("parser-{name} = {{ path = \"{name}\" }}");
    let is_parser = |line: &str| line.starts_with("parser-") && line.contains("{ path = ");
    after_last(manifest, is_parser, &line)
        .ok_or_else(|| format!("parsers/Cargo.toml has no list of parsers: add `{line}` to its [dependencies]").into())
}

/// Inserts a line after the last one that matches.
fn after_last(text: &str, matches: impl Fn(&str) -> bool, added: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| matches(line))?;
    lines.insert(last + 1, added);
    Some(lines.join("\n") + "\n")
}
