//! The part of CSS that decides what is visible and side by side.

use std::borrow::Cow;
use std::collections::HashMap;

/// The declarations of an element's `style` attribute, or of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// Whether the element is hidden. `None` if no declaration says.
    pub hidden: Option<bool>,
    /// The font size.
    pub font_size: Option<FontSize>,
    /// Whether whitespace and line breaks are kept.
    pub preformatted: Option<bool>,
    /// The display type.
    pub display: Option<Display>,
    /// Whether it floats.
    pub floats: bool,
    /// Whether the text is struck through.
    pub struck_through: bool,
}

/// A font size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FontSize {
    /// In pixels.
    Pixels(f32),
    /// As a factor of the parent's size.
    Relative(f32),
}

/// How an element is placed among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// In the line around it.
    Inline,
    /// On lines of its own, below the sibling before.
    Block,
    /// Beside a sibling of the same kind.
    InlineBlock,
    /// On lines of its own, with its children side by side.
    Row,
}

impl Style {
    /// Parses declarations, such as `display:none; font-size:0`.
    pub fn parse(declarations: &str) -> Style {
        let mut style = Style::default();
        let (mut has_no_height, mut is_clipped, mut is_column) = (false, false, false);
        for declaration in declarations.split(';') {
            let Some((name, value)) = declaration.split_once(':') else {
                continue;
            };
            let (name, value) = (to_lowercase(name.trim()), to_lowercase(value.trim()));
            let value = value.split('!').next().unwrap_or("").trim();
            match &*name {
                "display" => style.set_display(value),
                "visibility" if matches!(value, "hidden" | "collapse") => style.hidden = Some(true),
                "opacity" if value.parse() == Ok(0.0_f32) => style.hidden = Some(true),
                "max-height" | "height" => has_no_height |= matches!(value, "0" | "0px"),
                "overflow" => is_clipped = value == "hidden",
                "font-size" => style.font_size = font_size(value).or(style.font_size),
                "font" => style.font_size = value.split([' ', '/']).find_map(font_size).or(style.font_size),
                "white-space" => style.preformatted = Some(value.starts_with("pre")),
                "float" => style.floats = matches!(value, "left" | "right"),
                "flex-direction" => is_column = value.starts_with("column"),
                "text-decoration" | "text-decoration-line" => style.struck_through = value.contains("line-through"),
                _ => {}
            }
        }
        if has_no_height && is_clipped {
            style.hidden = Some(true);
        }
        if is_column && style.display == Some(Display::Row) {
            style.display = Some(Display::Block);
        }
        style
    }

    fn set_display(&mut self, value: &str) {
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

/// The text in lower case. Most declarations are, and are borrowed.
fn to_lowercase(text: &str) -> Cow<'_, str> {
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
        "em" => Some(FontSize::Relative(number)),
        "%" => Some(FontSize::Relative(number / 100.0)),
        _ => None,
    }
}

/// The classes and ids that the `<style>` elements of a page hide. Only simple selectors outside of `@` rules are read.
#[derive(Debug, Default)]
pub struct StyleSheet {
    classes: HashMap<String, bool>,
    ids: HashMap<String, bool>,
}

impl StyleSheet {
    /// Adds the rules of one `<style>` element. The last rule for a class or id wins.
    pub fn add(&mut self, css: &str) {
        let css = without_comments(css);
        let mut rest = css.as_str();
        while let Some(open) = rest.find('{') {
            let selectors = &rest[..open];
            let is_at_rule = selectors.trim_start().starts_with('@');
            let end = if is_at_rule {
                block_end(&rest[open..])
            } else {
                rest[open..].find('}')
            };
            let Some(end) = end else { return };
            if !is_at_rule {
                self.add_rule(selectors, &rest[open + 1..open + end]);
            }
            rest = &rest[open + end + 1..];
        }
    }

    fn add_rule(&mut self, selectors: &str, declarations: &str) {
        let Some(hidden) = Style::parse(declarations).hidden else {
            return;
        };
        for selector in selectors.split(',').map(str::trim) {
            let name = selector.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            let is_simple = |name: &str| !name.contains([' ', '.', '#', ':', '>', '+', '~', '[', '*']);
            match (name.strip_prefix('.'), name.strip_prefix('#')) {
                (Some(class), _) if is_simple(class) => {
                    self.classes.insert(class.to_owned(), hidden);
                }
                (_, Some(id)) if is_simple(id) => {
                    self.ids.insert(id.to_owned(), hidden);
                }
                _ => {}
            }
        }
    }

    /// Whether an element with these `class` and `id` attributes is hidden.
    pub fn hides(&self, class: Option<&str>, id: Option<&str>) -> bool {
        let by_class = class.is_some_and(|list| {
            !self.classes.is_empty() && list.split_whitespace().any(|c| self.classes.get(c) == Some(&true))
        });
        by_class || id.is_some_and(|id| self.ids.get(id) == Some(&true))
    }
}

fn without_comments(css: &str) -> String {
    let mut without = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(open) = rest.find("/*") {
        without.push_str(&rest[..open]);
        rest = rest[open + 2..].find("*/").map_or("", |end| &rest[open + end + 4..]);
    }
    without.push_str(rest);
    without.replace("<!--", "").replace("-->", "")
}

/// The index of the `}` that ends the block at the start of `text`.
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
    fn style_sheets_hide_classes_and_ids_outside_of_media_rules() {
        let mut sheet = StyleSheet::default();
        sheet.add("@media (max-width:1px){.m{display:none}} /* .c{display:none} */ div.a, #b{display:none !important} .x .y{display:none}");
        assert!(sheet.hides(Some("q a"), None) && sheet.hides(None, Some("b")));
        assert!(!sheet.hides(Some("m c y"), None));
    }

    #[test]
    fn declarations_are_parsed() {
        assert_eq!(Style::parse("display: NONE").hidden, Some(true));
        assert_eq!(Style::parse("max-height:0;overflow:hidden").hidden, Some(true));
        assert_eq!(Style::parse("max-height:0").hidden, None);
        assert_eq!(Style::parse("font-size:0").font_size, Some(FontSize::Pixels(0.0)));
        assert_eq!(
            Style::parse("display:flex;flex-direction:column").display,
            Some(Display::Block)
        );
    }
}
