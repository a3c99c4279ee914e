//! The part of CSS that decides what is visible and side by side.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::steps;

/// The declarations of an element's `style` attribute, or of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// Whether the element is hidden. `None` if no declaration says.
    pub hidden: Option<bool>,
    pub font_size: Option<FontSize>,
    /// Whether whitespace and line breaks are kept.
    pub preformatted: Option<bool>,
    pub display: Option<Display>,
    pub float: Option<Float>,
    pub struck_through: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    None,
    /// At the left, with what follows to its right.
    Left,
    /// At the right, whatever follows.
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FontSize {
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
                "float" => style.set_float(value),
                "flex-direction" => is_column = value.starts_with("column"),
                "text-decoration" | "text-decoration-line" => {
                    style.struck_through = Some(value.contains("line-through"));
                }
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

    /// The declarations of both. Those of `stronger` apply first.
    pub fn overridden_by(self, stronger: Style) -> Style {
        Style {
            hidden: stronger.hidden.or(self.hidden),
            font_size: stronger.font_size.or(self.font_size),
            preformatted: stronger.preformatted.or(self.preformatted),
            display: stronger.display.or(self.display),
            float: stronger.float.or(self.float),
            struck_through: stronger.struck_through.or(self.struck_through),
        }
    }

    fn set_float(&mut self, value: &str) {
        self.float = match value {
            "left" | "inline-start" => Some(Float::Left),
            "right" | "inline-end" => Some(Float::Right),
            "none" => Some(Float::None),
            _ => self.float,
        };
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

/// The rules of the `<style>` elements of a page. Only those outside of `@` rules are read, and only selectors of one element,
/// class or id, or of an element with a class or an id, and what places a class within others side by side.
#[derive(Debug, Default)]
pub struct StyleSheet {
    /// By selector, such as `td`, `.sum` or `td.sum`.
    rules: HashMap<String, Style>,
}

impl StyleSheet {
    /// Adds the rules of one `<style>` element. The last of several rules for a selector applies.
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
        let style = Style::parse(declarations);
        if style == Style::default() {
            return;
        }
        for selector in selectors.split(',').map(str::trim) {
            let name = selector.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            let rest = name.strip_prefix(['.', '#']).unwrap_or(name);
            let is_simple = !rest.contains([' ', '.', '#', ':', '>', '+', '~', '[', '*']);
            if is_simple && !selector.is_empty() {
                let rule = self.rules.entry(selector.to_owned()).or_default();
                *rule = rule.overridden_by(style);
            } else if let Some((_, last)) = selector.rsplit_once([' ', '>']) {
                self.add_rule_within(last, style);
            }
        }
    }

    /// Adds a rule for elements within others, as if it were for all: only what it places side by side, since that loses no text, and
    /// only where no other rule does.
    fn add_rule_within(&mut self, selector: &str, style: Style) {
        let is_side_by_side = matches!(style.display, Some(Display::Row | Display::InlineBlock));
        let within = Style {
            float: style.float.filter(|float| *float != Float::None),
            display: style.display.filter(|_| is_side_by_side),
            ..Style::default()
        };
        if selector.starts_with('.') && !selector[1..].contains(['.', '#', ':', '+', '~', '[', '*']) {
            let rule = self.rules.entry(selector.to_owned()).or_default();
            *rule = within.overridden_by(*rule);
        }
    }

    /// What the rules say of an element with these `class` and `id` attributes. A rule for an id overrides one for a class, and
    /// that over one for all elements of a name.
    pub fn style_of(&self, name: &str, class: Option<&str>, id: Option<&str>) -> Style {
        let mut style = self.rule(name);
        if self.rules.is_empty() {
            return style;
        }
        // A class is looked up with the name of the element, which can be long.
        let classes = class.unwrap_or_default().split_whitespace();
        for class in classes.take_while(|class| steps::spend(name.len() + class.len())) {
            style = style.overridden_by(self.rule(&format!(".{class}")));
            style = style.overridden_by(self.rule(&format!("{name}.{class}")));
        }
        if let Some(id) = id {
            style = style.overridden_by(self.rule(&format!("#{id}")));
            style = style.overridden_by(self.rule(&format!("{name}#{id}")));
        }
        style
    }

    fn rule(&self, selector: &str) -> Style {
        self.rules.get(selector).copied().unwrap_or_default()
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
    fn style_sheets_apply_to_classes_and_ids_outside_of_media_rules() {
        let mut sheet = StyleSheet::default();
        sheet.add("@media (max-width:1px){.m{display:none}} /* .c{display:none} */ div.a, #b{display:none !important} .x .y{display:none}");
        let hides = |class, id| sheet.style_of("div", class, id).hidden == Some(true);
        assert!(hides(Some("q a"), None) && hides(None, Some("b")));
        assert!(!hides(Some("m c y"), None));
        assert_eq!(sheet.style_of("p", Some("a"), None), Style::default());
    }

    #[test]
    fn what_is_side_by_side_within_others_is_so_everywhere() {
        let mut sheet = StyleSheet::default();
        sheet.add(".row .right{float:right;font-size:0} .row > .cell{display:inline-block} .row .gone{display:none} .own{float:none} .row .own{float:left}");
        let float = |class| sheet.style_of("span", Some(class), None).float;
        assert_eq!([float("right"), float("own")], [Some(Float::Right), Some(Float::None)]);
        assert_eq!(sheet.style_of("p", Some("right"), None).font_size, None);
        assert_eq!(
            sheet.style_of("p", Some("cell"), None).display,
            Some(Display::InlineBlock)
        );
        assert_eq!(sheet.style_of("p", Some("gone"), None), Style::default());
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
