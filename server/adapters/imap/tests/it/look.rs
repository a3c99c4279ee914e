//! Looking for new mail.

use invoices_domain::ports::{MailError, Mailbox};

use crate::support::{PASSWORD, World, all, alva, from, login, mail};

#[tokio::test]
async fn a_look_sees_what_is_added_to_a_folder_that_is_searched() {
    let world = World::start();
    let (imap, account) = (world.client(), alva());
    let deliver = |folder: &str| world.deliver(folder, "2026-07-05T12:00:00Z", &mail("a@example.com", "x"));
    deliver("INBOX");
    // It leaves a folder open, of which the server would state the numbers from when it was opened.
    assert_eq!(
        all(&imap, &account, &from("a@example.com", &[])).await.unwrap().len(),
        1
    );
    let first = imap.look(&account, None).await.unwrap();
    assert!(first.has_news);
    let again = imap.look(&account, Some(&first.mark)).await.unwrap();
    assert_eq!((again.has_news, &again.mark), (false, &first.mark));

    let mut last = first.mark;
    // The second one is a new folder.
    for folder in ["INBOX", "Kvitton"] {
        all(&imap, &account, &from("a@example.com", &[])).await.unwrap();
        deliver(folder);
        let look = imap.look(&account, Some(&last)).await.unwrap();
        assert!(look.has_news, "{folder}");
        last = look.mark;
    }
    deliver("Trash");
    assert!(!imap.look(&account, Some(&last)).await.unwrap().has_news);
    world.dovecot.renumber(&account.address.to_string(), "INBOX").unwrap();
    // The server ends the connection whose numbers it has lost.
    assert!(imap.look(&alva(), Some(&last)).await.unwrap().has_news);
    let of_gmail = "204118".parse().unwrap();
    assert!(imap.look(&alva(), Some(&of_gmail)).await.unwrap().has_news);
}

#[tokio::test]
async fn a_refused_login_is_told_apart_from_a_failure() {
    let world = World::start();
    world
        .dovecot
        .set_accounts(&[(&login(PASSWORD).user, "another")])
        .unwrap();
    let answer = world.client().look(&alva(), None).await;
    assert!(matches!(answer, Err(MailError::Reconnect)), "{answer:?}");
}
