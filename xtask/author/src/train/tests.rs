use std::fs;

use super::*;

#[test]
fn the_weights_are_those_that_the_documents_give() {
    for (name, text) in files(&compare_all().unwrap()) {
        let found = fs::read_to_string(root().join("parsers/extract/weights").join(&name)).unwrap_or_default();
        assert!(found == text, "{name} is out of date: run `cargo xtask train`");
    }
}
