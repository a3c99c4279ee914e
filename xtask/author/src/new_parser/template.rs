//! Templates of new files, with placeholders such as `{{vendor}}`.

/// The names of the placeholders with the texts that replace them.
pub type Values = [(&'static str, String)];

/// A template with its placeholders replaced.
pub fn fill(template: &str, values: &Values) -> String {
    let replace = |text: String, (key, value): &(&str, String)| text.replace(&format!("{{{{{key}}}}}"), value);
    values.iter().fold(template.to_owned(), replace)
}

/// Like [`fill`], with the values escaped for HTML.
pub fn fill_html(template: &str, values: &Values) -> String {
    let escape = |(key, value): &(&'static str, String)| (*key, value.replace('&', "&amp;"));
    let escaped: Vec<_> = values.iter().map(escape).collect();
    fill(template, &escaped)
}
