//! The mails of attacks. All are from a vendor, so they are stored and read.

use std::fmt::Write;

use test_servers::dns::{Dns, Signer};

use crate::Result;

/// The domain of the vendor that [`crate::api::mailbox`] has receipts of.
const DOMAIN: &str = "ica.se";
/// The place of the number that differs between uploads: a mail that is known is not read again.
const NUMBER: &str = "NUMBER";
/// Documents in a mail.
const DOCUMENTS: usize = 5;
const DOCUMENT_BYTES: usize = 700 << 10;
/// Documents that make an export large: more than the buffers of a connection hold.
const ORIGINALS: usize = 3;
const ORIGINAL_BYTES: usize = 8 << 20;
/// The text of a mail with signatures, which is hashed for each form of it that they name.
const TEXT_BYTES: usize = 10 << 20;

const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+_";

/// A mail without its number: the pieces between which it stands.
pub struct Template(Vec<String>);

impl Template {
    fn new(header: &str, text: &str) -> Self {
        let mail = format!(
            "X-Number: {NUMBER}\r\nFrom: ICA <kvitto@{DOMAIN}>\r\nTo: mallory@example.com\r\nSubject: Ditt kvitto\r\n\
             Message-ID: <{NUMBER}@example.com>\r\nMIME-Version: 1.0\r\n{header}\r\n{text}"
        );
        Template(mail.split(NUMBER).map(str::to_owned).collect())
    }

    pub fn numbered(&self, number: u32) -> String {
        self.0.join(&number.to_string())
    }

    /// With PDFs of streams that never end.
    pub fn documents() -> Self {
        let stream = "1 0 obj<<>>stream\n";
        Self::pdfs(DOCUMENTS, &stream.repeat(DOCUMENT_BYTES / stream.len()))
    }

    /// With large files that hardly get smaller by compression.
    pub fn originals() -> Self {
        let mut random = 1_u32;
        let bytes = (0..ORIGINAL_BYTES).map(|_| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(LETTERS[(random >> 26) as usize])
        });
        let bytes: String = bytes.collect();
        Self::pdfs(ORIGINALS, &bytes)
    }

    fn pdfs(number: usize, content: &str) -> Self {
        let mut text = String::new();
        for pdf in 0..number {
            // Writing to a string never fails.
            let _ = write!(
                text,
                "--part\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=\"{pdf}.pdf\"\r\n\
                 Content-Transfer-Encoding: binary\r\n\r\n%PDF-1.4\n%{NUMBER} {pdf}\n{content}\r\n"
            );
        }
        text.push_str("--part--\r\n");
        Self::new("Content-Type: multipart/mixed; boundary=part\r\n", &text)
    }

    /// Mails whose signatures have the right key and hash of the text, so that their headers are hashed as well.
    pub fn signatures(dns: &Dns) -> Result<Vec<Self>> {
        let signer = Signer::new(DOMAIN)?;
        signer.publish(dns)?;
        let key = signer.key_name();
        let selector = key.split('.').next().unwrap_or_default();
        let line = format!("{}\r\n", "x".repeat(76));
        let text = line.repeat(TEXT_BYTES / line.len());
        let mail = |names: &[String], signatures, lines, text| -> Result<_> {
            let hash = text_hash(&signer, text)?;
            // Each form of the text has the same hash, but is hashed alone.
            let forms = ["relaxed", "simple"].iter().cycle().take(signatures);
            let signatures = forms.map(|form| {
                format!(
                    "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/{form}; d={DOMAIN}; s={selector}; bh={hash}; h=from:{}; b=AAAA\r\n",
                    names.join(":")
                )
            });
            let lines = "a: xxxxxxxxxxxxxxxx\r\n".repeat(lines);
            Ok(Self::new(&(signatures.collect::<String>() + &lines), text))
        };
        let names = |number, length: usize| vec!["a".repeat(length); number];
        Ok(vec![
            // A mail of 0.9 MB: hashing costs the names times the lines.
            mail(&names(40_000, 1), 1, 40_000, "Summa 120 kr\r\n")?,
            // Ten signatures, more than are checked. Then as many as are checked, each with the most bytes. Both with the most names in
            // a signature, and a header of nearly 1,000 lines and 64 KiB.
            mail(&names(99, 30), 10, 970, &text)?,
            mail(&names(99, 75), 5, 970, &text)?,
        ])
    }
}

/// The hash of a text in a signature.
fn text_hash(signer: &Signer, text: &str) -> Result<String> {
    let mail = signer.sign(format!("From: a@{DOMAIN}\r\n\r\n{text}").as_bytes(), &["From"])?;
    let head = String::from_utf8_lossy(&mail[..mail.len() - text.len()]);
    let hash = head.split("bh=").nth(1).and_then(|rest| rest.split(';').next());
    Ok(hash.ok_or("a signature has no hash")?.split_whitespace().collect())
}
