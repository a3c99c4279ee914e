//! Small PDFs that would take much time or memory. There is one test, because it measures the memory of the whole process.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use lopdf::encryption::{EncryptionState, EncryptionVersion};
use lopdf::{Dictionary, Object, Permissions, Stream};
use parser_document::pdf;
use parser_document::pdf::sample::Sheet;
use parser_model::Reason;

/// The most time that reading one file may take. Without optimisation and beside other tests it is ten times as long.
const MOST_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });

/// The bytes, compressed several times.
fn deflated(bytes: &[u8], times: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..times {
        let mut stream = Stream::new(Dictionary::new(), bytes);
        stream.compress().unwrap();
        assert!(
            matches!(stream.dict.get(b"Filter"), Ok(Object::Name(_))),
            "it got no smaller"
        );
        bytes = stream.content;
    }
    bytes
}

fn with_content(entries: &str, content: &[u8]) -> Vec<u8> {
    let mut sheet = Sheet::new();
    let content = sheet.stream(entries, content);
    sheet.page_entries(&format!("/Contents {content} 0 R"));
    sheet.finish()
}

/// An object stream in which many objects are the same large array.
fn one_array_many_times() -> Vec<u8> {
    let mut index = String::new();
    for number in 100..60_000 {
        let _ = write!(index, "{number} 0 ");
    }
    let first = index.len();
    let body = format!("{index}[{}]", "1 ".repeat(200_000));
    let compressed = deflated(body.as_bytes(), 1);
    let mut sheet = Sheet::new();
    sheet.stream(
        &format!("/Type /ObjStm /N 59900 /First {first} /Filter /FlateDecode"),
        &compressed,
    );
    let mut annotations = String::from("/Annots [");
    for number in 100..60_000 {
        let _ = write!(annotations, "{number} 0 R ");
    }
    sheet.page_entries(&(annotations + "]"));
    let mut file = sheet.finish();
    // Without a cross-reference table, the whole file is searched for objects.
    let table = file.windows(5).position(|w| w == b"xref\n").unwrap();
    file.truncate(table);
    file
}

/// Streams that each contain all that follow, so that copies of them grow with the square of their number.
fn streams_within_streams() -> Vec<u8> {
    let mut sheet = Sheet::new();
    let mut contents = String::from("/Contents [");
    for number in 0..2_000 {
        sheet.object(format!("<< /Length {} >>\nstream\n q", 40 * (2_000 - number)));
        let _ = write!(contents, "{} 0 R ", Sheet::FIRST_OBJECT + number);
    }
    sheet.page_entries(&(contents + "]"));
    sheet.finish()
}

/// Thirty forms, each of which draws the next one twice.
fn forms_that_double() -> Vec<u8> {
    let mut sheet = Sheet::new();
    for depth in 0..30 {
        let next = Sheet::FIRST_OBJECT + depth + 1;
        let entries = format!("/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {next} 0 R >> >>");
        sheet.stream(&entries, b"/X Do /X Do /X Do /X Do");
    }
    sheet
        .page_entries("/Resources << /XObject << /X 10 0 R >> >>")
        .draw("/X Do /X Do");
    sheet.finish()
}

fn pages_without_end() -> Vec<u8> {
    let mut sheet = Sheet::new();
    for _ in 0..5_000 {
        sheet.page();
    }
    sheet.finish()
}

fn fonts_without_end() -> Vec<u8> {
    let map = "beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange beginbfchar ".to_owned()
        + &"<0001> <0041> ".repeat(3_000);
    let mut sheet = Sheet::new();
    let map = sheet.stream("/Filter /FlateDecode", &deflated(map.as_bytes(), 1));
    let mut fonts = String::from("/Resources << /Font << ");
    for number in 0..1_000 {
        let font = sheet.object(format!("<< /Type /Font /Subtype /TrueType /ToUnicode {map} 0 R >>"));
        let _ = write!(fonts, "/A{number} {font} 0 R ");
        sheet.draw(&format!("BT /A{number} 9 Tf (x) Tj ET"));
    }
    sheet.page_entries(&(fonts + ">> >>"));
    sheet.finish()
}

/// A file encrypted with a password.
fn encrypted(file: &[u8], password: &str) -> Vec<u8> {
    let mut document = lopdf::Document::load_mem(file).unwrap();
    let id = Object::string_literal(b"0123456789abcdef".to_vec());
    document.trailer.set("ID", vec![id.clone(), id]);
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: "owner",
        user_password: password,
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    let mut file = Vec::new();
    document.save_to(&mut file).unwrap();
    file
}

