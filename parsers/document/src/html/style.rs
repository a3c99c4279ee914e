//! As much of CSS as says what a reader sees.

use std::borrow::Cow;
use std::collections::HashMap;

/// What an element's own declarations say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// `Some(true)` where it is hidden, `Some(false)` where it is told to show.
    pub hidden: Option<bool>,
    /// The size of its letters.
    pub font: Option<FontSize>,
    /// Whether blanks and line ends are kept.
    pub pre: Option<bool>,
    /// How it stands among its siblings.
    pub display: Option<Display>,
    /// Whether it floats.
    pub floats: bool,
    /// Whether its text is struck through.
    pub struck: bool,
}

/// A size of letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FontSize {
    /// In pixels.
    Pixels(f32),
    /// Of the parent's size.
    Times(f32),
}

/// How an element stands among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// In the line.
    Inline,
    /// Under one another.
    Block,
    /// Beside one another.
    InlineBlock,
    /// Its children stand beside one another.
    Row,
}

impl Style {
    /// Reads declarations: `display:none; font-size:0`.
    pub fn of(declarations: &str) -> Style {
        let mut style = Style::default();
        let (mut flat, mut clipped, mut column) = (false, false, false);
        for declaration in declarations.split(';') {
            let Some((name, value)) = declaration.split_once(':') else {
                continue;
            };
            let (name, value) = (in_small(name.trim()), in_small(value.trim()));
            let value = value.split('!').next().unwrap_or("").trim();
            match &*name {
                "display" => style.display(value),
                "visibility" if matches!(value, "hidden" | "collapse") => style.hidden = Some(true),
                "opacity" if value.parse() == Ok(0.0_f32) => style.hidden = Some(true),
                "max-height" | "height" => flat |= matches!(value, "0" | "0px"),
                "overflow" => clipped = value == "hidden",
                "font-size" => style.font = font_size(value).or(style.font),
                "font" => style.font = value.split([' ', '/']).find_map(font_size).or(style.font),
                "white-space" => style.pre = Some(value.starts_with("pre")),
                "float" => style.floats = matches!(value, "left" | "right"),
                "flex-direction" => column = value.starts_with("column"),
                "text-decoration" | "text-decoration-line" => style.struck = value.contains("line-through"),
                _ => {}
            }
        }
        if flat && clipped {
            style.hidden = Some(true);
        }
        if column && style.display == Some(Display::Row) {
            style.display = Some(Display::Block);
        }
        style
    }

    fn display(&mut self, value: &str) {
        self.hidden = Some(value == "none");
        self.display = match value {
            "block" | "list-item" | "grid" | "table" | "flow-root" => Some(Display::Block),
            "inline" => Some(Display::Inline),
            "inline-block" | "inline-table" | "table-cell" => Some(Display::InlineBlock),
            "flex" | "inline-flex" | "table-row" => Some(Display::Row),
            _ => None,
        };
    }
}

/// A text in small letters, which most declarations are written in.
fn in_small(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

fn font_size(value: &str) -> Option<FontSize> {
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let number: f32 = digits.parse().ok()?;
    match &value[digits.len()..] {
        "px" => Some(FontSize::Pixels(number)),
        "" if number == 0.0 => Some(FontSize::Pixels(0.0)),
        "pt" => Some(FontSize::Pixels(number * 4.0 / 3.0)),
        "rem" => Some(FontSize::Pixels(number * 16.0)),
        "em" => Some(FontSize::Times(number)),
        "%" => Some(FontSize::Times(number / 100.0)),
        _ => None,
    }
}

/// What the page's own style sheets hide: classes and ids of plain rules outside any `@` block.
#[derive(Debug, Default)]
pub struct Sheet {
    classes: HashMap<String, bool>,
    ids: HashMap<String, bool>,
}

impl Sheet {
    /// Adds the rules of one `<style>`. The later rule wins.
    pub fn add(&mut self, css: &str) {
        let css = without_comments(css);
        let mut rest = css.as_str();
        while let Some(open) = rest.find('{') {
            let selectors = &rest[..open];
            let inside = selectors.trim_start();
            let end = if inside.starts_with('@') {
                block_end(&rest[open..])
            } else {
                rest[open..].find('}')
            };
            let Some(end) = end else { return };
            if !inside.starts_with('@') {
                self.rule(selectors, &rest[open + 1..open + end]);
            }
            rest = &rest[open + end + 1..];
        }
    }

    fn rule(&mut self, selectors: &str, declarations: &str) {
        let Some(hidden) = Style::of(declarations).hidden else {
            return;
        };
        for selector in selectors.split(',').map(str::trim) {
            let name = selector.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            let simple = |name: &str| !name.contains([' ', '.', '#', ':', '>', '+', '~', '[', '*']);
            match (name.strip_prefix('.'), name.strip_prefix('#')) {
                (Some(class), _) if simple(class) => {
                    self.classes.insert(class.to_owned(), hidden);
                }
                (_, Some(id)) if simple(id) => {
                    self.ids.insert(id.to_owned(), hidden);
                }
                _ => {}
            }
        }
    }

    /// Whether it hides an element with these attributes.
    pub fn hides(&self, class: Option<&str>, id: Option<&str>) -> bool {
        let by_class = class.is_some_and(|list| {
            !self.classes.is_empty() && list.split_whitespace().any(|c| self.classes.get(c) == Some(&true))
        });
        by_class || id.is_some_and(|id| self.ids.get(id) == Some(&true))
    }
}

fn without_comments(css: &str) -> String {
    let mut plain = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(open) = rest.find("/*") {
        plain.push_str(&rest[..open]);
        rest = rest[open + 2..].find("*/").map_or("", |end| &rest[open + end + 4..]);
    }
    plain.push_str(rest);
    plain.replace("<!--", "").replace("-->", "")
}

/// Where the block that begins with `{` ends.
fn block_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return Some(at),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_hides_by_class_and_id_outside_media_rules() {
        let mut sheet = Sheet::default();
        sheet.add("@media (max-width:1px){.m{display:none}} /* .c{display:none} */ div.a, #b{display:none !important} .x .y{display:none}");
        assert!(sheet.hides(Some("q a"), None) && sheet.hides(None, Some("b")));
        assert!(!sheet.hides(Some("m c y"), None));
    }

    #[test]
    fn declarations_say_what_a_reader_sees() {
        assert_eq!(Style::of("display: NONE").hidden, Some(true));
        assert_eq!(Style::of("max-height:0;overflow:hidden").hidden, Some(true));
        assert_eq!(Style::of("max-height:0").hidden, None);
        assert_eq!(Style::of("font-size:0").font, Some(FontSize::Pixels(0.0)));
        assert_eq!(
            Style::of("display:flex;flex-direction:column").display,
            Some(Display::Block)
        );
    }
}
