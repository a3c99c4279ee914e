//! Folders and single files.

use std::fs;
use std::ops::ControlFlow;

use invoices_archive::{Content, Limits, scan, size};

use super::{Disk, LIMIT, days, mbox, message, read, told};

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
fn a_maildir_without_its_empty_folders_is_a_maildir() {
    for folder in ["cur", "new"] {
        let disk = Disk::new();
        disk.file(&format!("Mail/{folder}/1793600000.M1P1.host"), &message("a"));
        disk.file(&format!("Mail/{folder}/2:2,ST"), &message("thrown away"));
        disk.file(&format!("Mail/{folder}/letter"), &message("b"));
        disk.file(&format!("Mail/{folder}/notes.txt"), b"no mail");
        disk.file(&format!("Mail/{folder}/receipt.html"), b"<p>12 kr</p>");
        let expected = ["a", "thrown away (trash)", "b", "page receipt.html"];
        assert_eq!(told(&disk.path("Mail")), expected);
        assert_eq!(told(&disk.path(&format!("Mail/{folder}"))), expected);
        assert_eq!(told(&disk.path(&format!("Mail/{folder}/1793600000.M1P1.host"))), ["a"]);
    }
    let disk = Disk::new();
    disk.file("Mail/cur/1.host", b"no mail");
    disk.file("Mail/tmp/2.host", &message("not delivered"));
    assert_eq!(
        read(&disk.path("Mail")).len(),
        1,
        "of a Maildir every file is a message"
    );
}

#[test]
fn the_name_of_a_maildirs_file_says_when_its_mail_was_received() {
    let disk = Disk::new();
    for name in [
        "1257156000.M6P1.host:2,S",
        "1257156000_0.1.host,U=1:2,",
        "12.host",
        "4711",
    ] {
        disk.file(&format!("Mail/cur/{name}"), &message("a"));
    }
    disk.file("Mail/new/.keep", b"");
    let day = Some("2009-11-02".to_owned());
    assert_eq!(days(&disk.path("Mail")), [None, day.clone(), day.clone(), None]);
    let entries = [
        ("Mail/cur/1257156000.M6P1.host:2,S", message("a")),
        ("a.eml", message("b")),
    ];
    assert_eq!(days(&disk.zip(&entries)), [day, None]);
}

#[test]
fn a_message_without_an_ending_is_known_by_its_header() {
    let disk = Disk::new();
    disk.file("inbox/1", &message("a"));
    disk.file("inbox/2", &mbox(&[message("b"), message("c")]));
    disk.file("inbox/3", b"Shopping: eggs\nFrom: the farm\n");
    assert_eq!(told(&disk.path("inbox")), ["a", "b", "c"]);
    assert_eq!(told(&disk.path("inbox/1")), ["a"]);
}

#[test]
fn what_could_hold_mails_and_is_not_read_is_said() {
    let disk = Disk::new();
    for name in ["old.pst", "a.msg", "b.tar", "c.mbox.gz"] {
        disk.file(&format!("box/{name}"), b"?");
    }
    let deep = format!("box/{}d.eml", "x/".repeat(30));
    disk.file(&deep, &message("deep"));
    let told = told(&disk.path("box"));
    let reasons = [
        ".msg are not read",
        ".tar are not read",
        ".gz are not read",
        ".pst are not read",
        "nested too deep",
    ];
    assert_eq!(told.len(), reasons.len(), "{told:?}");
    for (said, reason) in told.iter().zip(reasons) {
        assert!(said.starts_with("unreadable: ") && said.contains(reason), "{said}");
    }
    let entries = [("old.pst", b"?".to_vec()), ("a.eml", message("a"))];
    assert_eq!(
        super::told(&disk.zip(&entries)),
        ["unreadable: files that end in .pst are not read", "a"]
    );
}

#[cfg(unix)]
#[test]
fn only_regular_files_of_the_folder_are_read() {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let disk = Disk::new();
    disk.file("outside/secret.eml", &message("secret"));
    disk.file("box/Maildir/cur/1.host", &message("a"));
    disk.file("box/Maildir/new/.keep", b"");
    for (target, link) in [
        ("outside/secret.eml", "box/1.eml"),
        ("outside", "box/2"),
        ("outside/secret.eml", "box/Maildir/cur/2.host"),
        ("box/Maildir/cur/1.host", "box/3.eml"),
        ("box", "box/4"),
        ("missing", "box/5.eml"),
        ("missing", "box/lock"),
    ] {
        symlink(disk.path(target), disk.path(link)).unwrap();
    }
    let pipe = disk.path("box/pipe.mbox");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let told = told(&disk.path("box"));
    let out = "unreadable: it is a link out of the folder";
    let gone = "unreadable: it is a link to a file that is gone";
    assert_eq!(told, [out, out, gone, "a", out, "unreadable: it isn't a regular file"]);
    for path in [&pipe, std::path::Path::new("/dev/zero")] {
        let limits = Limits { message_bytes: LIMIT };
        let error = scan(path, limits, &mut |_, _| ControlFlow::Continue(())).unwrap_err();
        assert!(error.to_string().ends_with("it isn't a regular file"), "{error}");
        assert!(size(path).is_err());
    }
    // A link that the user names is followed.
    symlink(disk.path("box/Maildir"), disk.path("mail")).unwrap();
    assert_eq!(super::told(&disk.path("mail"))[0], "a");
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
