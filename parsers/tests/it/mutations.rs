//! The fuzzing targets over seeded mutations of sound documents: the same bytes every time, for a second or two.

use std::path::Path;

use fastrand::Rng;
use invoices_parsers::fuzz;

/// Mutations of one seed.
const ROUNDS: u64 = 12;
/// Seeds of one target.
const SEEDS: usize = 12;

/// Flips, cuts, doubles and overwrites a few places.
fn mutated(seed: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.usize(..6) {
        if bytes.is_empty() {
            break;
        }
        let at = random.usize(..bytes.len());
        let end = (at + random.usize(..200)).min(bytes.len());
        match random.usize(..5) {
            0 => bytes[at] ^= 1 << random.usize(..8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3 => bytes.truncate(at),
            _ => {
                let text: [&[u8]; 8] = [
                    b"<table>",
                    b"</td>",
                    b"99999999999999999999",
                    b"1.234,5",
                    b"\xff\xfe",
                    b"&#x110000;",
                    b"2026-02-30",
                    b"SEK -0",
                ];
                bytes.splice(at..at, text[random.usize(..text.len())].iter().copied());
            }
        }
    }
    bytes
}

fn run(target: fn(&[u8]), ending: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/receipts");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.sort();
    let step = (files.len() / SEEDS).max(1);
    for file in files.iter().step_by(step).take(SEEDS) {
        let seed = std::fs::read(file).unwrap();
        for round in 1..=ROUNDS {
            let bytes = mutated(&seed, &mut Rng::with_seed(round));
            let done = std::panic::catch_unwind(|| target(&bytes));
            assert!(done.is_ok(), "round {round} of {} breaks a promise", file.display());
        }
    }
}

// Shows: Threats | Markup or XML expands…
#[test]
fn mutated_receipts_keep_the_promises() {
    run(fuzz::html, "html");
}

#[test]
fn mutated_mails_keep_the_promises() {
    run(fuzz::mail, "eml");
}

#[test]
fn mutated_texts_keep_the_promises_of_amounts_and_dates() {
    run(fuzz::money, "eml");
    run(fuzz::dates, "html");
}
