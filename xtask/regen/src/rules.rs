//! `docs/reading.md`: the decision rules of the parsers, from their tables.

use std::fmt::Write;

use invoices_parsers::{Example, Table};

const HEAD: &str = "\
<!-- Made from the rules of parsers/extract by `cargo xtask regen`. Do not edit. -->

# How documents are read

The general reading finds the labels, amounts, dates and numbers of a document, then decides each field. Rules make
the decisions on this page. The rules of a table are tried from top to bottom, and the first one that decides applies,
unless the line above the table says otherwise. A rule takes a value or refuses; a refused field is left out. Some fields
also have a [learned ranking](#the-learned-ranking), which overrules the rules if it is certain.

`invoices parse --explain` prints the id of the rule after the reason, if the field has one. Each rule has an example,
and a test checks that the rule decides it, without the ranking. The first lines of an example can state its context:
`Subject:`, `From:`, `Received:`, the configured `Vendor:`, an `Attached:` e-invoice. `# ` marks large letters in a PDF.
";

const RANKING: &str = "
## The learned ranking

A field's candidates have features: facts such as `labelled as a date`, `in the first lines` or
`chosen by invoice_date/labelled`. Each feature has a weight, and a candidate's score is the sum of the weights of its
features. The candidate with the highest score is chosen if its lead over the next one, and over zero, exceeds the field's
minimum. Otherwise the rules' choice is kept, and so is a seller that they took from a PDF: there the weights replaced
more right names than wrong ones on documents that they were not fitted to. `--explain` lists the features with the most weight.

The weights are in `parsers/extract/weights`, one line per feature. `cargo xtask train` fits them to the invented
documents of `tests/fixtures`, with the same result on every machine, and a test checks that they are up to date. The
minimum lead maximises the right values less five times the wrong ones.

The table counts documents whose family, the documents of a vendor, the weights were not fitted to: the families are left
out in ten parts. Documents that are held back are never fitted to. A wrong value is another one than the document's, or one
that it does not state. Sellers of PDFs are counted as if the weights could replace them. The rules alone decide every other field. `cargo xtask grade --leave-out` grades whole readings in the same
way.

";

/// The page, with a section for each field. `comparison` is the table of the rules and the ranking.
pub fn page(tables: &[Table], comparison: &str) -> String {
    let mut page = HEAD.to_owned() + RANKING + comparison;
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
