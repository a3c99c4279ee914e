//! Prints the text of PDFs line by line, with `|` between cells and the position before each.

use std::time::Instant;

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let start = Instant::now();
        let read = parser_document::pdf::read(&bytes);
        let took = start.elapsed();
        println!("=== {path} ({took:?})");
        match read {
            Err(refusal) => println!("{refusal}"),
            Ok(pdf) => {
                for line in &pdf.document.lines {
                    let cells: Vec<String> = line.iter().map(|c| format!("{:.0}:{}", c.x0, c.text)).collect();
                    println!("{}", cells.join(" | "));
                }
                for e_invoice in &pdf.document.e_invoices {
                    println!("{e_invoice:?}");
                }
            }
        }
    }
    Ok(())
}
