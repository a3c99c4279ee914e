//! Writes small PDFs for tests. Nothing is compressed, so that the file of a failing test can be read.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use lopdf::encryption::crypt_filters::{Aes256CryptFilter, CryptFilter};
use lopdf::{EncryptionState, EncryptionVersion, Permissions};

/// Builds a PDF with A4 pages. Positions are in points from the top left.
#[derive(Clone, Debug)]
pub struct Sheet {
    pages: Vec<String>,
    /// Further entries of every page dictionary, such as `/Rotate 90`.
    page_entries: String,
    /// Further objects, numbered from [`Sheet::FIRST_OBJECT`] on.
    objects: Vec<Vec<u8>>,
    /// The entries of the name tree of embedded files.
    embedded: String,
}

impl Default for Sheet {
    fn default() -> Self {
        Self::new()
    }
}

impl Sheet {
    /// The number of the first object that [`Sheet::object`] adds.
    pub const FIRST_OBJECT: usize = 10;
    const HEIGHT: f32 = 842.0;

    pub fn new() -> Self {
        Sheet {
            pages: vec![String::new()],
            page_entries: String::new(),
            objects: Vec::new(),
            embedded: String::new(),
        }
    }

    /// Adds an empty page. What follows is drawn on it.
    pub fn page(&mut self) -> &mut Self {
        self.pages.push(String::new());
        self
    }

    /// Draws text in Helvetica with its left edge at `x` and its baseline at `y`.
    pub fn text(&mut self, x: f32, y: f32, size: f32, text: &str) -> &mut Self {
        let text = escaped(text);
        let y = Self::HEIGHT - y;
        self.draw(&format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET"))
    }

    /// Draws texts of ten points on one baseline, each at its x position.
    pub fn row(&mut self, y: f32, cells: &[(f32, &str)]) -> &mut Self {
        for (x, text) in cells {
            self.text(*x, y, 10.0, text);
        }
        self
    }

    /// Adds operators to the content stream of the page.
    pub fn draw(&mut self, operators: &str) -> &mut Self {
        if let Some(page) = self.pages.last_mut() {
            page.push_str(operators);
            page.push('\n');
        }
        self
    }

    /// Adds entries to every page dictionary.
    pub fn page_entries(&mut self, entries: &str) -> &mut Self {
        self.page_entries.push_str(entries);
        self
    }

    /// Adds an indirect object and returns its number.
    pub fn object(&mut self, body: impl Into<Vec<u8>>) -> usize {
        self.objects.push(body.into());
        Self::FIRST_OBJECT + self.objects.len() - 1
    }

    /// Adds a stream with these dictionary entries and returns its number.
    pub fn stream(&mut self, entries: &str, bytes: &[u8]) -> usize {
        self.object(stream(&format!("{entries} "), bytes))
    }

    /// Embeds an XML file.
    pub fn attach(&mut self, name: &str, bytes: &[u8]) -> &mut Self {
        let file = self.stream("/Type /EmbeddedFile /Subtype /text#2Fxml", bytes);
        let specification = self.object(format!("<< /Type /Filespec /F ({name}) /EF << /F {file} 0 R >> >>"));
        let _ = write!(self.embedded, "({name}) {specification} 0 R ");
        self
    }

    /// The finished file, encrypted by AES with 256 bits (ISO 32000-2, 7.6.4.4). Its owner's password is "owner".
    ///
    /// # Panics
    /// If the password is longer than 127 bytes.
    pub fn locked(&self, user_password: &str) -> Vec<u8> {
        let filter: Arc<dyn CryptFilter> = Arc::new(Aes256CryptFilter);
        let version = EncryptionVersion::V5 {
            encrypt_metadata: true,
            crypt_filters: BTreeMap::from([(b"StdCF".to_vec(), filter)]),
            file_encryption_key: &[7; 32],
            stream_filter: b"StdCF".to_vec(),
            string_filter: b"StdCF".to_vec(),
            owner_password: "owner",
            user_password,
            permissions: Permissions::all(),
        };
        let state = EncryptionState::try_from(version).expect("the password is short");
        let mut document = lopdf::Document::load_mem(&self.finish()).expect("the file is sound");
        document.encrypt(&state).expect("the file is not encrypted");
        let mut file = Vec::new();
        document.save_to(&mut file).expect("memory takes it");
        file
    }

    pub fn finish(&self) -> Vec<u8> {
        let first_page = Self::FIRST_OBJECT + self.objects.len();
        let mut kids = String::new();
        for page in 0..self.pages.len() {
            let _ = write!(kids, "{} 0 R ", first_page + 2 * page);
        }
        let count = self.pages.len();
        let files = format!("<< /EmbeddedFiles << /Names [{}] >> >>", self.embedded);
        let catalog = format!("<< /Type /Catalog /Pages 2 0 R /Names {files} >>");
        let tree = format!("<< /Type /Pages /Kids [{kids}] /Count {count} >>");
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
        let mut objects: Vec<(usize, Vec<u8>)> = vec![(1, catalog.into()), (2, tree.into()), (3, font.into())];
        objects.extend((Self::FIRST_OBJECT..).zip(self.objects.iter().cloned()));
        for (number, content) in self.pages.iter().enumerate() {
            let page = first_page + 2 * number;
            let dict = format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {} 0 R \
                 /Resources << /Font << /F1 3 0 R >> >> {} >>",
                page + 1,
                self.page_entries
            );
            objects.push((page, dict.into()));
            objects.push((page + 1, stream("", &win_ansi(content))));
        }
        write_file(&objects)
    }
}

fn stream(entries: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!("<< {entries}/Length {} >>\nstream\n", bytes.len());
    [head.as_bytes(), bytes, b"\nendstream"].concat()
}

fn write_file(objects: &[(usize, Vec<u8>)]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut table = String::new();
    for (number, body) in objects {
        let _ = write!(table, "{number} 1\n{:010} 00000 n \n", file.len());
        file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
        file.extend_from_slice(body);
        file.extend_from_slice(b"\nendobj\n");
    }
    let start = file.len();
    let size = objects.iter().map(|object| object.0).max().unwrap_or(0) + 1;
    let end = format!(
        "xref\n0 1\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.extend_from_slice(end.as_bytes());
    file
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)")
}

/// Encodes text in `WinAnsiEncoding`, as far as invoices need it.
fn win_ansi(text: &str) -> Vec<u8> {
    let code = |character: char| match character {
        '€' => 0x80,
        '–' => 0x96,
        '—' => 0x97,
        '•' => 0x95,
        '’' => 0x92,
        other => u8::try_from(u32::from(other)).unwrap_or(b'?'),
    };
    text.chars().map(code).collect()
}
