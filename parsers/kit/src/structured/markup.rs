pub fn read(_: &scraper::Html) -> Vec<crate::document::Structured> {
    Vec::new()
}
