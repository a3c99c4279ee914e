//! `invoices import` and `invoices trust` while the service is running.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use chrono::Utc;
use invoices_client::Client;
use invoices_sandbox::sample::{self, Expectation, LANDLORD, RENT_SUBJECT};
use invoices_service::Mail;
use test_servers::dns::Dns;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::served::{Served, invoices, run, text};

const ALVA: &str = "alva@example.com";

/// A service with a user, which does not check senders, or asks `dns` about them.
async fn started(folder: &Path, dns: Option<&Dns>) -> (Served, Client) {
    let pipeline = match dns {
        None => "check_sender = false".to_owned(),
        Some(dns) => format!("dns_server = \"{}\"", dns.address()),
    };
    let settings = format!(
        "[pipeline]\n{pipeline}\n[[rental.landlords]]\nsender = \"{LANDLORD}\"\nsubject = \"{RENT_SUBJECT}\"\n"
    );
    fs::write(folder.join("invoices.toml"), settings).unwrap();
    let served = Served::start(folder);
    let client = Client::connect(&format!("http://{}", served.address)).unwrap();
    let client = client
        .sign_up(ALVA, "Alva", "correct horse battery".to_owned())
        .await
        .unwrap();
    (served, client)
}

/// Exit code, standard output and standard error of `invoices import --user alva@example.com`.
fn import(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(folder, &[&["import", "--user", ALVA], arguments].concat());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

async fn invoice_counts(client: &Client) -> (usize, usize) {
    let rental = client.rental_invoices().await.unwrap();
    let retail = client.retail_invoices(None).await.unwrap();
    (rental.values().map(Vec::len).sum(), retail.len())
}

/// The first of the invented rent notices and the first receipt.
fn rent_and_receipt() -> (Vec<u8>, Vec<u8>) {
    let messages = sample::mailbox(Utc::now());
    let first = |is_wanted: fn(&Expectation) -> bool| {
        let found = messages.iter().find(|mail| is_wanted(&mail.what));
        found.unwrap().eml.clone()
    };
    (
        first(|what| matches!(what, Expectation::Rental(_))),
        first(|what| matches!(what, Expectation::Retail(..))),
    )
}

/// A receipt of a shop that isn't a vendor.
fn unknown_receipt() -> Vec<u8> {
    let date = Utc::now().to_rfc2822();
    format!(
        "From: Garnboden <order@garnboden.example.com>\r\nTo: {ALVA}\r\nSubject: Orderbekräftelse 4711\r\nDate: {date}\r\n\
         Message-ID: <4711@garnboden.example.com>\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n\
         <h1>Tack för din beställning</h1><p>Ordernummer: G-4711</p><p>Orderdatum: 2026-11-02</p>\
         <p>Ullgarn 1 st 120,00 kr</p><p>Totalt: 120,00 kr</p>\r\n"
    )
    .into_bytes()
}

/// The mail as Takeout writes it where it lies in spam.
fn in_spam(mail: &[u8]) -> Vec<u8> {
    [b"X-Gmail-Labels: Spam\r\n", mail].concat()
}

fn mbox(mails: &[&[u8]]) -> Vec<u8> {
    let mut file = Vec::new();
    for (nth, mail) in mails.iter().enumerate() {
        writeln!(file, "From {nth}@xxx Sat Nov 21 05:07:42 +0000 2026\r").unwrap();
        file.extend_from_slice(mail);
        file.extend(b"\r\n\r\n");
    }
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn every_mail_of_an_mbox_is_accounted_for_and_none_is_taken_twice() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (_served, client) = started(folder, None).await;
    let (rent, receipt) = rent_and_receipt();
    let unreadable = b"From: a@example.com\r\nFrom: b@example.com\r\nSubject: two\r\n\r\nHej";
    let mails = mbox(&[&rent, &unknown_receipt(), &in_spam(&receipt), unreadable, &receipt]);
    fs::write(folder.join("all.mbox"), &mails).unwrap();
    let (code, said, errors) = import(folder, &["all.mbox"]);
    assert_eq!(code, Some(1), "a mail is unreadable: {errors}");
    let counts = "5 mails examined: 2 imported, 1 from unknown senders, 1 in spam or trash, 1 unreadable";
    assert!(said.starts_with(counts), "{said}");
    assert!(said.contains("2 invoices and receipts newly recorded"), "{said}");
    assert!(said.contains("--discover"), "{said}");
    assert!(
        errors.contains("all.mbox, message 4: it doesn't have exactly one sender"),
        "{errors}"
    );
    assert_eq!(invoice_counts(&client).await, (1, 1));

    let mut zip = ZipWriter::new(File::create(folder.join("takeout.zip")).unwrap());
    zip.start_file(
        "Takeout/Mail/All mail Including Spam and Trash.mbox",
        SimpleFileOptions::default(),
    )
    .unwrap();
    zip.write_all(&mbox(&[&rent, &receipt])).unwrap();
    zip.finish().unwrap();
    let (code, said, errors) = import(folder, &["takeout.zip"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        said.starts_with("2 mails examined: 0 imported, 2 already known"),
        "{said}"
    );
    assert_eq!(invoice_counts(&client).await, (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_was_interrupted_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (mut served, _client) = started(folder, None).await;
    served.signal("-TERM");
    let (rent, receipt) = rent_and_receipt();
    // It takes long to read past the mails of others to the notice.
    let mut mails = vec![&receipt[..]];
    mails.resize(30_000, b"From: a@example.com\r\nSubject: Hi\r\n\r\nHi");
    mails.push(&rent);
    fs::write(folder.join("mail.mbox"), mbox(&mails)).unwrap();
    let running = invoices(folder)
        .args(["import", "--user", ALVA, "mail.mbox"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !text(&run(folder, &["ledger", "--state", "found", "--csv"]).stdout).contains(",found,") {
        thread::sleep(Duration::from_millis(50));
    }
    let signal = Command::new("kill").args(["-INT", &running.id().to_string()]).status();
    assert!(signal.unwrap().success());
    let ended = running.wait_with_output().unwrap();
    let said = text(&ended.stdout);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains(" examined: 1 imported"), "{said}");
    assert!(said.ends_with("interrupted; run it again to continue\n"), "{said}");

    fs::write(folder.join("whole.mbox"), mbox(&[&receipt, &rent])).unwrap();
    let (code, said, errors) = import(folder, &["whole.mbox"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        said.starts_with("2 mails examined: 1 imported, 1 already known"),
        "{said}"
    );
    assert!(said.contains("2 invoices and receipts newly recorded"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mails_of_a_trusted_sender_leave_the_quarantine() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let dns = Dns::start().unwrap();
    let (_served, client) = started(folder, Some(&dns)).await;
    let (rent, _) = rent_and_receipt();
    fs::write(folder.join("rent.eml"), &rent).unwrap();
    let (code, said, errors) = import(folder, &["rent.eml"]);
    assert_eq!(code, Some(0), "{errors}");
    let hint = format!("invoices trust --user {ALVA} {LANDLORD}");
    assert!(said.contains("1 mail in quarantine") && said.contains(&hint), "{said}");
    assert_eq!(invoice_counts(&client).await, (0, 0));

    let trust = |arguments: &[&str]| {
        let output = run(folder, &[&["trust", "--user", ALVA], arguments].concat());
        (output.status.code(), text(&output.stdout))
    };
    assert_eq!(trust(&[]), (Some(0), String::new()));
    let trusted = format!("{LANDLORD}: trusted; mails released from quarantine: 1\n");
    assert_eq!(trust(&[LANDLORD]), (Some(0), trusted));
    assert_eq!(trust(&[]), (Some(0), format!("{LANDLORD}\n")));
    let (code, said, errors) = import(folder, &["rent.eml"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(!said.contains("in quarantine"), "{said}");
    // The service may have been faster than the command.
    while invoice_counts(&client).await != (1, 0) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let removed = format!("{LANDLORD}: no longer trusted\n");
    assert_eq!(trust(&["--remove", LANDLORD]), (Some(0), removed));
    let absent = format!("{LANDLORD}: was not trusted\n");
    assert_eq!(trust(&["--remove", LANDLORD]), (Some(1), absent));
    let log = text(&run(folder, &["users", "log", "--csv"]).stdout);
    for act in [",trust,", ",distrust,"] {
        assert!(log.contains(act), "{log}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn shops_are_found_in_the_file_and_added() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (_served, client) = started(folder, None).await;
    fs::create_dir_all(folder.join("box/Trash")).unwrap();
    fs::write(folder.join("box/shop.eml"), unknown_receipt()).unwrap();
    fs::write(folder.join("box/Trash/rent.eml"), rent_and_receipt().0).unwrap();
    // Standard input isn't a terminal here.
    let (code, said, errors) = import(folder, &["--discover", "box"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        said.contains("garnboden.example.com") && said.contains("Nothing is imported yet."),
        "{said}"
    );
    assert_eq!(invoice_counts(&client).await, (0, 0));
    let (code, said, errors) = import(folder, &["--discover", "--yes", "box"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(said.contains("1 added"), "{said}");
    assert!(
        said.contains("2 mails examined: 1 imported, 1 in spam or trash"),
        "{said}"
    );
    assert_eq!(invoice_counts(&client).await, (0, 1));
    let (code, said, _) = import(folder, &["--discover", "box"]);
    assert!(code == Some(0) && said.starts_with("No further senders"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_alone_needs_its_source_and_is_recorded_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let dns = Dns::start().unwrap();
    let (_served, client) = started(folder, Some(&dns)).await;
    let (rent, _) = rent_and_receipt();
    let pdf = Mail::read(&rent).unwrap().pdfs.remove(0);
    fs::write(folder.join("Hyresavi å.pdf"), pdf.bytes).unwrap();
    fs::write(
        folder.join("order.html"),
        "<p>Ordernummer: k7dn-4711</p><p>Totalt: 120,00 kr</p>",
    )
    .unwrap();

    for wrong in [&["Hyresavi å.pdf"][..], &["--source", "nobody", "Hyresavi å.pdf"]] {
        let (code, _, errors) = import(folder, wrong);
        assert_eq!(code, Some(1));
        assert!(errors.contains(LANDLORD) && errors.contains("foodora"), "{errors}");
    }
    let rent = ["--source", LANDLORD, "Hyresavi å.pdf"];
    for taken in [
        "1 mail examined: 1 imported",
        "1 mail examined: 0 imported, 1 already known",
    ] {
        let (code, said, errors) = import(folder, &rent);
        assert_eq!(code, Some(0), "{said}{errors}");
        assert!(said.starts_with(taken), "{said}");
        assert_eq!(invoice_counts(&client).await, (1, 0));
        // A different time does not make a different document.
        let file = File::options()
            .append(true)
            .open(folder.join("Hyresavi å.pdf"))
            .unwrap();
        file.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(1_700_000_000))
            .unwrap();
    }
    let (code, said, errors) = import(folder, &["--source", "foodora", "order.html"]);
    assert_eq!(code, Some(0), "{said}{errors}");
    assert_eq!(invoice_counts(&client).await, (1, 1));
    let (code, _, errors) = import(folder, &["--source", LANDLORD, "order.html"]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("a landlord's notice must be a PDF"), "{errors}");
}

// Shows: Submitted mails and trusted senders | A mail without a plausible date has the time of its file; without one its invoice has no `invoice_date`, and is the oldest of every list
#[tokio::test(flavor = "multi_thread")]
async fn the_file_says_when_a_mail_without_a_date_was_received() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (_served, client) = started(folder, None).await;
    let mail = |order: &str| {
        format!(
            "From: Foodora: kvitton <info@mail.foodora.se>\nSubject: Orderbekräftelse\n\nOrdernummer: {order}\nTotalt: 120,00 kr\n"
        )
    };
    let mbox = format!(
        "From info@mail.foodora.se Mon Nov  2 10:00:00 2009\n{}From info@mail.foodora.se\n",
        mail("k7dn-1")
    );
    // The second separator has neither a time nor a blank line before.
    let second = format!("Date: Tue, 3 Nov 2009 10:00:00 +0000\n{}", mail("k7dn-2"));
    fs::write(folder.join("mail.mbox"), mbox + &second).unwrap();
    fs::create_dir_all(folder.join("Maildir/cur")).unwrap();
    fs::write(folder.join("Maildir/cur/1257328800.M1P1.host:2,S"), mail("k7dn-4")).unwrap();
    let (fifth, received) = (mail("k7dn-5"), "<key>date-received</key><integer>1257415200</integer>");
    let emlx = format!("{}\n{fifth}<plist><dict>{received}</dict></plist>\n", fifth.len());
    fs::write(folder.join("5.emlx"), emlx).unwrap();
    fs::write(folder.join("6.eml"), mail("k7dn-6")).unwrap();
    let (code, said, errors) = import(folder, &["mail.mbox", "Maildir", "5.emlx", "6.eml"]);
    assert_eq!(code, Some(0), "{said}{errors}");
    let invoices = client.retail_invoices(None).await.unwrap();
    let days = invoices
        .iter()
        .map(|invoice| invoice.invoice_date.map(|date| date.to_string()));
    let days: Vec<String> = days.map(Option::unwrap_or_default).collect();
    assert_eq!(days, ["2009-11-05", "2009-11-04", "2009-11-03", "2009-11-02", ""]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_out_of_the_folder_is_said_and_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (_served, client) = started(folder, None).await;
    let (rent, receipt) = rent_and_receipt();
    fs::create_dir(folder.join("box")).unwrap();
    fs::write(folder.join("secret.eml"), rent).unwrap();
    fs::write(folder.join("box/receipt.eml"), receipt).unwrap();
    std::os::unix::fs::symlink(folder.join("secret.eml"), folder.join("box/rent.eml")).unwrap();
    let (code, said, errors) = import(folder, &["box"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("2 mails examined: 1 imported, 1 unreadable"), "{said}");
    assert!(errors.contains("rent.eml: it is a link out of the folder"), "{errors}");
    assert_eq!(invoice_counts(&client).await, (0, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_imported_is_an_error_that_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (_served, _client) = started(folder, None).await;
    let pipe = Command::new("mkfifo").arg(folder.join("pipe.mbox")).status();
    assert!(pipe.unwrap().success());
    fs::write(folder.join("letter.txt"), "Hej\n").unwrap();
    fs::write(folder.join("cut.zip"), "PK").unwrap();
    for (arguments, code, word) in [
        (&["--user", ALVA, "missing.mbox"][..], 1, "missing.mbox: No such file"),
        (&["--user", ALVA, "letter.txt"], 1, "letter.txt: not an mbox"),
        (&["--user", ALVA, "cut.zip"], 1, "cut.zip: "),
        (&["--user", ALVA, "pipe.mbox"], 1, "pipe.mbox: it isn't a regular file"),
        (&["--user", ALVA, "/dev/zero"], 1, "/dev/zero: it isn't a regular file"),
        (&["--user", "bo@example.com", "letter.txt"], 1, "there is no such user"),
        (&["--user", ALVA], 2, "<PATH>"),
        (&["letter.txt"], 2, "--user"),
        (&["--user", ALVA, "--yes", "letter.txt"], 2, "--discover"),
    ] {
        let refused = run(folder, &[&["import"], arguments].concat());
        let errors = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(code), "{errors}");
        assert!(errors.contains(word), "{errors}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_tells_of_every_mail_of_an_mbox_and_names_its_shops() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (rent, receipt) = rent_and_receipt();
    let mails = mbox(&[&rent, &unknown_receipt(), &in_spam(&receipt), &receipt]);
    fs::write(folder.join("all.mbox"), mails).unwrap();
    let demo = |arguments: &[&str]| {
        let output = run(folder, &[&["demo", "--mailbox", "all.mbox"], arguments].concat());
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
        said.split_once("Every message").unwrap().1.to_owned()
    };
    let outcome = |said: &str, sender: &str| {
        let line = said.lines().find(|line| line.contains(sender)).unwrap().to_owned();
        line.rsplit('┆').next().unwrap().trim_matches([' ', '│']).to_owned()
    };
    let said = demo(&["--landlord", LANDLORD, "--write-vendors", "shops.json"]);
    assert_eq!(outcome(&said, LANDLORD), "recorded");
    assert_eq!(outcome(&said, "order@garnboden.example.com"), "recorded");
    assert!(said.contains("in spam or trash"), "{said}");
    let shops = fs::read_to_string(folder.join("shops.json")).unwrap();
    assert!(shops.contains("\"garnboden\""), "{shops}");

    // The same document in another mail makes no difference.
    let again = |mail: &[u8]| [b"X-Mailer: another\r\n", mail].concat();
    let mails = mbox(&[&rent, &receipt, &again(&rent), &again(&receipt)]);
    fs::write(folder.join("twice.mbox"), mails).unwrap();
    let output = run(folder, &["demo", "--mailbox", "twice.mbox", "--landlord", LANDLORD]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");

    let said = demo(&["--vendors", "shops.json"]);
    assert_eq!(outcome(&said, LANDLORD), "not of a known sender");
    assert_eq!(outcome(&said, "order@garnboden.example.com"), "recorded");
}
