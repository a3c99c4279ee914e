//! Originals are saved and opened.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;

use super::{Machine, mode, user_with_fetched_invoices};

/// The ids of a rental and of a retail invoice.
async fn ids(user: &User<'_>) -> [String; 2] {
    let rental = user.gets("/v1/invoices/rental").await.data(200)["invoices"]["2026"][0]["InvoiceID"].clone();
    let retail = user.lists_retail().await[0]["invoice_id"].clone();
    [rental, retail].map(|id| id.as_str().unwrap().to_owned())
}

async fn original(user: &User<'_>, path: &str) -> Vec<u8> {
    let request = user.world.http.get(user.world.url(path)).bearer_auth(&user.token);
    request.send().await.unwrap().bytes().await.unwrap().to_vec()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_original_is_saved_byte_for_byte() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let [rental, retail] = ids(&alva).await;
    let pdf = original(&alva, &format!("/v1/invoices/rental/{rental}/document")).await;
    let page = original(&alva, &format!("/v1/invoices/retail/{retail}/document")).await;

    machine
        .runs(&["open", &rental, "--output", "rent.pdf"])
        .await
        .succeeds();
    assert_eq!(std::fs::read(machine.path("rent.pdf")).unwrap(), pdf);
    let piped = machine.runs(&["open", &retail, "--output", "-"]).await;
    piped.succeeds();
    assert_eq!(piped.out, page);

    let refused = machine.runs(&["open", &retail, "--output", "rent.pdf"]).await;
    assert!(refused.fails(2).contains("--force"), "{}", refused.err);
    assert_eq!(std::fs::read(machine.path("rent.pdf")).unwrap(), pdf);
    machine
        .runs(&["open", &retail, "--output", "rent.pdf", "--force"])
        .await
        .succeeds();
    assert_eq!(std::fs::read(machine.path("rent.pdf")).unwrap(), page);
    machine
        .runs(&["open", &retail, "--output", "no/folder.pdf"])
        .await
        .fails(1);
    machine.runs(&["open", "Invoice_404"]).await.fails(4);
}

/// Puts a program in the way that notes what it is asked to open.
fn stand_in_opener(machine: &Machine<'_>) -> PathBuf {
    let (program, noted) = (machine.path("bin/xdg-open"), machine.path("opened"));
    std::fs::write(&program, format!("#!/bin/sh\necho \"$@\" >> {}\n", noted.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
    noted
}

// Shows: Threats | A document runs as a program, or a page of a sender runs a script, when the client opens it | the file is named here by a short list of types; a page is opened under a policy that allows no script and no other host
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_original_is_opened_under_a_name_of_our_own() {
    let world = World::start(Sqlite).await;
    let alva = user_with_fetched_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let noted = stand_in_opener(&machine);
    let [rental, retail] = ids(&alva).await;
    for (id, name) in [(&rental, "invoice.pdf"), (&retail, "invoice.html")] {
        machine.runs(&["open", id]).await.succeeds();
        let opened = std::fs::read_to_string(&noted).unwrap();
        let opened = Path::new(opened.lines().last().unwrap());
        assert_eq!(opened.file_name().unwrap(), name);
        assert_eq!(mode(opened.parent().unwrap()), 0o700);
        let bytes = std::fs::read(opened).unwrap();
        if name.ends_with("html") {
            let page = String::from_utf8_lossy(&bytes).into_owned();
            assert!(page.starts_with(
                "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
            ));
            let sent = original(&alva, &format!("/v1/invoices/retail/{id}/document")).await;
            assert!(bytes.ends_with(&sent));
        } else {
            assert!(bytes.starts_with(b"%PDF"));
        }
    }
    std::fs::write(machine.path("bin/xdg-open"), "#!/bin/sh\nexit 3\n").unwrap();
    machine.runs(&["open", &rental]).await.fails(1);
}
