//! Reading takes work in proportion to the bytes, or it is refused with the limit that is passed. Work is counted in steps, so
//! no clock decides.

mod drawings;
mod fields;
mod mails;
mod objects;
mod pages;
mod pdfs;
mod texts;

use invoices_parsers::read_file;
use parser_document::steps;
use parser_model::Reason;
use parser_model::reading::{MailContext, Outcome};

/// Maximum factor of steps for twice as many bytes.
const GROWTH: f64 = 2.3;
/// Fewer steps pass, however they grow: some ten milliseconds of work.
const SMALL: f64 = 5_000_000.0;

/// Too few steps for the files of [`is_refused`].
const FEW: u64 = 20_000_000;

/// A way to build a hostile file.
struct Family {
    name: &'static str,
    file: &'static str,
    /// The file of about this many bytes.
    build: Box<dyn Fn(usize) -> Vec<u8>>,
    /// The largest that is tried, in bytes.
    largest: usize,
}

impl Family {
    /// The same, tried with files of at most this many bytes.
    fn up_to(self, largest: usize) -> Self {
        Family { largest, ..self }
    }
}

/// Reads the file. Returns the steps, and the reason if a limit is passed.
fn read(family: &Family, size: usize, budget: u64) -> (f64, Option<String>) {
    let bytes = (family.build)(size);
    let work = steps::within(budget, || read_file(family.file, &bytes, None, &MailContext::default()));
    let limit = match work.value.outcome {
        Outcome::Failed {
            reason: reason @ (Reason::OverLimit { .. } | Reason::PdfOverLimit { .. } | Reason::MailOverLimit { .. }),
            ..
        } => Some(reason.to_string()),
        _ => None,
    };
    (steps_of(work.steps), limit)
}

#[allow(clippy::cast_precision_loss, reason = "steps are far below 2^52")]
fn steps_of(steps: u64) -> f64 {
    steps as f64
}

/// The same piece again and again.
fn repeated(name: &'static str, file: &'static str, piece: &'static str) -> Family {
    numbered(name, file, move |_| piece.to_owned())
}

/// Pieces that differ by their number.
fn numbered(name: &'static str, file: &'static str, piece: impl Fn(usize) -> String + 'static) -> Family {
    wrapped(name, file, "", piece, "")
}

fn wrapped(
    name: &'static str,
    file: &'static str,
    before: impl Into<String>,
    piece: impl Fn(usize) -> String + 'static,
    after: &'static str,
) -> Family {
    let before = before.into();
    let build = move |size: usize| {
        let mut bytes = before.clone();
        for number in 0.. {
            if bytes.len() >= size {
                break;
            }
            bytes.push_str(&piece(number));
        }
        bytes.push_str(after);
        bytes.into_bytes()
    };
    Family {
        name,
        file,
        build: Box::new(build),
        largest: 2 << 20,
    }
}

/// Reads a quarter, a half and the whole of several sizes.
fn grows_in_proportion(families: &[Family]) {
    let mut failures = Vec::new();
    for family in families {
        let mut before: Option<f64> = None;
        let mut size = family.largest >> 6;
        while size <= family.largest {
            let (steps, limit) = read(family, size, u64::MAX);
            if limit.is_some() {
                break;
            }
            if steps > SMALL && before.is_some_and(|before| steps > before * GROWTH) {
                failures.push(format!(
                    "{}: {steps} steps for {size} bytes, {before:?} for half of them",
                    family.name
                ));
            }
            before = Some(steps);
            size *= 2;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Reads files whose work grows faster than their bytes with few steps. Each is refused if it pays for its work; the others would take
/// seconds and more with all steps.
fn is_refused(families: &[Family]) {
    const SIZE: usize = 256 << 10;
    let is_read = |family: &&Family| read(family, SIZE, FEW).1.is_none();
    let read: Vec<&str> = families.iter().filter(is_read).map(|family| family.name).collect();
    assert!(read.is_empty(), "not refused: {read:?}");
}

// Shows: Threats | A small mail or document makes a reader loop for long | every loop over what a stranger wrote draws on a budget of steps; limits on cells, columns, attributes, headers, parts and objects; the refusal names the limit
#[test]
fn texts_take_steps_in_proportion() {
    grows_in_proportion(&texts::families());
    is_refused(&texts::refused());
}

// Shows: Threats | A small mail or document…
#[test]
fn pages_take_steps_in_proportion() {
    grows_in_proportion(&pages::families());
    is_refused(&pages::refused());
}

// Shows: Threats | A small mail or document…
#[test]
fn mails_take_steps_in_proportion() {
    grows_in_proportion(&mails::families());
    grows_in_proportion(&fields::families());
    is_refused(&fields::refused());
}

// Shows: Threats | A small mail or document…
#[test]
fn pdfs_take_steps_in_proportion() {
    grows_in_proportion(&pdfs::families());
}

// Shows: Threats | A small mail or document…
#[test]
fn objects_of_pdfs_take_steps_in_proportion() {
    grows_in_proportion(&objects::families());
    is_refused(&objects::refused());
}

// Shows: Threats | A small mail or document…
#[test]
fn contents_of_pdfs_take_steps_in_proportion() {
    grows_in_proportion(&drawings::families());
    is_refused(&drawings::refused());
}
