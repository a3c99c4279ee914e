//! Folders and single files.

use std::fs;
use std::ops::ControlFlow;

use invoices_archive::{Content, Limits, scan, size};

use super::{Disk, LIMIT, mbox, message, read, told};

#[test]
fn a_maildir_is_read_without_what_is_not_delivered() {
    let disk = Disk::new();
    disk.file("Maildir/cur/1.host:2,S", &message("read"));
    disk.file("Maildir/cur/2.host:2,ST", &message("thrown away"));
    disk.file("Maildir/new/3.host", &message("new"));
    disk.file("Maildir/tmp/4.host", &message("not delivered"));
    disk.file("Maildir/.Junk/cur/5.host:2,", &message("junk"));
    disk.file("Maildir/.Junk/new/.keep", b"");
    let expected = ["junk (spam)", "read", "thrown away (trash)", "new"];
    assert_eq!(told(&disk.path("Maildir")), expected);
}

#[test]
fn a_folder_is_read_in_the_order_of_names() {
    let disk = Disk::new();
    disk.file("box/b.eml", &message("b"));
    disk.file("box/a/c.EML", &message("c"));
    disk.file("box/Trash/d.eml", &message("d"));
    disk.file("box/Inbox", &mbox(&[message("e")]));
    disk.file("box/notes", b"no mail");
    disk.file("box/notes.txt", b"no mail");
    disk.file("box/receipt.pdf", b"%PDF-1.4");
    disk.file("box/receipt.htm", b"<p>12 kr</p>");
    let expected = ["e", "d (trash)", "c", "b", "page receipt.htm", "PDF receipt.pdf"];
    assert_eq!(told(&disk.path("box")), expected);
}

#[test]
fn a_document_has_its_name_its_bytes_and_its_time() {
    let disk = Disk::new();
    let path = disk.file("Receipt 1.pdf", b"%PDF-1.4");
    let found = read(&path).remove(0);
    assert_eq!(found.place, path.display().to_string());
    let Content::Document {
        name,
        bytes,
        modified_at,
        ..
    } = found.content
    else {
        panic!("no document");
    };
    assert_eq!((name.as_str(), &bytes[..]), ("Receipt 1.pdf", &b"%PDF-1.4"[..]));
    assert!(modified_at.is_some());
}

#[test]
fn a_bad_file_of_a_folder_does_not_end_it() {
    let disk = Disk::new();
    disk.file("box/a.mbox", b"no mbox\n");
    disk.file("box/b.eml", &message("b"));
    let told = told(&disk.path("box"));
    assert!(told[0].starts_with("unreadable: not an mbox"), "{told:?}");
    assert_eq!(told[1..], ["b"]);
}

#[test]
fn a_path_that_can_not_be_read_is_an_error_that_names_it() {
    let disk = Disk::new();
    let no_mbox = disk.file("letter.txt", b"Hej\n");
    for path in [disk.path("missing.mbox"), no_mbox] {
        let limits = Limits { message_bytes: LIMIT };
        let error = scan(&path, limits, &mut |_, _| ControlFlow::Continue(())).unwrap_err();
        assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
    }
    assert!(size(&disk.path("missing")).is_err());
    fs::create_dir(disk.path("empty")).unwrap();
    assert_eq!(
        (size(&disk.path("empty")).unwrap(), read(&disk.path("empty")).len()),
        (0, 0)
    );
}
