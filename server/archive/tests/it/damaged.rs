//! Archives that are cut, damaged or malicious.

use std::fs;

use super::{Disk, LIMIT, TAKEOUT, is_unreadable, mbox, message, read, told};

/// Messages that can't be compressed to nothing.
fn messages(count: u32) -> Vec<Vec<u8>> {
    let noise = |seed: u32| {
        let mut state = seed.wrapping_mul(2_654_435_761) | 1;
        let mut letter = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            char::from(b'a' + u8::try_from(state % 26).unwrap())
        };
        (0..1000).map(|_| letter()).collect::<String>()
    };
    (0..count).map(|n| message(&format!("{n} {}", noise(n + 1)))).collect()
}

#[test]
fn a_zip_that_is_cut_is_unreadable() {
    let disk = Disk::new();
    let path = disk.zip(&[(TAKEOUT, mbox(&messages(20)))]);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let found = read(&path);
    assert_eq!(found.len(), 1);
    assert!(is_unreadable(&found[0]), "{found:?}");
}

#[test]
fn the_mails_before_the_cut_of_a_tgz_are_read() {
    let disk = Disk::new();
    let path = disk.tgz(&[("first.eml", message("first")), (TAKEOUT, mbox(&messages(2_000)))]);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let found = read(&path);
    let mails = found.iter().take_while(|found| !is_unreadable(found)).count();
    assert!((500..1_500).contains(&mails), "{mails}");
    assert!(found[mails..].iter().all(is_unreadable) && found.len() > mails);
}

#[test]
fn a_wrong_checksum_is_reported_and_the_next_entry_is_read() {
    let disk = Disk::new();
    let path = disk.zip(&[(TAKEOUT, mbox(&messages(20))), ("last.eml", message("last"))]);
    let mut bytes = fs::read(&path).unwrap();
    // The central directory's entries begin with this signature; the checksum is at 16.
    let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    bytes[directory + 16] ^= 0xff;
    fs::write(&path, bytes).unwrap();
    let found = read(&path);
    assert_eq!(found.iter().filter(|found| is_unreadable(found)).count(), 1);
    assert!(found.len() >= 21, "{}", found.len());
    assert!(!is_unreadable(found.last().unwrap()));
}

#[test]
fn an_archive_that_unpacks_to_far_more_than_its_size_is_left() {
    let disk = Disk::new();
    let mut bomb = mbox(&[message("a")]);
    bomb.extend(b"From b@xxx Sat Nov 21 05:07:42 +0000 2026\r\nSubject: b\r\n\r\n");
    bomb.resize(64 << 20, b'x');
    let entries = [(TAKEOUT, bomb)];
    for path in [disk.zip(&entries), disk.tgz(&entries)] {
        let told = told(&path);
        assert_eq!(told[0], "a");
        let reason = "unreadable: it is more than 200 times as large as its archive";
        assert!(told[1].starts_with(reason), "{told:?}");
    }
}

#[test]
fn what_is_no_archive_is_unreadable() {
    let disk = Disk::new();
    for name in ["a.zip", "a.tgz", "a.tar.gz"] {
        let path = disk.file(name, b"no archive");
        let found = read(&path);
        assert!(found.len() == 1 && is_unreadable(&found[0]), "{name} {found:?}");
    }
}

#[test]
fn a_message_without_an_end_is_bounded() {
    let disk = Disk::new();
    let mut endless = mbox(&[message("a")]);
    endless.resize(usize::try_from(LIMIT).unwrap() * 20, b'x');
    let reason = format!("unreadable: it is larger than {LIMIT} bytes");
    assert_eq!(told(&disk.file("all.mbox", &endless)), [reason]);
}
