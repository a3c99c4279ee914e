use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::*;

pub fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    let le = |number: usize, size: usize| number.to_le_bytes()[..size].to_vec();
    for (name, plain) in files {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(plain).unwrap();
        let data = encoder.finish().unwrap();
        let at = archive.len();
        let common = [
            &[20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0][..],
            &le(data.len(), 4),
            &le(plain.len(), 4),
            &le(name.len(), 2),
            &[0, 0],
        ]
        .concat();
        archive.extend([MARK, &common, name.as_bytes(), &data].concat());
        let tail = [&[0; 10][..], &le(at, 4)].concat();
        directory.extend([&b"PK\x01\x02\x14\x00"[..], &common, &tail, name.as_bytes()].concat());
    }
    let end = [
        &b"PK\x05\x06\0\0\0\0\0\0\0\0"[..],
        &le(directory.len(), 4),
        &le(archive.len(), 4),
        &[0, 0],
    ]
    .concat();
    [archive, directory, end].concat()
}

#[test]
fn files_have_their_names_without_folders() {
    let zip = archive(&[
        ("a/Hyresavi_1.pdf", b"%PDF-1.4"),
        ("__MACOSX/._b", b"x"),
        ("c/", b""),
        ("d.xml", b"<a/>"),
    ]);
    let files = files(&zip, 100);
    let named: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    assert_eq!(named, [("Hyresavi_1.pdf", &b"%PDF-1.4"[..]), ("d.xml", b"<a/>")]);
}

#[test]
fn what_is_larger_than_the_room_is_left_out() {
    let zip = archive(&[("bomb", &vec![0; 1_000_000]), ("a", b"abc"), ("b", b"def")]);
    assert!(zip.len() < 2_000);
    let names = |room: usize| files(&zip, room).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(5), ["a"]);
    assert_eq!(names(1_000_003), ["bomb", "a"]);
}

#[test]
fn damaged_archives_have_fewer_files() {
    let zip = archive(&[("a", b"abc"), ("b", b"def")]);
    for at in 0..zip.len() {
        let mut damaged = zip.clone();
        damaged[at] ^= 0xff;
        assert!(files(&damaged, 100).len() <= 2);
        assert!(files(&zip[..at], 100).len() <= 2);
    }
}
