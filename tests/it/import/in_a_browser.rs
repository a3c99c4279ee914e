//! Files that a person gives to the page.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery, receipt};

use super::{Signed, totals};
use crate::page::{Browser, ENGLISH, TEST_LIMIT};

/// Mails as an mbox file, in which a line that begins with `From ` is marked.
fn mbox(mails: &[Vec<u8>]) -> Vec<u8> {
    let mut file = Vec::new();
    for mail in mails {
        file.extend_from_slice(b"From kvitto@ica.se Tue Nov 10 08:00:00 2026\n");
        for line in mail.split_inclusive(|byte| *byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            if text.trim_start_matches('>').starts_with("From ") {
                file.push(b'>');
            }
            file.extend_from_slice(line);
        }
        file.extend_from_slice(b"\n\n");
    }
    file
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_imported_by_the_page_and_each_is_accounted_for() {
    let signed = Signed::start(Sqlite).await;
    let alva = signed.world.signs_up("Alva").await;
    let quoted = "<p>Hej!</p>\nFrom the shop with love\n";
    let mails = [
        signed.by_grocer(&grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67")),
        receipt("hej@stranger.example.net", "Kvitto", at("2026-11-10T08:00:00Z"), quoted),
        signed.by_grocer(&grocery(at("2026-11-11T08:00:00Z"), "204119", "90,00")),
    ];
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let single = signed.by_grocer(&grocery(at("2026-11-12T08:00:00Z"), "204120", "12,50"));
    let files = [
        write("mail.mbox", &mbox(&mails)),
        write("single.eml", &single),
        write("invoice.pdf", b"%PDF-1.4"),
    ];
    let test = async {
        let browser = Browser::open(&signed.world, ENGLISH).await;
        browser.signs_in(&alva.email, &alva.password).await;
        // Importing the same mail twice makes one invoice.
        for round in 1..=2 {
            browser.opens("account").await;
            browser.finds("//h1[. = 'Account']").await;
            browser.opens("mailbox").await;
            let input = "//input[@type = 'file' and not(@webkitdirectory)]";
            browser.finds(input).await.send_keys(&files.join("\n")).await.unwrap();
            browser.finds(&format!("//section[count(details) = {round}]")).await;
            browser.sees("The import is done.").await;
            // How many of them are fetched before the answer depends on the machine.
            browser
                .finds("//table[sum(.//tr[td[1][starts-with(normalize-space(.), 'Imported')]]/td[2]) = 3]")
                .await;
            for (state, count) in [("Not from your shops and landlords", "1"), ("Not supported", "1")] {
                browser
                    .finds(&format!(
                        "//tr[td[1][normalize-space(.) = '{state}'] and td[2][. = '{count}']]"
                    ))
                    .await;
            }
        }
        assert_eq!(browser.complaints().await, [""; 0]);
        browser.closes().await;
    };
    signed.world.while_working_within(TEST_LIMIT, test).await;
    // The page says that it is done when every mail is kept, and some may still wait to be read.
    signed.world.drain().await;
    let mut read = totals(&alva.lists_retail().await);
    read.sort_unstable_by(f64::total_cmp);
    assert_eq!(read, [12.5, 90.0, 113.67]);
}