/// A file whose encryption dictionary has these entries.
fn ciphered(entries: &str) -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet.text(50.0, 100.0, 10.0, "Hyresavi");
    let cipher = sheet.object(format!("<< /Filter /Standard {entries} >>"));
    let file = String::from_utf8_lossy(&sheet.finish()).into_owned();
    file.replacen("/Root", &format!("/Encrypt {cipher} 0 R /Root"), 1)
        .into_bytes()
}

fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let zeros = vec![b'\n'; 24 << 20];
    let text = "BT /F1 9 Tf (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ET ".repeat(60_000);
    let mut loop_of_tables =
        b"%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n".to_vec();
    loop_of_tables.extend_from_slice(b"%%EOF");
    vec![
        ("a bomb", with_content("/Filter /FlateDecode", &deflated(&zeros, 1))),
        (
            "a bomb in a bomb",
            with_content("/Filter [/FlateDecode /FlateDecode]", &deflated(&zeros, 2)),
        ),
        (
            "too much text",
            with_content("/Filter /FlateDecode", &deflated(text.as_bytes(), 1)),
        ),
        (
            "operands without an operator",
            with_content("", "1 ".repeat(2_000_000).as_bytes()),
        ),
        (
            "an array without an end",
            with_content("", ("[".to_owned() + &"1 ".repeat(2_000_000)).as_bytes()),
        ),
        (
            "arrays within arrays",
            with_content("", "[".repeat(2_000_000).as_bytes()),
        ),
        (
            "dictionaries within dictionaries",
            with_content("", "<</A".repeat(1_000_000).as_bytes()),
        ),
        ("a text without an end", with_content("", &vec![b'('; 4_000_000])),
        (
            "states without end",
            with_content("", "q ".repeat(2_000_000).as_bytes()),
        ),
        ("one array many times", one_array_many_times()),
        ("streams within streams", streams_within_streams()),
        ("forms that double", forms_that_double()),
        ("pages without end", pages_without_end()),
        ("fonts without end", fonts_without_end()),
        ("a loop of tables", loop_of_tables),
        (
            "a bomb behind a password",
            encrypted(&with_content("/Filter /FlateDecode", &deflated(&zeros, 1)), "secret"),
        ),
        (
            "a bomb behind an empty password",
            encrypted(&with_content("/Filter /FlateDecode", &deflated(&zeros, 1)), ""),
        ),
        (
            "a cipher of nothing",
            ciphered("/V 5 /R 6 /Length 99999999 /O () /U () /P -1"),
        ),
        (
            "a cipher that is itself",
            ciphered("/V 4 /R 4 /CF << /StdCF 10 0 R >> /O 10 0 R /U 10 0 R /P 10 0 R"),
        ),
        (
            "a table of nothing",
            [b"%PDF-1.7\nxref\n0 99999999\n".to_vec(), vec![b'0'; 1 << 20]].concat(),
        ),
        (
            "headers without objects",
            [b"%PDF-1.7\n".to_vec(), b"1 0 obj ".repeat(300_000)].concat(),
        ),
        (
            "a predictor of impossible width",
            with_content(
                "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2000000000 /Colors 32 >>",
                &deflated(&[b'x'; 4096], 1),
            ),
        ),
    ]
}

/// Resets the peak memory of the process.
fn reset_peak() {
    // Linux resets the peak when a 5 is written; see proc_pid_clear_refs(5).
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The peak memory of the process since the last reset, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse::<usize>().ok()).unwrap_or(0) * 1024
}

// Shows: Threats | A mail or document takes all…
#[test]
fn small_hostile_files_take_little_time_and_memory() {
    let files = hostile();
    reset_peak();
    let before = peak();
    for (name, file) in &files {
        let started = Instant::now();
        let read = pdf::read(file);
        let took = started.elapsed();
        println!(
            "{name}: {} kB, {took:?}, {:?}",
            file.len() / 1024,
            read.as_ref().map(|pdf| pdf.document.lines.len())
        );
        assert!(took < MOST_TIME, "{name} took {took:?}");
        if let Ok(pdf) = &read {
            assert!(pdf.document.lines.len() < 100, "{name} was read");
        }
    }
    assert!(matches!(pdf::read(&files[0].1), Err(Reason::PdfOverLimit { .. })));
    let more = peak().saturating_sub(before);
    println!("{} MiB more", more >> 20);
    assert!(more < 64 << 20, "{} MiB more", more >> 20);
}
