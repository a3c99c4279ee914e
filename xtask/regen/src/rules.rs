//! `docs/reading.md`: the decision rules of the parsers, from their tables.

use std::fmt::Write;

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
    let mut page = HEAD.to_owned();
    let mut field = "";
    for table in tables {
        if table.field != field {
            field = table.field;
            write(&mut page, format_args!("\n## `{field}`\n"));
        }
        write(&mut page, format_args!("\n{}\n", table.when));
        for (number, rule) in table.rules.iter().enumerate() {
            let fence = format!("```{}\n{}\n```", language(rule.example), rule.example.text());
            write(
                &mut page,
                format_args!(
                    "\n### {}. `{}`\n\n{}\n\n{}\n\n{fence}\n",
                    number + 1,
                    rule.id,
                    rule.doc,
                    caption(rule.example)
                ),
            );
        }
    }
    page
}

fn caption(example: Example) -> String {
    match example {
        Example::Mail(_) => "Example, a mail:".to_owned(),
        Example::Html(_) => "Example, a mail's markup:".to_owned(),
        Example::Pdf(_) => "Example, a PDF:".to_owned(),
        Example::Repeated(_, times) => format!("Example, markup that is repeated {times} times:"),
    }
}

fn language(example: Example) -> &'static str {
    match example {
        Example::Mail(_) | Example::Pdf(_) => "text",
        Example::Html(_) | Example::Repeated(..) => "html",
    }
}

fn write(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("writing to a string");
}
