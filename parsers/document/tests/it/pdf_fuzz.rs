//! Reads mutations of valid PDFs and e-invoices, the same ones in every run.

use parser_document::fuzz;
use parser_document::pdf::sample::Sheet;

/// A xorshift generator. A seed always gives the same numbers, so that a failure can be reproduced.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end.max(1)).unwrap()).unwrap()
    }
}

/// Changes, removes, repeats and inserts some bytes. Some of the inserted bytes are keywords of the format.
fn mutated(seed: &[u8], words: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        let length = random.below(12);
        match random.below(5) {
            0 => bytes[at] = u8::try_from(random.below(256)).unwrap(),
            1 => {
                bytes.drain(at..(at + length).min(bytes.len()));
            }
            2 => {
                let part = bytes[at..(at + 8 * length).min(bytes.len())].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, part);
            }
            3 => {
                let word = words[random.below(words.len())];
                let end = (at + length).min(bytes.len());
                bytes.splice(at..end, word.iter().copied());
            }
            _ => bytes.truncate(bytes.len() - length.min(bytes.len() - 1)),
        }
        if bytes.is_empty() {
            bytes.push(b' ');
        }
    }
    bytes
}

#[test]
fn mutated_pdfs_are_read_or_refused() {
    let mut sheet = Sheet::new();
    let map = sheet.stream("", b"1 beginbfrange <0000> <FFFF> <0000> endbfrange");
    let descendant = sheet.object("<< /Type /Font /Subtype /CIDFontType2 /W [0 500 600 1 [400 300]] >>");
    let font = sheet.object(format!(
        "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode {map} 0 R /DescendantFonts [{descendant} 0 R] >>"
    ));
    let form = sheet.stream(
        "/Subtype /Form /BBox [0 0 9 9] /Matrix [1 0 0 1 2 2]",
        b"BT /F1 9 Tf (form) Tj ET /X Do",
    );
    sheet.page_entries(&format!(
        "/Rotate 90 /Resources << /Font << /F1 3 0 R /F2 {font} 0 R >> /XObject << /X {form} 0 R >> >>"
    ));
    sheet.row(80.0, &[(50.0, "Att betala"), (400.0, "9 412,00")]);
    sheet.draw("q 1 0 0 1 5 5 cm /X Do Q BT /F2 9 Tf 60 500 Td [<00410042> -300 (A)] TJ ET 0.5 g 1 1 9 9 re f");
    sheet.attach("a.xml", b"<Invoice><ID>1</ID></Invoice>");
    let seed = sheet.finish();
    let words: [&[u8]; 16] = [
        b"999999999999",
        b"-1",
        b" 0 R",
        b"10 0 R",
        b"<<",
        b">>",
        b"[",
        b"(",
        b"endobj",
        b"stream\n",
        b"endstream",
        b" Tj ",
        b" Do ",
        b"/Length 99999999",
        b"\xff\xff",
        b"/Kids [2 0 R 2 0 R]",
    ];
    let mut random = Random(0x5eed_0001);
    for _ in 0..1_200 {
        fuzz::pdf(&mutated(&seed, &words, &mut random));
    }
}

#[test]
fn mutated_e_invoices_are_read_or_refused() {
    let seed = br#"<?xml version="1.0"?><r:CrossIndustryInvoice xmlns:r="u"><r:ExchangedDocument><r:ID>1</r:ID>
        <r:TypeCode>381</r:TypeCode><r:IssueDateTime><DateTimeString format="102">20260603</DateTimeString></r:IssueDateTime>
        </r:ExchangedDocument><GrandTotalAmount>125.50</GrandTotalAmount><SellerTradeParty><Name>A &amp; B</Name>
        </SellerTradeParty></r:CrossIndustryInvoice>"#;
    let words: [&[u8]; 12] = [
        b"<",
        b">",
        b"/>",
        b"&x;",
        b"&#x0;",
        b"<!DOCTYPE a [",
        b"]]>",
        b"<![CDATA[",
        b"<!--",
        b"99999999999999999999",
        b"\xff",
        b"<Invoice>",
    ];
    let mut random = Random(0x5eed_0002);
    for _ in 0..6_000 {
        fuzz::einvoice(&mutated(seed, &words, &mut random));
    }
}
