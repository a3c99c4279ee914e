//! Mails as Apple Mail keeps them.

use super::{Disk, LIMIT, days, message, told};

/// A mail of Apple Mail with these flags.
fn emlx(message: &[u8], flags: u64) -> Vec<u8> {
    let properties = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n\t<key>date-received</key>\n\t\
         <integer>1793600000</integer>\n\t<key>flags</key>\n\t<integer>{flags}</integer>\n</dict>\n</plist>\n"
    );
    let length = format!("{:<10}\n", message.len());
    [length.as_bytes(), message, properties.as_bytes()].concat()
}

#[test]
fn a_mail_of_apple_mail_is_read_with_its_time() {
    let disk = Disk::new();
    disk.file("INBOX.mbox/Messages/1.emlx", &emlx(&message("a"), 1));
    disk.file("INBOX.mbox/Messages/2.emlx", &emlx(&message("deleted"), 3));
    disk.file("Junk.mbox/Messages/3.emlx", &emlx(&message("b"), 0));
    assert_eq!(told(&disk.path("")), ["a", "deleted (trash)", "b (spam)"]);
    assert_eq!(days(&disk.path("INBOX.mbox"))[0].as_deref(), Some("2026-11-02"));
    let entries = [("Mail/4.emlx", emlx(&message("c"), 1))];
    assert_eq!(told(&disk.zip(&entries)), ["c"]);
}

#[test]
fn a_mail_that_is_not_whole_is_said() {
    let disk = Disk::new();
    let whole = emlx(&message("a"), 1);
    disk.file("box/1.emlx", &whole[..40]);
    disk.file("box/2.emlx", &message("no length"));
    disk.file("box/3.partial.emlx", &whole);
    disk.file(
        "box/4.emlx",
        &emlx(&message(&"x".repeat(usize::try_from(LIMIT).unwrap())), 1),
    );
    let told = told(&disk.path("box"));
    assert_eq!(
        told[..3],
        [
            "unreadable: it is not a whole .emlx file",
            "unreadable: it is not a whole .emlx file",
            "a"
        ]
    );
    assert!(
        told[3].contains("attachments in other files") && told[4].contains("larger than"),
        "{told:?}"
    );
}
