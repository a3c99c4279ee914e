//! Zip and tar archives.

use invoices_archive::{Content, Found};

use super::{Disk, LIMIT, TAKEOUT, labelled, mbox, message, read, told};

fn contents(found: Vec<Found>) -> Vec<Content> {
    found.into_iter().map(|found| found.content).collect()
}

#[test]
fn an_archive_reads_like_the_mbox_in_it() {
    let disk = Disk::new();
    let mailbox = mbox(&[message("a"), labelled("b", "Spam"), message("From c"), message("d")]);
    let plain = contents(read(&disk.file("all.mbox", &mailbox)));
    assert_eq!(plain.len(), 4);
    let page = ("Takeout/archive_browser.html", b"<html>".to_vec());
    let entries = [page, (TAKEOUT, mailbox)];
    let zip = disk.zip(&entries);
    assert_eq!(contents(read(&zip)), plain);
    assert_eq!(contents(read(&disk.tgz(&entries))), plain);
    let place = &read(&zip)[2].place;
    assert_eq!(*place, format!("{}: {TAKEOUT}, message 3", zip.display()));
}

#[test]
fn entries_are_read_in_their_order_in_the_archive() {
    let disk = Disk::new();
    let entries = [
        ("b.mbox", mbox(&[message("b 1"), message("b 2")])),
        ("a/1.eml", message("a")),
        ("notes.txt", b"no mail".to_vec()),
        ("a/receipt.pdf", b"%PDF-1.4".to_vec()),
        ("a/receipt.html", b"<p>12 kr</p>".to_vec()),
    ];
    let expected = ["b 1", "b 2", "a", "PDF receipt.pdf", "page receipt.html"];
    assert_eq!(told(&disk.zip(&entries)), expected);
    assert_eq!(told(&disk.tgz(&entries)), expected);
}

#[test]
fn spam_and_trash_are_marked() {
    let disk = Disk::new();
    let entries = [
        ("Takeout/Mail/Spam.mbox", mbox(&[message("a")])),
        ("Takeout/Mail/Papperskorgen.mbox", mbox(&[message("b")])),
        (TAKEOUT, mbox(&[labelled("c", "Trash"), message("d")])),
        ("Maildir/.Trash/cur/1.host:2,S", message("e")),
        ("Maildir/cur/2.host:2,ST", message("f")),
        ("Maildir/new/3.host", message("g")),
        ("Maildir/tmp/4.host", message("not delivered")),
        ("Maildir/cur/.lock", message("no message")),
    ];
    let expected = ["a (spam)", "b (trash)", "c (trash)", "d", "e (trash)", "f (trash)", "g"];
    assert_eq!(told(&disk.zip(&entries)), expected);
    assert_eq!(told(&disk.tgz(&entries)), expected);
}

#[test]
fn a_message_over_the_limit_is_passed_by() {
    let disk = Disk::new();
    let large = message(&"x".repeat(usize::try_from(LIMIT).unwrap()));
    let entries = [
        (TAKEOUT, mbox(&[message("a"), large.clone(), message("b")])),
        ("large.eml", large),
        ("c.eml", message("c")),
    ];
    let reason = format!("unreadable: it is larger than {LIMIT} bytes");
    let expected = ["a", &reason, "b", &reason, "c"];
    assert_eq!(told(&disk.zip(&entries)), expected);
    assert_eq!(told(&disk.tgz(&entries)), expected);
    let [(_, mailbox), ..] = &entries;
    assert_eq!(told(&disk.file("all.mbox", mailbox)), expected[..3]);
}

#[test]
fn an_archive_in_an_archive_is_not_opened() {
    let disk = Disk::new();
    let inner = std::fs::read(disk.zip(&[("a.eml", message("a"))])).unwrap();
    let entries = [("one.zip", inner.clone()), ("two.tgz", inner), ("b.eml", message("b"))];
    let refused = "unreadable: an archive within an archive is not opened";
    assert_eq!(told(&disk.zip(&entries)), [refused, refused, "b"]);
    assert_eq!(told(&disk.tgz(&entries)), [refused, refused, "b"]);
}
