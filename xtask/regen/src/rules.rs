//! `docs/reading.md`: the decision rules of the parsers, from their tables.

use invoices_parsers::{Example, Table};

const HEAD: &str = "\
<!-- Made from the rules of parsers/extract by `cargo xtask regen`. Do not edit. -->

# How documents are read

The general reading finds the labels, amounts, dates and numbers of a document, then decides each field. Rules make
the decisions on this page. The rules of a table are tried from top to bottom, and the first one that decides applies,
unless the line above the table says otherwise. A rule takes a value or refuses; a refused field is left out.

`invoices parse --explain` prints the id of the rule after the reason, if the field has one. Each rule has an example,
and a test checks that the rule decides it. The first lines of an example can state its context:
`Subject:`, `From:`, `Received:`, the configured `Vendor:`, an `Attached:` e-invoice. `# ` marks large letters in a PDF.
";

/// The page, with a section for each field.
pub fn page(tables: &[Table]) -> String {
    let mut page = vec![HEAD.to_owned()];
    let mut field = "";
    for table in tables {
        if table.field != field {
            field = table.field;
            page.push(format!("\n## `{field}`\n"));
        }
        page.push(format!("\n{}\n", table.when));
        for (number, rule) in (1..).zip(&table.rules) {
            let (caption, language) = caption(rule.example);
            let fence = format!("```{language}\n{}\n```", rule.example.text());
            page.push(format!(
                "\n### {number}. `{}`\n\n{}\n\n{caption}\n\n{fence}\n",
                rule.id, rule.doc
            ));
        }
    }
    page.concat()
}

/// What kind of example it is, and the language of its text.
fn caption(example: Example) -> (String, &'static str) {
    match example {
        Example::Mail(_) => ("Example, a mail:".to_owned(), "text"),
        Example::Html(_) => ("Example, a mail's markup:".to_owned(), "html"),
        Example::Pdf(_) => ("Example, a PDF:".to_owned(), "text"),
        Example::Repeated(_, times) => (format!("Example, markup that is repeated {times} times:"), "html"),
    }
}
